"""The command line as its users call it: output, exit codes, one-line messages for wrong use."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from small_book import FIX, REPRODUCE, add_part, write_book

ROOT = Path(__file__).parent.parent


def faultbook(*arguments, cwd=ROOT):
    command = [sys.executable, "-m", "faultbook.cli", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture
def empty_book(tmp_path):
    (tmp_path / "entries").mkdir()
    return tmp_path


def test_the_book_is_clean():
    result = faultbook("check")

    assert (result.returncode, result.stdout[-20:]) == (0, result.stdout[-20:]), result.stdout
    assert "no problems" in result.stdout


def test_problems_exit_with_one_and_have_a_json_form(empty_book):
    (empty_book / "entries" / "memory").mkdir()
    (empty_book / "entries" / "memory" / "x.yaml").write_text("title: [\n")
    result = faultbook("check", "--format", "json", cwd=empty_book)

    assert result.returncode == 1
    assert [problem["rule"] for problem in json.loads(result.stdout)] == ["document"]


def test_the_github_form_annotates(empty_book):
    (empty_book / "entries" / "memory").mkdir()
    (empty_book / "entries" / "memory" / "x.yaml").write_text("title: [\n")
    result = faultbook("check", "--format", "github", cwd=empty_book)

    assert result.stdout.startswith("::error file=entries/memory/x.yaml,line=2,col=1,")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "no-such-id"], "faultbook: no entry 'no-such-id'; list them with: faultbook explain"),
        (["explain", "no-such-thing"], "faultbook: 'no-such-thing' is neither a rule nor an entry"),
        (["new", "memroy/x"], "faultbook: 'memroy' is no area; the areas are "),
        (["new", "memory/Bad Id"], "faultbook: 'Bad Id' is no id; use lower case, digits and single hyphens"),
        (["new", "memory/x", "--from", "no-such.log"], "faultbook: cannot read no-such.log: No such file or directory"),
        (["run", "--target", "h100"], "faultbook: no target 'h100'; the targets are auto, cpu, sm_80, "),
        (["check", "--root", "/nowhere"], "faultbook: /nowhere holds no folder entries/"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_two(empty_book, arguments, message):
    result = faultbook(*arguments, cwd=empty_book)

    assert result.returncode == 2
    assert result.stderr.startswith(message)
    assert result.stderr.count("\n") == 1


def test_outside_a_book_the_message_says_what_to_do(tmp_path):
    result = faultbook("check", cwd=tmp_path)

    assert (result.returncode, result.stderr) == (
        2,
        "faultbook: no folder entries/ here or above; change into a book or name it with --root\n",
    )


def test_a_new_entry_from_a_log_is_written_once_and_never_over_another(empty_book):
    (empty_book / "crash.log").write_text("RuntimeError: something odd at 0x7f3 after 12 ms\n")
    first = faultbook("new", "memory/odd", "--from", "crash.log", cwd=empty_book)
    second = faultbook("new", "memory/odd", cwd=empty_book)

    assert (first.returncode, second.returncode) == (0, 2)
    assert (
        "something odd at <hex1:hex> after <duration1:duration>" in (empty_book / "entries/memory/odd.yaml").read_text()
    )
    assert (empty_book / "snippets/memory/odd/reproduce.py").is_file()
    assert "exists already" in second.stderr
    assert first.stdout.startswith("from line 1 of crash.log: RuntimeError: something odd at 0x7f3 after 12 ms\n")


def test_a_new_entry_may_not_have_an_id_of_another_area(empty_book):
    faultbook("new", "data/odd", cwd=empty_book)
    result = faultbook("new", "memory/odd", cwd=empty_book)

    assert result.returncode == 2
    assert result.stderr.endswith("entries/data/odd.yaml exists already; choose another id\n")
    assert not (empty_book / "entries/memory").exists()


@pytest.mark.parametrize("name", ["x", "memory/x", "entries/memory/x.yaml", "./entries/memory/x.yaml"])
def test_an_entry_is_named_by_id_by_area_or_by_path_and_counts_though_it_cannot_be_read(empty_book, name):
    (empty_book / "entries" / "memory").mkdir()
    (empty_book / "entries" / "memory" / "x.yaml").write_text("title: [\n")
    (empty_book / "entries" / "memory" / "yx.yaml").write_text("title: [\n")

    assert faultbook("check", name, cwd=empty_book).stderr == "1 entry: 1 problem\n"
    assert faultbook("check", cwd=empty_book).stderr == "2 entries: 2 problems\n"


def test_explain_without_a_name_lists_rules_and_entries(tmp_path):
    result = faultbook("explain", cwd=write_book(tmp_path))

    assert result.returncode == 0
    assert "  versions           Versions are ranges and releases as PEP 440 writes them.\n" in result.stdout
    assert "  memory/widget\n    The widget stops at step 3\n" in result.stdout


@pytest.mark.parametrize(
    ("head", "dependencies", "arguments", "code", "told"),
    [
        ("", '"no-such-package-of-ours"', [], 1, "nothing of memory/widget could run here"),
        ('targets = ["sm_80"]', "", ["--target", "cpu"], 1, "nothing to run on cpu; the parts are for sm_80"),
        ('group = "heavy"', "", [], 1, "what could run here is of the group 'heavy'; run with --heavy"),
        ("", "", ["--part", "fix_oli"], 2, "no part 'fix_oli'; the parts are fix_oil, reproduce"),
        ("", "", [], 0, "2 passed, 0 failed, 0 skipped"),
    ],
)
def test_a_run_of_a_named_entry_that_shows_nothing_is_no_success(tmp_path, head, dependencies, arguments, code, told):
    root = write_book(tmp_path)
    add_part(root, "reproduce", "ERROR widget stopped at step 3\n", REPRODUCE, head=head, dependencies=dependencies)
    add_part(root, "fix_oil", "oiled\n", FIX, head=head, dependencies=dependencies)
    result = faultbook("run", "widget", *arguments, cwd=root)

    assert (result.returncode, told in result.stdout + result.stderr) == (code, True), result.stdout + result.stderr


def test_every_placeholder_of_a_new_entry_is_reported(empty_book):
    faultbook("new", "memory/odd", cwd=empty_book)
    result = faultbook("check", "odd", cwd=empty_book)

    assert result.returncode == 1


def test_a_generated_file_that_differs_is_named_with_the_repair(empty_book):
    (empty_book / "entries" / "entry.schema.json").write_text("{}")
    before = faultbook("generate", "--check", cwd=empty_book)
    faultbook("generate", cwd=empty_book)
    after = faultbook("generate", "--check", cwd=empty_book)

    assert (before.returncode, after.returncode) == (1, 0)
    assert "run: faultbook generate" in before.stderr


def test_the_counts_of_a_readme_are_generated_and_those_of_any_other_text_left(tmp_path):
    mark = "<!-- {}faultbook stats{} -->"
    write_book(tmp_path)
    readme = tmp_path / "README.md"
    text = "one\n{}\nold\n{}\ntwo\n".format(
        mark.format("", ": written by faultbook generate"), mark.format("end of ", "")
    )
    readme.write_text(text)
    before = faultbook("generate", "--check", cwd=tmp_path)
    faultbook("generate", cwd=tmp_path)

    assert (before.returncode, faultbook("generate", "--check", cwd=tmp_path).returncode) == (1, 0)
    assert readme.read_text().startswith(text[: text.index("old")] + "**1 entry** (memory 1).")
    assert readme.read_text().endswith(text[text.index("old") + 4 :])


def test_stats_counts_entries_and_what_they_stand_on(tmp_path):
    write_book(tmp_path)
    counts = json.loads(faultbook("stats", "--json", cwd=tmp_path).stdout)
    shown = faultbook("stats", cwd=tmp_path).stdout

    assert (counts["entries"], counts["area"]["memory"], counts["area"]["data"]) == (1, [1, 0], [0, 0])
    assert counts["proof"] == {"waits for a run": 1}
    assert shown.startswith("1 entries, 0 proven\n")


def test_version_and_help_exit_cleanly():
    assert faultbook("--version").stdout.startswith("faultbook ")
    assert "check" in faultbook("--help").stdout
