"""The matrix of a CI: the stale parts of each target, shared out over jobs."""

import json

import pytest
from small_book import FIX, SLUG, add_part, write_book
from typer.testing import CliRunner

from faultbook.book import load_book
from faultbook.cli import app
from faultbook.fleet.matrix import TooFewJobsError, jobs_of
from faultbook.session import Session
from faultbook.snippets.record import read_records, write_record


def matrix(root, *options):
    result = CliRunner().invoke(app, ["ci", "matrix", "--root", str(root), *options])
    assert result.exit_code == 0, result.output
    assert result.stdout.count("\n") == 1  # GITHUB_OUTPUT takes one line
    return json.loads(result.stdout)["include"]


def run_cpu(root):
    book = load_book(root)[0]
    session = Session(book, lambda _: None)
    session.run(session.plan(book.entries.values(), "cpu"), provision=False, accept=False)


@pytest.fixture
def book(tmp_path):
    """A book whose CPU parts ran, with ten parts for sm_90 that never did."""
    write_book(tmp_path)
    for number in range(10):
        add_part(tmp_path, f"confirm_{number}", "oiled\n", FIX, head='targets = ["sm_90"]')
    run_cpu(tmp_path)
    return tmp_path


def test_only_targets_with_stale_parts_are_listed(book):
    assert matrix(book) == [{"target": "sm_90", "shard": "1/1", "parts": 10, "minutes": 10, "name": "sm_90-1-of-1"}]


def test_a_part_that_changed_is_stale_again_on_the_cpu(book):
    add_part(book, "fix_oil", "oiled\n", FIX + "\nprint(end='')")
    rows = matrix(book)
    assert [(row["target"], row["parts"]) for row in rows] == [("cpu", 1), ("sm_90", 10)]


def test_a_book_without_stale_parts_gives_the_empty_list_that_the_workflow_looks_for(book):
    result = CliRunner().invoke(app, ["ci", "matrix", "--root", str(book), "--target", "cpu"])
    assert (result.exit_code, result.stdout) == (0, '{"include":[]}\n')


def test_long_targets_are_cut_into_shares_that_hold_each_part_once(book):
    records = read_records(book, SLUG)[0]
    write_record(book, records["fix_oil", "cpu"].model_copy(update={"seconds": 1200.0}))
    for number in range(10):
        record = records["fix_oil", "cpu"].model_copy(
            update={"part": f"confirm_{number}", "target": "sm_90", "seconds": 600.0, "digest": "of another text"}
        )
        write_record(book, record)
    rows = matrix(book, "--minutes", "20")
    assert sum(row["parts"] for row in rows) == 10
    assert len(rows) > 2
    assert {row["shard"].partition("/")[2] for row in rows} == {"5"}
    assert all(row["minutes"] == 10 * row["parts"] for row in rows)
    assert len({row["name"] for row in rows}) == len(rows)


def test_jobs_are_never_more_than_allowed_and_the_longest_target_gets_them(book):
    for number in range(3):
        add_part(book, f"prevent_{number}", "oiled\n", FIX, head='targets = ["sm_120"]')
    rows = matrix(book, "--minutes", "1", "--max-jobs", "4")
    assert len(rows) <= 4
    assert {row["shard"].partition("/")[2] for row in rows if row["target"] == "sm_90"} == {"3"}
    assert [row["shard"] for row in rows if row["target"] == "sm_120"] == ["1/1"]


def test_fewer_jobs_than_targets_are_refused(book):
    book_ = load_book(book)[0]
    steps = [step for target in ("cpu", "sm_90") for step in Session(book_, print).plan(book_.entries.values(), target)]
    with pytest.raises(TooFewJobsError, match="parts of 2 targets are stale"):
        jobs_of(steps, {step.name: 1.0 for step in steps}, most=1, minutes=1)


def test_a_mistyped_target_is_named_with_the_one_that_was_meant(book):
    result = CliRunner().invoke(app, ["ci", "matrix", "--root", str(book), "--target", "sm_9"])
    assert result.exit_code == 2
    assert result.stderr == "faultbook: no target 'sm_9'; did you mean 'sm_90'?\n"
