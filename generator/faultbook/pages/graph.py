"""Pictures of relations: boxes with the names of entries, which are links, and curves between them, as SVG."""

from __future__ import annotations

import dataclasses
import functools
import textwrap
from collections.abc import Callable, Iterable

from markupsafe import Markup, escape

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
    through: tuple[tuple[float, float], ...] = ()
    """Where it passes between other boxes: the left end of a level stretch as long as a box is wide."""


def drawn(
    boxes: Iterable[Box],
    curves: Iterable[Curve],
    captions: Iterable[tuple[str, float, float]] = (),
    *,
    label: str,
    link: Callable[[str], str],
) -> Markup:
    """Return the picture; *label* says to those who do not see it what it shows, and where the same stands as text."""
    all_boxes, all_curves = tuple(boxes), tuple(curves)
    width = max(box.x for box in all_boxes) + BOX_WIDTH + 2
    lowest = [y + 2 for curve in all_curves for _, y in curve.through]
    height = max((*lowest, max(box.y for box in all_boxes) + BOX_HEIGHT + 2))
    parts = [_curve(curve) for curve in all_curves]
    parts += [f'<text class="fb-graph-caption" x="{x:g}" y="{y:g}">{escape(text)}</text>' for text, x, y in captions]
    parts += [_box(box, link) for box in all_boxes]
    head = (
        f'<svg class="fb-graph" role="group" aria-label="{escape(label)}" viewBox="-1 -1 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">'
    )
    return Markup(f"{head}{''.join(parts)}</svg>")  # noqa: S704 -- texts are escaped where they are put in


def _curve(curve: Curve) -> str:
    end = (curve.end.x - (_ARROW if curve.arrow else 0), curve.end.middle)
    x, y = curve.start.x + BOX_WIDTH, curve.start.middle
    path = f"M{x:g} {y:g}"
    for to_x, to_y in (*curve.through, end):
        bend = (to_x - x) / 2
        path += f"C{x + bend:g} {y:g} {to_x - bend:g} {to_y:g} {to_x:g} {to_y:g}"
        x, y = to_x, to_y
        if (to_x, to_y) != end:
            x += BOX_WIDTH
            path += f"H{x:g}"
    line = f'<path class="fb-edge fb-edge-{escape(curve.kind.replace("_", "-"))}" d="{path}"/>'
    if not curve.arrow:
        return line
    head = f"M{x:g} {y - 4:g}l{_ARROW} 4l{-_ARROW} 4z"
    return f'{line}<path class="fb-arrow" d="{head}"/>'


def _box(box: Box, link: Callable[[str], str]) -> str:
    lines = _lines(box.entry.id)
    first = box.middle + 4 - 7 * (len(lines) - 1)
    texts = "".join(
        f'<tspan x="{box.x + BOX_WIDTH / 2:g}" y="{first + 14 * number:g}">{escape(line)}</tspan>'
        for number, line in enumerate(lines)
    )
    inside = (
        f'<title>{escape(box.entry.title)}</title><rect x="{box.x:g}" y="{box.y:g}" width="{BOX_WIDTH}" '
        f'height="{BOX_HEIGHT}" rx="5"/><text>{texts}</text>'
    )
    if box.here:
        return f'<g class="fb-node fb-node-here">{inside}</g>'
    return f'<a class="fb-node" href="{escape(link(box.entry.slug) + box.anchor)}">{inside}</a>'


@functools.lru_cache(maxsize=4096)
def _lines(id_: str) -> list[str]:
    """Return the words of an id as a box shows them; nobody changes the list."""
    return textwrap.wrap(id_.replace("-", " "), _LETTERS, max_lines=_LINES, placeholder=" …")
