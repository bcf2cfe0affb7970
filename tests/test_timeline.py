"""The picture of a diagnosis: lanes, marks and a text alternative; the browser places its marks alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from page_modules import call

from faultbook.book import load_book
from faultbook.pages.timeline import marks, scale_of, timeline
from faultbook.rules.incidents import answer_of

THE_BOOK = load_book(Path(__file__).parent.parent)[0]
SECOND = 1_000_000


def event(
    line: int, rank: int | None = None, kind: str = "collateral", us: int | None = None, **more: Any
) -> dict[str, Any]:
    return {"file": "a.log", "line": line, "rank": rank, "host": None, "us": us, "kind": kind, **more}


def answer(*events: dict[str, Any]) -> dict[str, Any]:
    first = next((item for item in events if item["kind"] == "initiating"), None)
    return {"events": list(events), "initiating": first, "files": [{"name": "a.log", "lines": 101}]}


def placed(given: dict[str, Any]) -> list[tuple[str, float, str, int]]:
    found = marks(given["events"], scale_of(given))
    return [(mark.lane, round(mark.x, 3), mark.kind, len(mark.events)) for mark in found]


def in_browser(given: dict[str, Any]) -> list[tuple[str, float, str, int]]:
    found = call("diagnose-picture.js", "placed", given)
    return [(mark["lane"], round(mark["x"], 3), mark["kind"], len(mark["events"])) for mark in found]


CASES = {
    "times": answer(event(1, 1, "initiating", 0), event(5, 0, us=30 * SECOND), event(9, 1, us=60 * SECOND)),
    "no clock": answer(event(1), event(51, kind="initiating"), event(101, kind="survived")),
    "an old line": answer(event(1, us=-(10**12)), event(2, 3, "initiating", 0), event(3, 0, us=SECOND)),
    "the first is the last": answer(event(1, 0, us=0), event(2, 3, "initiating", 3 * SECOND)),
    "one without a clock": answer(event(1, 0, "initiating", 0), event(2, 0), event(3, 0, us=SECOND)),
    "hosts": answer(event(1, host="b"), event(2, host="a", kind="initiating")),
    "a thousand ranks": answer(
        *(event(r + 1, r, "initiating" if r == 900 else "collateral", r * SECOND) for r in range(1000))
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_browser_places_marks_as_python_does(name: str) -> None:
    assert in_browser(CASES[name]) == placed(CASES[name])


def test_the_browser_places_the_marks_of_every_incident_as_python_does() -> None:
    for incident in THE_BOOK.incidents.values():
        given = answer_of(THE_BOOK, incident)
        assert in_browser(given) == placed(given), incident.id


def test_ranks_are_lanes_and_near_events_one_mark() -> None:
    given = answer(event(1, 3, "initiating", 0), event(2, 0, us=60 * SECOND), event(3, 0, us=60 * SECOND + 1))
    assert placed(given) == [("rank 0", 96.0, "collateral", 2), ("rank 3", 27.0, "initiating", 1)]


def test_without_a_clock_a_line_stands_where_it_is_in_its_log() -> None:
    assert [x for _, x, _, _ in placed(CASES["no clock"])] == [61.5, 27.0, 96.0]


def test_at_most_sixty_four_lanes_and_the_first_failure_has_its_own() -> None:
    lanes = list(dict.fromkeys(lane for lane, *_ in placed(CASES["a thousand ranks"])))
    assert len(lanes) == 64
    assert "rank 900" in lanes
    assert lanes[-1] == "and 937 more"


def test_an_old_line_stands_at_the_edge_and_leaves_room_for_the_minute_that_counts() -> None:
    assert "earlier" in timeline(CASES["an old line"])
    assert ("rank 0", 96.0, "collateral", 1) in placed(CASES["an old line"])


def test_the_picture_has_a_text_alternative_and_a_table() -> None:
    html = timeline(CASES["times"])
    assert 'aria-label="3 events in 2 lanes. First: rank 1, a.log line 1."' in html
    assert html.count("<tr>") == 4
    assert html.count('class="fb-event-initiating"') == 2  # the mark and the key
    assert timeline(answer()) == ""


def test_a_name_from_a_log_stays_text() -> None:
    assert "<script>" not in timeline(answer(event(1, kind="initiating", file="<script>")))
