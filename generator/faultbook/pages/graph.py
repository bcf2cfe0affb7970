"""Pictures of relations: boxes with the names of entries, which are links, and curves between them, as SVG."""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Callable, Iterable

from markupsafe import Markup

from faultbook.entry import Entry

__all__ = ["BOX_HEIGHT", "BOX_WIDTH", "Box", "Curve", "drawn"]

#: In the units of the picture, which are pixels where there is room.
BOX_WIDTH, BOX_HEIGHT = 196, 36
_LETTERS = 27  # of a name in one line of a box
_LINES = 2
_ARROW = 7


@dataclasses.dataclass(frozen=True, slots=True)
class Box:
    """An entry at its place: the left upper corner."""

    entry: Entry
    x: float
    y: float
    here: bool = False
    """Whether it is the entry that the picture is of."""
    anchor: str = ""
    """What a link to it opens of its page; empty for its top."""

    @property
    def middle(self) -> float:
        """Return the height of its middle."""
        return self.y + BOX_HEIGHT / 2


@dataclasses.dataclass(frozen=True, slots=True)
class Curve:
    """A relation, from the right side of one box to the left side of another, of the kind that its class says."""

    start: Box
    end: Box
    kind: str
    arrow: bool = True


def drawn(
    boxes: Iterable[Box],
    curves: Iterable[Curve],
    captions: Iterable[tuple[str, float, float]] = (),
    *,
    label: str,
    link: Callable[[str], str],
) -> Markup:
    """Return the picture; *label* says to those who do not see it what it shows, and where the same stands as text."""
    all_boxes = tuple(boxes)
    width = max(box.x for box in all_boxes) + BOX_WIDTH + 2
    height = max(box.y for box in all_boxes) + BOX_HEIGHT + 2
    parts = [_curve(curve) for curve in curves]
    parts += [
        Markup('<text class="fb-graph-caption" x="{:g}" y="{:g}">{}</text>').format(x, y, text)
        for text, x, y in captions
    ]
    parts += [_box(box, link) for box in all_boxes]
    head = Markup(
        '<svg class="fb-graph" role="group" aria-label="{}" viewBox="-1 -1 {:g} {:g}" width="{:g}" height="{:g}">'
    )
    return head.format(label, width, height, width, height) + Markup("").join(parts) + Markup("</svg>")


def _curve(curve: Curve) -> Markup:
    x1, y1 = curve.start.x + BOX_WIDTH, curve.start.middle
    x2, y2 = curve.end.x - (_ARROW if curve.arrow else 0), curve.end.middle
    bend = max(18.0, (x2 - x1) / 2)
    path = f"M{x1:g} {y1:g}C{x1 + bend:g} {y1:g} {x2 - bend:g} {y2:g} {x2:g} {y2:g}"
    line = Markup('<path class="fb-edge fb-edge-{}" d="{}"/>').format(curve.kind.replace("_", "-"), path)
    if not curve.arrow:
        return line
    head = f"M{x2:g} {y2 - 4:g}l{_ARROW} 4l{-_ARROW} 4z"
    return line + Markup('<path class="fb-arrow" d="{}"/>').format(head)


def _box(box: Box, link: Callable[[str], str]) -> Markup:
    lines = textwrap.wrap(box.entry.id.replace("-", " "), _LETTERS, max_lines=_LINES, placeholder=" …")
    first = box.middle + 4 - 7 * (len(lines) - 1)
    texts = Markup("").join(
        Markup('<tspan x="{:g}" y="{:g}">{}</tspan>').format(box.x + BOX_WIDTH / 2, first + 14 * number, line)
        for number, line in enumerate(lines)
    )
    inside = Markup('<title>{}</title><rect x="{:g}" y="{:g}" width="{}" height="{}" rx="5"/><text>{}</text>').format(
        box.entry.title, box.x, box.y, BOX_WIDTH, BOX_HEIGHT, texts
    )
    if box.here:
        return Markup('<g class="fb-node fb-node-here">{}</g>').format(inside)
    return Markup('<a class="fb-node" href="{}">{}</a>').format(link(box.entry.slug) + box.anchor, inside)
