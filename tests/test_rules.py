"""Every rule finds its fault, at its place, in its words, and nothing else."""

import re
from pathlib import Path

import pytest

from faultbook.book import load_book
from faultbook.rules import EXCEPTIONS, RULES, Exemption, check

BAD = Path(__file__).parent / "bad_entries"
ROOT = Path(__file__).parent.parent


def expected():
    """Yield what the marks of the fixtures say, as a Problem is printed."""
    for file in sorted((BAD / "entries").glob("*/*.yaml")):
        path = file.relative_to(BAD).as_posix()
        line_number = 0
        for number, line in enumerate(file.read_text("utf-8", "replace").splitlines(), 1):
            if mark := re.fullmatch(r"#@(\d+) (.+)", line):
                yield f"{path}:{line_number}:{mark[1]}: {mark[2]}"
            else:
                line_number = number
    yield from (BAD / "expected.txt").read_text("utf-8").splitlines()


def found():
    book, problems = load_book(BAD)
    return [str(problem) for problem in (*problems, *check(book))]


def test_every_fault_is_found_at_its_mark_and_none_besides():
    assert sorted(found()) == sorted(expected())


def test_every_rule_has_a_fixture_and_every_fixture_a_rule():
    rules = {text.split(": ")[1] for text in expected()}

    assert rules == {rule.name for rule in RULES}


def test_every_fixture_shows_a_fault():
    faulty = {text.partition(":")[0] for text in found()}
    # Only the second of two is told.
    one_sided = {"entries/training/near-title-one.yaml", "entries/data/taken-id.yaml"}

    shown = {file.relative_to(BAD).as_posix() for file in (BAD / "entries").glob("*/*.yaml")}
    by_part = {
        f"entries/training/{name}.yaml" for name in ("fix-orphan", "part", "part-broken", "part-misnamed", "record")
    }
    assert shown - faulty == one_sided | by_part


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_explains_itself(rule):
    for heading in ("**Why**:", "**Wrong**:", "**Right**:"):
        assert heading in rule.docs
    assert rule.summary.endswith(".")


def test_the_check_of_some_entries_is_the_same_as_theirs_in_the_check_of_all():
    book, _ = load_book(BAD)
    all_of_them = check(book)
    some = check(book, {"filler", "part"})

    assert [problem.rule for problem in some] == ["filler", "part"]
    assert set(some) <= set(all_of_them)


def test_an_exemption_covers_its_file_and_is_a_problem_when_it_is_not_needed():
    book, _ = load_book(BAD)
    needed = Exemption("filler", "entries/training/filler.yaml", "quoted from a log")
    needless = Exemption("filler", "entries/training/where.yaml", "once")
    elsewhere = Exemption("filler", "entries/training/not-of-this-book.yaml", "of another book")
    with_them = {str(problem) for problem in check(book, exceptions=(needed, needless, elsewhere))}
    without = {str(problem) for problem in check(book)}

    assert without - with_them == {"entries/training/filler.yaml:34:9: filler: 'Simply' says nothing"}
    assert with_them - without == {
        "entries/training/where.yaml:1:1: exception: the file does not break 'filler', from which it is exempt"
    }


def test_the_list_of_exceptions_can_only_shrink():
    assert len(EXCEPTIONS) == 0


def test_the_book_itself_is_clean():
    book, problems = load_book(ROOT)

    assert [str(problem) for problem in (*problems, *check(book))] == []
