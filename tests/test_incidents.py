"""Incidents are read with places, held to the engine's answer, and shown."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from builders import entry, proof

from faultbook.book import Book, load_book
from faultbook.incident import load_incidents
from faultbook.pages import all_pages, incident_logs, proven_only
from faultbook.rules.incidents import answer_of

ROOT = Path(__file__).parent.parent
THE_BOOK = load_book(ROOT)[0]
VALUES = {
    "title": "The widget stopped at night",
    "logs": ["job.log"],
    "made": "run",
    "how": "On one machine.",
    "entry": "memory/widget",
    "initiating": {"file": "job.log", "line": 2, "rank": None, "host": None},
    "story": "It *squeaked*.",
    "misled": "The clock.",
    "told": "The gauge.",
    "fix": "Oil.",
}


def write(root: Path, **changes: object) -> Path:
    folder = root / "incidents/night"
    folder.mkdir(parents=True)
    (folder / "incident.yaml").write_text(yaml.safe_dump(VALUES | changes, sort_keys=False), encoding="utf-8")
    (folder / "job.log").write_text("started\nERROR widget stopped at step 3\n", encoding="utf-8")
    return root


def book_of(root: Path) -> Book:
    item = entry()
    incidents, documents, problems = load_incidents(root)
    assert problems == ()
    return Book(root, {item.id: item}, documents, {}, incidents)


@pytest.mark.parametrize("id_", sorted(THE_BOOK.incidents))
def test_the_answer_to_an_incident_names_its_entry_line_and_rank_and_nothing_forbidden(id_: str) -> None:
    incident = THE_BOOK.incidents[id_]
    answer = answer_of(THE_BOOK, incident)
    named = [item["slug"] for item in answer["diagnoses"]]
    assert named[0] == incident.entry
    assert answer["initiating"]["file"] == incident.initiating.file
    assert answer["initiating"]["line"] in incident.initiating.lines
    assert answer["initiating"]["rank"] == incident.initiating.rank
    assert not set(named) & set(incident.never)


def test_a_key_that_the_model_does_not_know_is_a_problem_at_its_place(tmp_path: Path) -> None:
    write(tmp_path, storry="It squeaked.")
    _, _, problems = load_incidents(tmp_path)
    assert [str(problem) for problem in problems] == [
        "incidents/night/incident.yaml:16:1: schema: unknown key 'storry'"
    ]
    assert problems[0].hint == "did you mean 'story'?"


def test_a_line_without_a_number_and_an_entry_without_an_area_are_problems(tmp_path: Path) -> None:
    write(tmp_path, entry="widget", initiating={"file": "job.log", "rank": None, "host": None})
    _, _, problems = load_incidents(tmp_path)
    assert [problem.sentence.partition(":")[0] for problem in problems] == [
        "'entry' is 'widget'; text like [a-z0-9]+(?",
        "key 'line' is missing in 'initiating'",
    ]


def test_its_page_shows_the_story_the_line_and_the_logs(tmp_path: Path) -> None:
    book = book_of(write(tmp_path))
    pages = {page.path: page for page in all_pages(book, {"widget": proof(entry())}, address="https://x.example/")}
    body = pages["incidents/night"].body
    assert "<em>squeaked</em>" in body
    assert "<mark>2  ERROR widget stopped at step 3</mark>" in body
    assert '<a href="../../memory/widget/">The widget stops at step 3</a>' in body
    assert 'href="../../diagnose/#incident=night"' in body
    assert 'href="job.log"' in body
    assert 'href="night/"' in pages["incidents"].body
    assert 'data-incident="night" data-logs="job.log"' in pages["diagnose"].body
    assert list(incident_logs(book)) == ["incidents/night/job.log"]


def test_an_incident_whose_entry_is_not_published_stays_out(tmp_path: Path) -> None:
    book = book_of(write(tmp_path))
    assert proven_only(book, {"widget": proof(entry(), "something")}).incidents == {}
    assert list(proven_only(book, {"widget": proof(entry())}).incidents) == ["night"]
