"""What of an entry's page comes from its parts: runs with their age, what a fix changes, what was measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from builders import book, entry, values
from entry_pages import ADDRESS, ran
from page_modules import call
from site_build import ROOT
from small_book import SLUG, add_part, write_book

from faultbook.book import load_book
from faultbook.pages import all_pages
from faultbook.pages.measured import charts
from faultbook.pages.parts import changes, part_views
from faultbook.pages.runs import FRESH_DAYS, age, by_target
from faultbook.snippets.gate import Proof, proof_of
from faultbook.snippets.part import read_parts
from faultbook.snippets.record import MAX_AGE_DAYS

# Runs and their age.


@pytest.mark.parametrize(
    ("days", "words", "word"),
    [
        (-1, "today", "fresh"),
        (0, "today", "fresh"),
        (1, "1 day", "fresh"),
        (FRESH_DAYS, "91 days", "fresh"),
        (FRESH_DAYS + 1, "92 days", "aging"),
        (MAX_AGE_DAYS, "365 days", "aging"),
        (MAX_AGE_DAYS + 1, "366 days", "old"),
        (1200, "1,200 days", "old"),
    ],
)
def test_age_is_the_same_at_the_build_and_in_the_browser(days: int, words: str, word: str) -> None:
    said = age(days)
    assert (said.words, said.word) == (words, word)
    assert call("entry.js", "age", days, FRESH_DAYS, MAX_AGE_DAYS) == {"words": words, "word": word}


def test_what_all_runs_on_a_target_share_is_said_once_and_what_differs_at_each(tmp_path: Path) -> None:
    item = entry()
    write_book(tmp_path)
    given = ran(tmp_path, item, {"reproduce": "", "fix_oil": ""}, days=12)
    (cpu,) = by_target(run for part in part_views(given) for run in part.runs)
    assert (cpu.target, cpu.device, cpu.versions) == ("cpu", "CPU", "torch 2.13.0, Python 3.11.7")
    assert [(run.part, run.age.words) for run in cpu.runs if run.age] == [
        ("reproduce", "12 days"),
        ("fix_oil", "12 days"),
    ]

    changed = given.records["fix_oil", "cpu"].model_copy(update={"device": "another CPU"})
    apart = Proof(item, (), given.parts, {**given.records, ("fix_oil", "cpu"): changed}, None)
    (cpu,) = by_target(run for part in part_views(apart) for run in part.runs)
    assert (cpu.device, cpu.versions) == ("", "")


def test_evidence_keeps_dates_that_a_browser_can_read(tmp_path: Path) -> None:
    item = load_book(write_book(tmp_path))[0].entries["widget"]
    given = ran(tmp_path, item, {"reproduce": ""}, days=400)
    page = all_pages(book(item), {item.id: given}, address=ADDRESS)[0].body
    time = given.records["reproduce", "cpu"].time
    assert f'<time datetime="{time.isoformat()}">{time.date().isoformat()}</time>' in page
    assert '<span class="fb-badge fb-age-old">400 days</span>' in page
    assert page.count('<tr class="fb-row-none">') == 1


# What a fix changes.


HEAD = '# /// script\n# ///\n"""{}"""\n\n'


def test_changes_leave_out_heads_and_docstrings_and_say_where_lines_are_left_out() -> None:
    many = "".join(f"step_{number}()\n" for number in range(30))
    fails = HEAD.format("It fails.") + f"import a\nx = 1\n{many}y = 2\n"
    fixed = HEAD.format("It is repaired.") + f"import a\nx = 3\n{many}y = 4\n"
    found = changes(fixed, [("reproduce_other", HEAD.format("") + "z = 0\n"), ("reproduce", fails)])
    assert found is not None
    name, shown = found
    assert name == "reproduce"
    assert "-x = 1\n+x = 3" in shown
    assert shown.endswith("-y = 2\n+y = 4")
    assert shown.count("\N{VERTICAL ELLIPSIS}") == 1
    assert "repaired" not in shown
    assert "@@" not in shown


def test_changes_are_not_shown_for_programs_that_have_little_in_common_or_do_not_differ() -> None:
    fails = HEAD.format("") + "a = 1\nb = 2\nc = 3\n"
    assert changes(HEAD.format("") + "import d\nd.e()\nd.f()\n", [("reproduce", fails)]) is None
    assert changes(fails, [("reproduce", fails)]) is None
    assert changes(fails, []) is None


# What the parts measured.


def measuring(tmp_path: Path, **printed: str) -> str:
    message = {
        **values()["signatures"]["message"],
        "lines": ["share of copies: <share:float> of <most:float>"],
        "where": ["share > 0.3"],
        "samples": [{"text": "share of copies: 1.01 of 2.0", "origin": {"part": "reproduce"}}],
    }
    item = entry(signatures={"measured-copies": message})
    write_book(tmp_path)
    add_part(tmp_path, "confirm", "it is\n", "print('it is')")
    return str(charts(item, ran(tmp_path, item, printed)))


def test_chart_sets_what_fails_beside_what_is_repaired_with_words_for_both(tmp_path: Path) -> None:
    chart = measuring(
        tmp_path, reproduce="share of copies: 1.01 of 2.0", fix_oil="share of copies: 0.02 of 2.0", confirm="it is"
    )
    assert 'aria-label="share: a failure when share &gt; 0.3: reproduce 1.01 failure; fix_oil 0.02 healthy"' in chart
    assert chart.count("<rect") == 2
    assert "<tr><td>fix_oil</td><td>0.02</td><td>0.3</td><td>healthy</td></tr>" in chart


@pytest.mark.parametrize(
    "printed",
    [
        {"reproduce": "share of copies: 1.01 of 2.0"},
        {"reproduce": "share of copies: 1.01 of 2.0", "fix_oil": "share of copies: 0.9 of 2.0"},
        {"reproduce": "share of copies: nan of 2.0", "fix_oil": "share of copies: 0.1 of 2.0"},
        {"reproduce": "share of copies: -1 of 2.0", "fix_oil": "share of copies: 0.1 of 2.0"},
    ],
)
def test_no_chart_without_a_measure_on_either_side_of_the_limit(tmp_path: Path, printed: dict[str, str]) -> None:
    assert measuring(tmp_path, **printed) == ""


def test_a_record_of_a_part_that_has_changed_is_not_drawn(tmp_path: Path) -> None:
    printed = {"reproduce": "share of copies: 1.01 of 2.0", "fix_oil": "share of copies: 0.02 of 2.0"}
    assert measuring(tmp_path, **printed)
    item = entry(
        signatures={
            "measured-copies": {
                **values()["signatures"]["message"],
                "lines": ["share of copies: <share:float> of <most:float>"],
                "where": ["share > 0.3"],
            }
        }
    )
    given = ran(tmp_path, item, printed)
    add_part(tmp_path, "fix_oil", "oiled twice\n", "print('oiled twice')")
    stale = Proof(item, (), read_parts(tmp_path, SLUG)[0], given.records, None)
    assert charts(item, stale) == ""


def test_charts_of_the_book_exist() -> None:
    found = load_book(ROOT)[0]
    item = found.entries["copy-on-write-memory"]
    assert "share: a failure when share &gt; 0.3" in charts(item, proof_of(found, item))
