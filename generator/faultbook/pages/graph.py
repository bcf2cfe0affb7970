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
    line = Markup('<path class="fb-edge fb-edge-{}" d="{}"/>').format(curve.kind.replace("_", "-"), path)
    if not curve.arrow:
        return line
    head = f"M{x:g} {y - 4:g}l{_ARROW} 4l{-_ARROW} 4z"
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
