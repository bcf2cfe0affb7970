"""The contract of parts: a reproduce fails as its entry, a fix passes as nothing, and each prints what it says."""

import json

import pytest

from faultbook.book import load_book
from faultbook.session import Session, junit
from faultbook.snippets.gate import proof_of
from faultbook.snippets.part import read_parts
from faultbook.snippets.record import read_records, record_path

ENTRY = """\
title: A widget that jams when it is turned twice
status: draft
severity: low
layer: model
phase: [training]
stacks: [pytorch]
summary: The widget jams on its second turn; turn it once.
affects: [{package: pip, versions: ">=1"}]
symptoms: [{see: It stops., because: It jams.}]
signatures:
  jam:
    role: initiating
    strength: certain
    lines: ["WidgetError: the widget jammed after <turns:int> turns"]
    samples:
      - text: "WidgetError: the widget jammed after 2 turns"
        captures: {turns: "2"}
        origin: {part: reproduce}
confirm: [{ask: Was it turned twice?, yes_when: it was}]
cause: Two turns.
scale: The same.
fixes:
  one-turn: {do: Turn once., cost: none, risk: read-only, verify: it runs, rollback: turn twice, takes: 1 min}
prevention: [Count turns.]
perspectives: {executive: cheap, engineer: count, on_call: once}
sources:
  - {part: reproduce, title: its run, supports: [affects, symptoms, cause, scale, fixes, prevention]}
"""
HEAD = '# /// script\n# requires-python = ">=3.11"\n# dependencies = []\n# [tool.faultbook]\n# timeout = 10\n# ///\n'
REPRODUCE = (
    HEAD
    + '''"""Turn it twice.

$ python reproduce.py
Traceback (most recent call last):
...
WidgetError: the widget jammed after 2 turns
"""


class WidgetError(Exception):
    """It jams."""

    __module__ = "builtins"


turns = 0
for _ in range(2):
    turns += 1
    if turns == 2:
        raise WidgetError(f"the widget jammed after {turns} turns")
'''
)
FIX = (
    HEAD
    + '''"""Turn it once.

$ python fix_one_turn.py
1 turn, load 0.33

>>> double(2)
4
"""


def double(number):
    return 2 * number


if __name__ == "__main__":
    print(f"{1} turn, load {1 / 3:.4f}")
'''
)
SLUG = "training/widget-jam"


@pytest.fixture
def book_root(tmp_path):
    (tmp_path / "entries/training").mkdir(parents=True)
    (tmp_path / "entries/training/widget-jam.yaml").write_text(ENTRY)
    folder = tmp_path / "snippets" / SLUG
    folder.mkdir(parents=True)
    (folder / "reproduce.py").write_text(REPRODUCE)
    (folder / "fix_one_turn.py").write_text(FIX)
    return tmp_path


def run(root, **options):
    said = []
    session = Session(load_book(root)[0], said.append)
    entries = list(session.book.entries.values())
    steps = session.plan(entries, "auto", **options)
    return {result.part.name: result for result in session.run(steps, provision=False, accept=False)}, said


def rewrite(root, name, *changes):
    file = root / "snippets" / SLUG / name
    text = file.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text)


def test_a_good_pair_passes_and_is_recorded(book_root):
    results, _ = run(book_root)
    record = read_records(book_root, SLUG)[0]["reproduce", "cpu"]

    assert {name: result.reasons for name, result in results.items()} == {"reproduce": (), "fix_one_turn": ()}
    assert (record.outcome, record.diagnosed_as, record.signatures, record.captures) == (
        "passed",
        "widget-jam",
        ("jam",),
        {"turns": "2"},
    )


def test_a_record_is_canonical_json_with_one_newline(book_root):
    run(book_root)
    text = record_path(book_root, SLUG, "reproduce", "cpu").read_text()

    assert text == json.dumps(json.loads(text), indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    assert str(book_root) not in text


def test_swapping_reproduce_and_fix_turns_both_red(book_root):
    folder = book_root / "snippets" / SLUG
    reproduce = (folder / "reproduce.py").read_text().replace("reproduce.py", "fix_one_turn.py")
    fix = (folder / "fix_one_turn.py").read_text().replace("fix_one_turn.py", "reproduce.py")
    (folder / "fix_one_turn.py").write_text(reproduce)
    (folder / "reproduce.py").write_text(fix)
    results, _ = run(book_root)

    assert "did not fail: it ended with exit code 0" in results["reproduce"].reasons
    assert "its output is diagnosed as nothing, not as widget-jam" in results["reproduce"].reasons
    assert "ended with exit code 1, not 0" in results["fix_one_turn"].reasons
    assert "its output is still diagnosed as widget-jam" in results["fix_one_turn"].reasons


def test_a_fix_that_still_prints_a_hint_of_its_own_entry_fails(book_root):
    entry = book_root / "entries/training/widget-jam.yaml"
    entry.write_text(ENTRY.replace("strength: certain", "strength: hint"))
    rewrite(book_root, "fix_one_turn.py", ("1 turn, load 0.33\n", "WidgetError: the widget jammed after 2 turns\n"))
    rewrite(
        book_root,
        "fix_one_turn.py",
        ('f"{1} turn, load {1 / 3:.4f}"', '"WidgetError: the widget jammed after 2 turns"'),
    )

    assert run(book_root)[0]["fix_one_turn"].reasons == ("its output still shows signature 'jam' of widget-jam",)


def test_a_message_that_is_only_printed_is_not_a_failure(book_root):
    rewrite(
        book_root,
        "reproduce.py",
        ('raise WidgetError(f"the', 'print(f"Traceback (most recent call last):\\n\\nWidgetError: the'),
    )

    assert run(book_root)[0]["reproduce"].reasons == ("did not fail: it ended with exit code 0",)


def test_other_output_is_shown_as_a_difference(book_root):
    rewrite(book_root, "fix_one_turn.py", ("1 turn, load 0.33\n", "2 turns, load 0.33\n"))
    (reason,) = run(book_root)[0]["fix_one_turn"].reasons

    assert "-2 turns, load 0.33" in reason
    assert "+1 turn, load 0.3333" in reason
    assert reason.endswith("\n(--accept puts it in)")


def test_a_difference_shows_only_the_line_that_differs_and_keeps_the_dots(book_root):
    rewrite(book_root, "reproduce.py", ("jammed after 2 turns\n", "jammed after 3 turns\n"))
    (reason,) = run(book_root)[0]["reproduce"].reasons

    assert [line for line in reason.splitlines() if line[:1] in "+-" and line[:3] not in {"+++", "---"}] == [
        "-WidgetError: the widget jammed after 3 turns",
        "+WidgetError: the widget jammed after 2 turns",
    ]


@pytest.mark.parametrize(("needs", "address"), [("", "127.0.0.1"), ("# needs = {network = true}\n", "")])
def test_torchrun_meets_itself_on_the_loopback_where_the_network_is_cut(book_root, needs, address):
    rewrite(
        book_root,
        "fix_one_turn.py",
        ("# timeout = 10\n", f"# timeout = 10\n{needs}"),
        ("1 turn, load 0.33\n", f"at {address}\n"),
        ('f"{1} turn, load {1 / 3:.4f}"', '"at " + __import__("os").environ.get("PET_LOCAL_ADDR", "")'),
    )

    assert run(book_root)[0]["fix_one_turn"].reasons == ()


def test_a_part_that_asks_for_a_host_is_told_that_it_has_no_network(book_root):
    rewrite(
        book_root,
        "fix_one_turn.py",
        (
            '    print(f"{1} turn',
            '    import socket\n\n    socket.getaddrinfo("example.org", 443)\n    print(f"{1} turn',
        ),
    )
    result = run(book_root)[0]["fix_one_turn"]

    suffix = " (parts have no network)" if result.network == "cut" else ""
    assert result.reasons[0] == f"ended with exit code 1, not 0{suffix}"
    assert "--accept" not in "".join(result.reasons)


def test_a_wrong_example_fails(book_root):
    rewrite(book_root, "fix_one_turn.py", (">>> double(2)\n4", ">>> double(2)\n5"))

    assert any(">>> examples fail" in reason for reason in run(book_root)[0]["fix_one_turn"].reasons)


def test_a_part_that_hangs_fails_with_its_time(book_root):
    rewrite(
        book_root,
        "fix_one_turn.py",
        ("timeout = 10", "timeout = 1"),
        ("    print(", "    import time; time.sleep(60); print("),
    )

    assert any("took longer than 1 s" in reason for reason in run(book_root)[0]["fix_one_turn"].reasons)


def test_a_missing_dependency_is_a_skip_with_the_reason_and_leaves_no_record(book_root):
    rewrite(book_root, "fix_one_turn.py", ("dependencies = []", 'dependencies = ["no-such-package-of-ours==1.0"]'))
    result = run(book_root)[0]["fix_one_turn"]

    assert (result.state, result.reasons) == (
        "skipped",
        ("needs no-such-package-of-ours==1.0; run with --provision (it may fetch gigabytes)",),
    )
    assert ("fix_one_turn", "cpu") not in read_records(book_root, SLUG)[0]


def test_a_part_for_another_gpu_is_not_run_here(book_root):
    rewrite(book_root, "fix_one_turn.py", ("# timeout", '# targets = ["sm_75"]\n# timeout'))
    _, problems = read_parts(book_root, SLUG)

    assert [problem.rule for problem in problems] == ["part"]
    rewrite(book_root, "fix_one_turn.py", ("sm_75", "sm_121"))
    session = Session(load_book(book_root)[0], print)
    steps = session.plan(session.book.entries.values(), "sm_121")
    (result,) = session.run(steps, provision=False, accept=False)

    assert result.state == "skipped"
    assert result.reasons[0].startswith("needs a GPU of target sm_121; this machine has ")


def test_stale_means_changed_failed_or_never_run(book_root):
    run(book_root)
    assert run(book_root, stale=True)[0] == {}

    rewrite(book_root, "fix_one_turn.py", ("Turn it once.", "Turn it but once."))
    assert list(run(book_root, stale=True)[0]) == ["fix_one_turn"]


def test_a_change_of_an_imported_module_makes_a_part_stale(book_root):
    folder = book_root / "snippets" / SLUG
    (folder / "widget.py").write_text("LOAD = 1\n")
    rewrite(book_root, "fix_one_turn.py", ("def double", "import widget  # noqa\n\n\ndef double"))
    run(book_root)
    (folder / "widget.py").write_text("LOAD = 2\n")

    assert list(run(book_root, stale=True)[0]) == ["fix_one_turn"]


def test_accept_rewrites_only_what_differs_in_print(book_root):
    rewrite(book_root, "fix_one_turn.py", ("1 turn, load 0.33\n", "something else\n"))
    said = []
    session = Session(load_book(book_root)[0], said.append)
    session.run(session.plan(session.book.entries.values(), "cpu"), provision=False, accept=True)

    assert (
        "$ python fix_one_turn.py\n1 turn, load 0.3333\n\n>>> double(2)"
        in (book_root / "snippets" / SLUG / "fix_one_turn.py").read_text()
    )
    assert any("-something else" in line for line in said)


def test_accept_refuses_when_the_diagnosis_changes(book_root):
    rewrite(book_root, "reproduce.py", ("the widget jammed after {turns}", "the widget stuck after {turns}"))
    before = (book_root / "snippets" / SLUG / "reproduce.py").read_text()
    said = []
    session = Session(load_book(book_root)[0], said.append)
    session.run(session.plan(session.book.entries.values(), "cpu"), provision=False, accept=True)

    assert (book_root / "snippets" / SLUG / "reproduce.py").read_text() == before
    assert any(
        "not accepted: the part is wrong in another way: its output is diagnosed as nothing" in line for line in said
    )


def test_shards_share_the_parts_and_lose_none(book_root):
    session = Session(load_book(book_root)[0], print)
    entries = list(session.book.entries.values())
    shares = [{step.name for step in session.plan(entries, "cpu", shard=f"{i}/3")} for i in (1, 2, 3)]

    assert sum(map(len, shares)) == len(set.union(*shares)) == 2


def test_the_gate_wants_records_and_origins(book_root):
    book, _ = load_book(book_root)
    entry = book.entries["widget-jam"]
    before = proof_of(book, entry).lacks
    run(book_root)
    session = Session(book, print)
    assert session.trace([entry]) == 0

    assert any("reproduce was not yet run on cpu" in lack for lack in before)
    assert any("not yet traced" in lack for lack in before)
    assert proof_of(book, entry).lacks == ()
    assert proof_of(book, entry).targets == ("cpu",)

    rewrite(book_root, "reproduce.py", ("Turn it twice.", "Turn it two times."))
    assert proof_of(book, entry).lacks == (
        "reproduce has changed since its record on cpu; run: faultbook run widget-jam --part reproduce",
    )


def test_junit_holds_failures_and_skips(book_root):
    rewrite(book_root, "reproduce.py", ("if turns == 2", "if turns == 9"))
    results = run(book_root)[0].values()

    assert 'failures="1"' in junit(results)
    assert "did not fail" in junit(results)
