"""Comparisons: what their queries take, and what their pages show."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from builders import book, entry, proof
from pydantic import ValidationError

from faultbook.book import Book, load_book
from faultbook.comparison import Comparison, load_comparisons
from faultbook.entry import Entry
from faultbook.pages import Page, all_pages, compared
from faultbook.rules import check
from faultbook.selection import leading_to, select
from faultbook.vocabulary import Area

ROOT = Path(__file__).parent.parent


def chain() -> list[Entry]:
    """A pump that starves a widget that stops a belt, and a bell that only looks like the belt."""
    pump = entry("hardware/pump", title="The pump is broken", severity="critical", stacks=["linux"])
    widget = entry(related=[{"caused_by": "pump", "because": "No oil comes."}])
    belt = entry(
        "data/belt",
        title="The belt stops, infinitely",
        severity="low",
        layer="hardware",
        phase=["serving"],
        related=[
            {"caused_by": "widget", "because": "It is driven by it."},
            {"confused_with": "bell", "because": "The bell still rings."},
        ],
    )
    bell = entry(
        "data/bell", title="The bell is silent: nan", related=[{"confused_with": "belt", "because": "It moves."}]
    )
    return [pump, widget, belt, bell]


def asked(*takes: dict[str, Any], without: tuple[str, ...] = (), entries: list[Entry] | None = None) -> Book:
    comparison = Comparison.model_validate(
        {"title": "What stops", "words": "All of it.", "takes": takes, "without": without}
    )
    return dataclasses.replace(book(*(entries or chain())), comparisons={"stops": comparison})


def taken(found: Book) -> list[list[str]]:
    return [[item.id for item in entries] for _, entries in select(found, found.comparisons["stops"])]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"areas": ["data"]}, ["bell", "belt"]),
        ({"layers": ["hardware"]}, ["belt"]),
        ({"phases": ["serving"]}, ["belt"]),
        ({"severities": ["critical", "low"]}, ["pump", "belt"]),
        ({"stacks": ["linux"]}, ["pump"]),
        ({"ids": ["bell", "pump"]}, ["pump", "bell"]),
        ({"says": ["WIDGET STOPS"]}, ["widget"]),
        ({"says": ["nan", "inf"]}, ["bell"]),
        ({"says": ["stopped at step"], "areas": ["memory"]}, ["widget"]),
        ({"ends_in": "belt"}, ["pump", "widget"]),
        ({"ends_in": "pump"}, []),
    ],
    ids="-".join,
)
def test_a_query_takes_what_has_one_value_of_each_of_its_keys_the_worst_first(
    query: dict[str, Any], expected: list[str]
) -> None:
    assert taken(asked(query)) == [expected]


def test_an_entry_stands_where_the_first_query_takes_it_and_nowhere_when_it_is_left_out() -> None:
    assert taken(asked({"ids": ["belt"]}, {"areas": ["data", "hardware"]}, without=("pump",))) == [["belt"], ["bell"]]


def test_a_circle_of_causes_ends() -> None:
    one = entry("data/one", related=[{"causes": "two", "because": "so"}])
    two = entry("data/two", title="Another widget stops", related=[{"causes": "one", "because": "so"}])
    assert leading_to(book(one, two), "one") == {"two"}


def test_a_query_that_asks_nothing_is_refused() -> None:
    with pytest.raises(ValidationError, match="say what it takes: 'areas'"):
        Comparison.model_validate({"title": "x", "words": "y", "takes": [{"title": "z"}]})


def page(found: Book, path: str) -> Page:
    proofs = {item.id: proof(item) for item in found.entries.values()}
    return next(page for page in all_pages(found, proofs, address="https://faultbook.example/") if page.path == path)


def test_the_page_names_what_tells_an_entry_from_those_beside_it() -> None:
    body = page(asked({"title": "Belts & bells", "areas": ["data"]}, {"ids": ["pump"]}), "compare/stops").body
    assert '<a href="#group-1">Belts &amp; bells <span class="fb-tally">2</span></a>' in body
    assert (
        '<span class="fb-not">Not <a href="../../data/bell/">The bell is silent: nan</a></span> The bell still rings.'
    ) in body
    assert '<th scope="rowgroup" data-label="Failure"><a href="../../hardware/pump/">The pump is broken</a>' in body
    assert '<a href="../../hardware/pump/#fix-oil">Oil the widget.</a>' in body


def test_of_what_takes_nothing_there_is_no_page() -> None:
    found = asked({"ids": ["belt"]}, entries=[entry()])
    assert compared(found) == {}
    assert "No comparison is published yet." in page(found, "compare").body


def test_faults_of_the_file_have_places_and_hide_no_entry(tmp_path: Path) -> None:
    (tmp_path / "comparisons.yaml").write_text(
        "comparisons:\n  Stops:\n    title: x\n    words: y\n    takes: [{says: [z]}]\n"
        "  hangs:\n    titel: x\n    words: y\n    takes: [{areas: [dta]}]\n",
        encoding="utf-8",
    )
    _, documents, problems = load_comparisons(tmp_path)
    assert [str(problem) for problem in problems] == [
        "comparisons.yaml:2:3: schema: the name 'Stops' is not in lower case, digits and single hyphens",
        "comparisons.yaml:6:3: schema: key 'title' is missing in 'comparisons.hangs'",
        f"comparisons.yaml:9:22: schema: item 1 of 'areas' is 'dta'; one of {', '.join(Area)} was expected",
        "comparisons.yaml:7:5: schema: unknown key 'titel'",
    ]
    assert list(documents) == ["comparisons.yaml"]
    (tmp_path / "comparisons.yaml").write_text("comparisons: [\n", encoding="utf-8")
    assert [problem.rule for problem in load_comparisons(tmp_path)[2]] == ["document"]


def test_a_comparison_that_names_nobody_or_takes_nothing_fails_the_check() -> None:
    problems = check(load_book(ROOT / "tests/bad_entries")[0])
    told = {str(problem) for problem in problems if problem.place.path == "comparisons.yaml"}
    assert "comparisons.yaml:6:24: comparison-names: 'fillr' is no entry" in told
    assert {problem.split(": ")[1] for problem in told} == {"comparison-names", "comparison-empty"}


def test_the_books_own_comparisons_take_what_their_titles_promise() -> None:
    found, _ = load_book(ROOT)
    by_id = {
        id_: {item.id for _, entries in select(found, comparison) for item in entries}
        for id_, comparison in found.comparisons.items()
    }
    assert by_id["ends-in-nccl-timeout"] >= leading_to(found, "nccl-watchdog-collective-timeout")
    xid = {id_ for id_ in found.entries if "xid" in id_.split("-")}
    assert xid <= by_id["xid"]
    assert {id_ for id_ in found.entries if "oom" in id_.split("-")} <= by_id["out-of-memory"]
    assert "vllm-engine-core-init-failed" in by_id["vllm-start"]
