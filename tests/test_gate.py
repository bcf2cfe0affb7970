"""What keeps an entry from being proven: each reason names what is lacking."""

import datetime as dt
import json

import pytest
from builders import values
from small_book import FIX, SLUG, add_part, write_book

from faultbook.book import load_book
from faultbook.rules import check
from faultbook.session import Session
from faultbook.snippets.gate import gate, proof_of
from faultbook.snippets.record import now, read_records, write_record

MESSAGE = values()["signatures"]["message"]


def prove(root):
    """Run and trace everything of the book at *root*."""
    session = Session(load_book(root)[0], lambda _: None)
    entries = tuple(session.book.entries.values())
    session.run(session.plan(entries, "cpu"), provision=False, accept=False)
    session.trace(entries)


def lacks(root):
    book, problems = load_book(root)
    assert problems == ()
    return proof_of(book, book.entries["widget"]).lacks


@pytest.fixture
def proven(tmp_path):
    prove(write_book(tmp_path))
    assert lacks(tmp_path) == ()
    return tmp_path


def redate(root, part, days, **changes):
    record = read_records(root, SLUG)[0][part, "cpu"]
    write_record(root, record.model_copy(update={"time": now() - dt.timedelta(days=days), **changes}))


def test_a_proven_entry_says_on_which_targets(proven):
    book, _ = load_book(proven)
    (proof,) = gate(book).values()

    assert (proof.proven, proof.targets) == (True, ("cpu",))


def test_an_entry_with_problems_is_not_proven(proven):
    book, _ = load_book(proven)

    assert proof_of(book, book.entries["widget"], problems=2).lacks == ("the check finds 2 problems in it",)


def test_a_record_that_is_gone_is_named(proven):
    (proven / "evidence" / SLUG / "fix_oil@cpu.json").unlink()

    assert lacks(proven) == (
        "fix_oil was not yet run on cpu; run: faultbook run widget --part fix_oil",
        "the record fix_oil@cpu is gone since the entry's texts were traced",
    )


def test_the_record_of_a_second_target_that_is_gone_is_named(proven):
    add_part(proven, "fix_oil", "oiled\n", FIX, head='targets = ["cpu", "sm_90"]')
    prove(proven)
    record = read_records(proven, SLUG)[0]["fix_oil", "cpu"]
    path = write_record(proven, record.model_copy(update={"target": "sm_90"}))
    book, _ = load_book(proven)
    Session(book, lambda _: None).trace(book.entries.values())
    assert lacks(proven) == ()
    path.unlink()

    assert lacks(proven) == ("the record fix_oil@sm_90 is gone since the entry's texts were traced",)


def test_a_part_that_failed_last_is_named_with_its_reason(proven):
    redate(proven, "fix_oil", 1, outcome="failed", reasons=("its output is still diagnosed as widget\nmore",))

    assert lacks(proven)[0].endswith(": its output is still diagnosed as widget")


def test_a_record_older_than_a_year_is_named(proven):
    redate(proven, "fix_oil", 400)

    assert lacks(proven) == ("the record fix_oil@cpu is 400 days old; run: faultbook run widget --part fix_oil",)


def test_a_part_that_changed_since_is_named(proven):
    add_part(proven, "fix_oil", "oiled well\n", "print('oiled well')")

    assert lacks(proven) == ("fix_oil has changed since its record on cpu; run: faultbook run widget --part fix_oil",)


def test_a_gpu_part_that_was_not_run_says_the_command_with_its_target(proven):
    add_part(proven, "confirm", "ok\n", "print('ok')", head='targets = ["sm_90", "sm_120"]')

    assert lacks(proven) == (
        "confirm was not yet run on sm_90 or sm_120; run: faultbook run widget --part confirm --target sm_90",
    )


def test_of_a_part_that_cannot_be_read_only_that_is_told(proven):
    for name in ("reproduce", "fix_oil"):
        add_part(proven, name, "ok\n", "print('ok'")
    book, _ = load_book(proven)
    told = [problem.rule for problem in check(book) if problem.rule != "unsupported"]

    assert [lack.partition(": ")[2] for lack in lacks(proven)] == ["part: not Python: '(' was never closed"] * 2
    assert told == ["no-near-miss", "part", "part"]


def test_a_fix_part_that_is_gone_is_named(proven):
    (proven / "snippets" / SLUG / "fix_oil.py").unlink()

    assert lacks(proven) == (
        "fix 'oil' has no part fix_oil.py and does not say why it is unproven",
        "the record fix_oil@cpu is of a part that is gone",
    )


def test_an_entry_that_was_never_traced_says_the_command(proven):
    (proven / "evidence" / SLUG / "origins.json").unlink()

    assert lacks(proven) == ("its texts and sources were not yet traced; run: faultbook run --origins widget",)


def test_a_broken_trace_is_told_and_does_not_pass(proven):
    (proven / "evidence" / SLUG / "origins.json").write_text("[]")

    assert "the file is no record of origins" in lacks(proven)[0]


def test_each_text_and_source_that_came_or_went_since_the_trace_is_named(proven):
    (proven / "entries" / f"{SLUG}.yaml").unlink()
    for file in (proven / "snippets" / SLUG).iterdir():
        file.unlink()
    sample = MESSAGE["samples"][0] | {"text": "ERROR widget stopped at step 4", "captures": {"step": "4"}}
    near = {"text": "widget paused at step 3", "is": "healthy", "because": "A pause."}
    (proven / "entries/memory").rmdir()
    (proven / "snippets" / SLUG).rmdir()
    write_book(
        proven,
        signatures={"message": MESSAGE | {"samples": [sample], "near_misses": [near]}},
        sources=[{"url": "https://example.org/new", "title": "New", "supports": ["cause"]}],
    )
    trace = "run: faultbook run --origins widget"

    assert lacks(proven) == (
        f"sample of 'message' is new or changed since it was traced: 'ERROR widget stopped at step 4'; {trace}",
        f"near miss of 'message' is new or changed since it was traced: 'widget paused at step 3'; {trace}",
        f"source of 'https://example.org/new' is new or changed since it was traced: 'New'; {trace}",
        f"sample of 'message' is gone since it was traced: 'ERROR widget stopped at step 3'; {trace}",
        f"source of 'https://example.org/oil' is gone since it was traced: 'The oil manual'; {trace}",
    )


def test_without_a_reproduce_part_a_signature_needs_a_release_or_a_document(tmp_path):
    sample = MESSAGE["samples"][0] | {"origin": {"part": "confirm"}}
    write_book(tmp_path, signatures={"message": MESSAGE | {"samples": [sample]}})
    (tmp_path / "snippets" / SLUG / "reproduce.py").unlink()
    add_part(tmp_path, "confirm", "ERROR widget stopped at step 3\n", "print('ERROR widget stopped at step 3')")
    prove(tmp_path)

    assert lacks(tmp_path) == (
        "there is no reproduce part, and no sample of 'message' comes from a release or a document",
    )


def test_a_record_holds_what_the_gate_needs_and_where_it_ran(proven):
    content = json.loads((proven / "evidence" / SLUG / "reproduce@cpu.json").read_text("utf-8"))

    assert content["limits"]["seconds"] == 60
    assert content["device"] == "CPU"
    assert content["network"] == "cut" or content["network"].startswith("could not be cut: ")
