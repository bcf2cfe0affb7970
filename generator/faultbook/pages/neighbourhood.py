"""The picture of what stands around an entry: what causes it, what it causes, what looks alike, what to read next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markupsafe import Markup

from faultbook.book import Neighbour
from faultbook.entry import Entry
from faultbook.pages.graph import BOX_HEIGHT, BOX_WIDTH, Box, Curve, drawn
from faultbook.vocabulary import Relation

__all__ = ["neighbourhood"]

_GAP, _COLUMN = 8, BOX_WIDTH + 64
_CAPTION = 20
_MOST = 8  # boxes of one kind; the list below the picture has all
_RIGHT = ((Relation.CAUSES, "causes"), (Relation.CONFUSED_WITH, "looks like"), (Relation.SEE, "see also"))


def neighbourhood(entry: Entry, neighbours: Sequence[Neighbour], link: Callable[[str], str]) -> Markup:
    """Return the picture of *entry* among its *neighbours*, each a link to the same picture of its own; or nothing."""
    if not neighbours:
        return Markup("")
    captions: list[tuple[str, float, float]] = []
    left, depth_left = _column(_of(neighbours, Relation.CAUSED_BY), "caused by", 0, 0, captions)
    middle = _COLUMN if left else 0
    depth_right = 0.0
    right: list[tuple[Relation, Box]] = []
    for kind, words in _RIGHT:
        mine, depth_right = _column(_of(neighbours, kind), words, middle + _COLUMN, depth_right, captions)
        right += [(kind, box) for box in mine]
    deep = max(depth_left, depth_right) - _GAP
    here = Box(entry, middle, (deep - BOX_HEIGHT + _CAPTION) / 2, here=True)
    curves = [Curve(box, here, Relation.CAUSES.value) for box in left]
    curves += [Curve(here, box, kind.value, arrow=kind is Relation.CAUSES) for kind, box in right]
    label = "What stands around this failure; the list below says the same"
    return drawn([*left, here, *(box for _, box in right)], curves, captions, label=label, link=link)


def _of(neighbours: Sequence[Neighbour], kind: Relation) -> list[Entry]:
    return [neighbour.entry for neighbour in neighbours if neighbour.kind is kind]


def _column(
    entries: list[Entry], words: str, x: float, y: float, captions: list[tuple[str, float, float]]
) -> tuple[list[Box], float]:
    """Return boxes one under the other from *y* down, and where they end; their caption joins *captions*."""
    if not entries:
        return [], y
    captions.append(
        (f"{words}: {_MOST} of {len(entries)}, all below" if len(entries) > _MOST else words, x, y + _CAPTION - 7)
    )
    y += _CAPTION
    boxes = []
    for entry in entries[:_MOST]:
        boxes.append(Box(entry, x, y, anchor="#related"))
        y += BOX_HEIGHT + _GAP
    return boxes, y
