"""The picture of a diagnosis: one lane a rank, as SVG with a table for those who do not see it.

Widths are percentages and heights pixels, so that texts keep their size on a telephone. The browser draws the same
(``assets/diagnose-picture.js``).
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from markupsafe import Markup

__all__ = ["Mark", "Scale", "marks", "scale_of", "timeline"]

LANES = 64  # at most; the others share one
_LEFT, _RIGHT = 27.0, 96.0  # percent of the width between which marks stand
_ROW, _TOP, _FOOT = 22, 8, 34
_NEAR = 2.2  # percent of the width within which marks of one kind and lane become one
_NAME = 13  # characters of a lane's name
_STEPS = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 21600, 43200, 86400, 172800, 604800, 2592000)
_BEFORE = 10_000_000  # microseconds shown before the first failure at least
_SAID = {"initiating": "failed first", "collateral": "only follows", "survived": "did no harm"}


@dataclasses.dataclass(frozen=True, slots=True)
class Mark:
    """Events of one kind and lane that lie too near to be told apart."""

    lane: str
    x: float
    kind: str
    events: tuple[dict[str, Any], ...]

    @property
    def title(self) -> str:
        """What a pointer shows."""
        first, last = self.events[0], self.events[-1]
        lines = f"{first['file']}:{first['line']}"
        if len(self.events) > 1:
            lines += f" to {last['line'] if last['file'] == first['file'] else last['file'] + ':' + str(last['line'])}"
            lines += f", {len(self.events)} lines"
        return f"{self.lane}: {_SAID[self.kind]}, {lines}"


@dataclasses.dataclass(frozen=True, slots=True)
class Scale:
    """Where an event stands from left to right."""

    timed: bool
    zero: int
    """Microseconds of the initiating event, or of the first."""
    start: int
    end: int
    earlier: bool
    """Whether events before ``start`` stand at the left edge."""
    lengths: dict[str, int]
    """Lines of each log, for events without a clock."""

    def x(self, event: dict[str, Any], us: int | None) -> float:
        """Return the place of *event*, whose time is *us*, in percent of the width."""
        if self.timed:
            time = max(self.zero if us is None else us, self.start)
            share = (time - self.start) / max(1, self.end - self.start)
        else:
            share = (event["line"] - 1) / max(1, self.lengths.get(event["file"], event["line"]) - 1)
        return _LEFT + share * (_RIGHT - _LEFT)

    def ticks(self) -> list[tuple[float, str]]:
        """Return places and words of the axis."""
        if not self.timed:
            return [(_LEFT, "first line"), (_RIGHT, "last line")]
        span = (self.end - self.start) / 1e6
        step = next((step for step in _STEPS if span / step <= 4), _STEPS[-1])  # noqa: PLR2004 -- what a telephone holds
        first = -int((self.zero - self.start) / 1e6 // step)
        seconds = range(first * step, int((self.end - self.zero) / 1e6) + 1, step)
        regular = [(self.x({}, self.zero + second * 1_000_000), _offset(second)) for second in seconds]
        if not self.earlier:
            return regular
        return [(_LEFT, "earlier"), *(tick for tick in regular if tick[0] > _LEFT + 12)]


def _offset(second: int) -> str:
    size, unit = next(
        (second // by, unit) for by, unit in ((86400, "d"), (3600, "h"), (60, "min"), (1, "s")) if second % by == 0
    )
    return f"{'+' if size > 0 else ''}{size} {unit}" if size else "0"


def timeline(answer: dict[str, Any]) -> Markup:
    """Return the figure of an answer's events, or nothing when it has none."""
    events = answer["events"]
    if not events:
        return Markup("")
    scale = scale_of(answer)
    found = marks(events, scale)
    lanes = list(dict.fromkeys(mark.lane for mark in found))
    rows = {lane: _TOP + _ROW * index + _ROW // 2 for index, lane in enumerate(lanes)}
    bottom = _TOP + _ROW * len(lanes)
    drawn = [_lane(lane, y) for lane, y in rows.items()]
    drawn += [_tick(x, words, bottom) for x, words in scale.ticks()]
    drawn += [_shape(mark, rows[mark.lane]) for mark in sorted(found, key=lambda mark: mark.kind == "initiating")]
    said = _said(answer, found)
    axis = _axis(answer, scale)
    return Markup(
        '<figure class="fb-figure fb-picture"><svg class="fb-timeline" width="100%" height="{}" role="img" '
        'aria-label="{}"><title>{}</title><desc>{}</desc>{}</svg>{}<p class="fb-quiet">{}</p>{}</figure>'
    ).format(
        bottom + _FOOT,
        said,
        "What failed, and what followed",
        said,
        Markup("").join(drawn),
        _key(),
        axis,
        _table(events),
    )


def scale_of(answer: dict[str, Any]) -> Scale:
    """Return the scale of the picture of *answer*."""
    events = answer["events"]
    times = [event["us"] for event in events if event["us"] is not None]
    first = next((event["us"] for event in events if event["kind"] == "initiating" and event["us"] is not None), None)
    timed = len(times) * 2 > len(events) and max(times) > min(times)
    earliest, end = (min(times), max(times)) if timed else (0, 0)
    zero = earliest if first is None else first
    # A kernel's line of last week would leave no room for the minute that counts.
    start = max(earliest, zero - max(end - zero, _BEFORE))
    lengths = {item["name"]: item["lines"] for item in answer["files"]}
    return Scale(timed, zero, start, end, earliest < start, lengths)


def marks(events: Sequence[dict[str, Any]], scale: Scale) -> list[Mark]:
    """Return the marks of *events*, lane by lane: ranks in their order, then what has no rank."""
    placed = [(_lane_of(event, events), scale.x(event, us), event) for event, us in _with_times(events)]
    order = sorted({lane for lane, _, _ in placed}, key=lambda lane: (not lane[0], lane[1], lane[2]))
    names = {lane: lane[2] for lane in order}
    if len(order) > LANES:
        first = next((lane for lane, _, event in placed if event["kind"] == "initiating"), order[0])
        kept = {first, *[lane for lane in order if lane != first][: LANES - 2]}
        names = {lane: lane[2] if lane in kept else f"and {len(order) - len(kept)} more" for lane in order}
        order.sort(key=lambda lane: lane not in kept)
    found = []
    for name in dict.fromkeys(names[lane] for lane in order):
        mine = sorted(((x, event) for lane, x, event in placed if names[lane] == name), key=lambda item: item[0])
        for kind in _SAID:
            found += _grouped(name, kind, [(x, event) for x, event in mine if event["kind"] == kind])
    return found


def _lane_of(event: dict[str, Any], events: Sequence[dict[str, Any]]) -> tuple[bool, int, str]:
    """Return the lane of *event* as (has a rank, rank, name); hosts stand for logs where each event has one."""
    if event["rank"] is not None:
        return (True, event["rank"], f"rank {event['rank']}")
    hosts = all(other["host"] for other in events if other["rank"] is None)
    return (False, 0, event["host"] if hosts else event["file"])


def _with_times(events: Sequence[dict[str, Any]]) -> Iterable[tuple[dict[str, Any], int | None]]:
    """Yield each event with its time; one without a clock has that of the event before it in its log."""
    by_file = itertools.groupby(sorted(events, key=lambda e: (e["file"], e["line"])), key=lambda e: e["file"])
    for _, mine in by_file:
        listed = list(mine)
        last = next((event["us"] for event in listed if event["us"] is not None), None)
        for event in listed:
            last = last if event["us"] is None else event["us"]
            yield event, last


def _grouped(lane: str, kind: str, placed: list[tuple[float, dict[str, Any]]]) -> list[Mark]:
    found: list[Mark] = []
    for x, event in placed:
        if found and x - found[-1].x <= _NEAR:
            found[-1] = dataclasses.replace(found[-1], events=(*found[-1].events, event))
        else:
            found.append(Mark(lane, x, kind, (event,)))
    return found


def _lane(name: str, y: int) -> Markup:
    short = name if len(name) <= _NAME else name[: _NAME - 1] + "\N{HORIZONTAL ELLIPSIS}"
    return Markup(
        '<line class="fb-lane" x1="{}%" x2="{}%" y1="{}" y2="{}"></line>'
        '<text class="fb-lane-name" x="{}%" y="{}" text-anchor="end">{}</text>'
    ).format(_LEFT, _RIGHT, y, y, _LEFT - 2, y + 4, short)


def _tick(x: float, words: str, bottom: int) -> Markup:
    anchor = "start" if x < _LEFT + 1 else "end" if x > _RIGHT - 1 else "middle"
    return Markup(
        '<line class="fb-tick" x1="{:.2f}%" x2="{:.2f}%" y1="{}" y2="{}"></line>'
        '<text class="fb-tick-name" x="{:.2f}%" y="{}" text-anchor="{}">{}</text>'
    ).format(x, x, _TOP, bottom + 4, x, bottom + 18, anchor, words)


def _shape(mark: Mark, y: int) -> Markup:
    shape = _SHAPES[mark.kind]
    count = (
        Markup('<text class="fb-count" x="8" y="-3">{}</text>').format(len(mark.events)) if len(mark.events) > 1 else ""
    )
    return Markup('<svg x="{:.2f}%" y="{}" overflow="visible"><title>{}</title>{}{}</svg>').format(
        mark.x, y, mark.title, shape, count
    )


_SHAPES = {
    "initiating": Markup('<path class="fb-event-initiating" d="M0-9 9 0 0 9-9 0Z"></path>'),
    "collateral": Markup('<circle class="fb-event-collateral" r="5"></circle>'),
    "survived": Markup('<circle class="fb-event-survived" r="5"></circle>'),
}


def _key() -> Markup:
    """Return what each shape stands for."""
    items = Markup("").join(
        Markup(
            '<span class="fb-key"><svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true">{}</svg>'
            " {}</span>"
        ).format(shape, _SAID[kind])
        for kind, shape in _SHAPES.items()
    )
    return Markup('<p class="fb-picture-key">{}</p>').format(items)


def _said(answer: dict[str, Any], found: list[Mark]) -> str:
    lanes = len({mark.lane for mark in found})
    first = answer["initiating"]
    words = f"{len(answer['events'])} events in {lanes} lane{'' if lanes == 1 else 's'}."
    if first is None:
        return words
    whose = f"rank {first['rank']}" if first["rank"] is not None else first["file"]
    return f"{words} First: {whose}, {first['file']} line {first['line']}."


def _axis(answer: dict[str, Any], scale: Scale) -> str:
    if not scale.timed:
        return "Places are those of the lines in their log; the log has no clock that tells them apart."
    when = datetime.fromtimestamp(scale.zero / 1e6, UTC)
    what = "the initiating line" if answer["initiating"] is not None else "the first line"
    return f"0 is {what}, {when:%H:%M:%S}; a number is how many lines a mark stands for."


def _table(events: Sequence[dict[str, Any]]) -> Markup:
    rows = Markup("").join(
        Markup("<tr><td>{}</td><td>{}</td><td>{}:{}</td><td>{}</td></tr>").format(
            "" if event["rank"] is None else event["rank"],
            _SAID[event["kind"]],
            event["file"],
            event["line"],
            "" if event["us"] is None else f"{datetime.fromtimestamp(event['us'] / 1e6, UTC):%H:%M:%S.%f}"[:-3],
        )
        for event in events
    )
    return Markup(
        '<details class="fb-fold"><summary>The same as a table</summary><div class="fb-scroll"><table><thead><tr>'
        '<th scope="col">Rank</th><th scope="col">What</th><th scope="col">Line</th><th scope="col">Time</th>'
        "</tr></thead><tbody>{}</tbody></table></div></details>"
    ).format(rows)
