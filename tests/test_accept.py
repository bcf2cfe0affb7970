"""Accepting what a part printed: only its text changes, and its dots stay."""

import pytest
from small_book import SLUG, add_part, part, write_book
from typer.testing import CliRunner

from faultbook.cli import app
from faultbook.snippets.accept import accepted_text
from faultbook.snippets.part import read_parts
from faultbook.snippets.run import Outcome, Printed


def accept(tmp_path, expected, output, *, prefix="", breaches=()):
    file = tmp_path / "snippets" / SLUG / "confirm.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(part(f"Say it.\n\n$ python confirm.py\n{expected}", "").replace('"""Say', f'{prefix}"""Say'))
    (found,), problems = read_parts(tmp_path, SLUG)
    assert problems == ()
    printed = (Printed(found.blocks[0], output, matches=False),)
    text, difference, refusal = accepted_text(
        Outcome(found, "cpu", "failed", ("printed something else",), printed, breaches=breaches)
    )
    if text is not None:
        file.write_text(text)
        (found,), problems = read_parts(tmp_path, SLUG)
        assert problems == ()
        text = found.blocks[0].expected
    return text, difference, refusal


@pytest.mark.parametrize(
    ("expected", "output", "accepted"),
    [
        ("old\n", "new\n", "new\n"),
        ("", "new\n", "new\n"),
        ("old\n", "", ""),
        ("loss 0.5\nold\n", "loss 0.512\nnew\n", "loss 0.5\nnew\n"),
        ("Traceback:\n...\nError: a\n", "Traceback:\n  f 1\n  f 2\nError: b\n", "Traceback:\n...\nError: b\n"),
        ("a\n...\nz\n", "a\nb\nz\nnew\n", "a\n...\nz\nnew\n"),
        ("took ... s\nold\n", "took 5 s\n", "took ... s\n"),
        ("old\n", "a\n\nb\n", "a\n\nb\n"),
        ("old\n", 'say """hello""" and \\d\n', 'say """hello""" and \\d\n'),
    ],
)
def test_the_docstring_says_what_was_printed(tmp_path, expected, output, accepted):
    text, _, refusal = accept(tmp_path, expected, output)

    assert (text, refusal) == (accepted, "")


def test_a_raw_docstring_keeps_its_backslashes(tmp_path):
    assert accept(tmp_path, "old\n", "C:\\new\n", prefix="r")[0] == "C:\\new\n"


def test_the_difference_is_shown(tmp_path):
    assert accept(tmp_path, "old\n", "new\n")[1].splitlines()[-2:] == ["-old", "+new"]


def test_a_breach_of_the_contract_is_not_accepted(tmp_path):
    text, _, refusal = accept(
        tmp_path, "old\n", "new\n", breaches=("its output is diagnosed as nothing, not as widget",)
    )

    assert text is None
    assert refusal == "the part is wrong in another way: its output is diagnosed as nothing, not as widget"


@pytest.mark.parametrize("output", ["$ rm -r x\n", ">>> 1\n1\n", "\x00\n"])
def test_output_that_a_docstring_would_read_otherwise_is_refused(tmp_path, output):
    assert accept(tmp_path, "old\n", output)[2] == "the output of '$ python confirm.py' cannot stand in the docstring"


def test_a_traceback_that_the_longer_docstring_moves_is_accepted_at_once(tmp_path):
    root = write_book(tmp_path)
    file = add_part(root, "reproduce", "", "raise RuntimeError('widget stopped at step 3')")
    done = CliRunner().invoke(app, ["run", "widget", "--part", "reproduce", "--accept", "--root", str(root)])

    assert done.exit_code == 0, done.stdout
    number = next(n for n, line in enumerate(file.read_text("utf-8").split("\n"), 1) if line.startswith("raise"))
    assert f'File "reproduce.py", line {number}, in <module>' in file.read_text("utf-8")
