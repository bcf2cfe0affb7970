"""The command ``faultbook diagnose`` as its users call it: logs of every kind, forms of the answer, exit codes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FAILED = b"loading\nERROR widget stopped at step 3\n"
HEALTHY = b"step 5 loss 2.1\nTraining complete\n"


# Exit codes.


@pytest.mark.parametrize(
    ("data", "code", "verdict"),
    [
        (HEALTHY, 0, b"no failure\n"),
        (FAILED, 1, b"diagnosed\n"),
        (b"ValueError: boom\n", 1, b"unrecognised: "),
        (b"loading\nloa", 3, b"inconclusive\n"),
    ],
)
def test_the_exit_code_is_that_of_the_verdict(diagnose, write, data, code, verdict):
    result = diagnose(write("a.log", data))

    assert (result.returncode, result.stderr) == (code, b"")
    assert result.stdout.startswith(verdict)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no-such.log"], b"faultbook: cannot read no-such.log: No such file or directory\n"),
        (["empty"], b"faultbook: empty holds no files\n"),
        (["a.log/x"], b"faultbook: cannot read a.log/x: Not a directory\n"),
        (["a.log", "--explain", "no-such"], b"faultbook: no entry 'no-such'\n"),
        (["broken.gz"], b"faultbook: cannot read broken.gz: Not a gzipped file (b'lo')\n"),
        (["broken.zst"], b"faultbook: cannot read broken.zst: zstd decompressor error: Unknown frame descriptor\n"),
        (["core"], b"faultbook: core is no text\n"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_two(diagnose, write, tmp_path, arguments, message):
    (tmp_path / "empty").mkdir()
    write("a.log")
    for suffix in ("gz", "zst"):
        write(f"broken.{suffix}", b"loading, and no archive\n")
    write("core", b"\x7fELF" + bytes(range(256)) * 9)
    result = diagnose(*arguments)

    assert (result.returncode, result.stdout, result.stderr) == (2, b"", message)


def test_no_log_is_wrong_use(diagnose):
    assert diagnose().returncode == 2


def test_a_book_that_is_none_is_wrong_use(tmp_path, write):
    command = [sys.executable, "-m", "faultbook.cli", "diagnose", str(write("a.log")), "--root", str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    assert (result.returncode, result.stderr) == (2, f"faultbook: {tmp_path} holds no folder entries/\n")


# Forms.


def test_the_text_says_what_to_do_about_it(diagnose, write):
    write("a.log")
    text = diagnose("a.log").stdout.decode()

    for part in (
        "First: a.log:2\n",
        ">       2  ERROR widget stopped at step 3\n",
        "The widget stops at step 3\n",
        "Oil the widget.",
    ):
        assert part in text


def test_where_it_cannot_decide_the_text_says_what_to_check_before_a_fix(write):
    line = (
        "[rank3]:[E1130 02:11:00.123 ProcessGroupNCCL.cpp:632] [Rank 3] Watchdog caught collective operation timeout: "
        "WorkNCCL(SeqNum=4711, OpType=ALLREDUCE, NumelIn=1048576, NumelOut=1048576, Timeout(ms)=600000) "
        "ran for 600012 milliseconds before timing out.\n"
    )
    log = write("a.log", line.encode())
    command = [sys.executable, "-m", "faultbook.cli", "diagnose", str(log), "--root", str(ROOT)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    assert result.returncode == 3
    check, fix = (
        result.stdout.index("Check first: Is there a rank without"),
        result.stdout.index("If it is this, a fix ("),
    )
    assert check < fix


def test_nothing_is_coloured_where_nobody_looks(diagnose, write):
    assert b"\x1b" not in diagnose(write("a.log")).stdout


def test_the_json_form_has_what_the_design_promises(diagnose, write):
    write("a.log")
    answer = json.loads(diagnose("a.log", "--json").stdout)

    assert answer["verdict"] == "diagnosed"
    assert {"rank", "host", "line", "time"} <= set(answer["initiating"])
    [item] = answer["diagnoses"]
    assert {"slug", "title", "summary", "signature", "line", "rank", "captures", "fix", "verify", "url"} <= set(item)
    assert (item["slug"], item["line"], item["captures"]) == ("memory/widget", 2, {"step": "3"})
    assert answer["files"] == [{"name": "a.log", "bytes": len(FAILED), "lines": 2, "cut": False, "binary": False}]


def test_both_ways_to_ask_for_json_give_the_same(diagnose, write):
    file = write("a.log")

    assert diagnose(file, "--json").stdout == diagnose(file, "--format", "json").stdout


def test_the_github_form_annotates_and_escapes(diagnose, write):
    write("50%, a:b.log")
    result = diagnose("50%, a:b.log", "--format", "github")

    start = b"::error file=50%25%2C a%3Ab.log,line=2,title=memory/widget::The widget stops at step 3. Fix"
    assert (result.returncode, result.stdout.startswith(start)) == (1, True)
    assert result.stdout.count(b"\n") == 1


def test_the_github_form_of_a_healthy_log_is_a_notice(diagnose, write):
    assert diagnose(write("a.log", HEALTHY), "--format", "github").stdout == b"::notice::no failure\n"


def test_the_message_of_an_annotation_keeps_its_punctuation(diagnose, write):
    write("a.log", b"ValueError: a, b\n")

    assert diagnose("a.log", "--format", "github").stdout.endswith(b": ValueError: a, b\n")


@pytest.mark.parametrize(
    ("data", "level", "rules"), [(FAILED, "error", 1), (b"ValueError: x\n", "error", 0), (HEALTHY, None, 0)]
)
def test_the_sarif_form_has_what_version_2_1_0_requires(diagnose, write, data, level, rules):
    write("a b.log", data)
    log = json.loads(diagnose("a b.log", "--format", "sarif").stdout)

    assert (log["version"], len(log["runs"])) == ("2.1.0", 1)
    driver = log["runs"][0]["tool"]["driver"]
    assert (driver["name"], len(driver["rules"])) == ("faultbook", rules)
    assert all(rule["id"] for rule in driver["rules"])
    results = log["runs"][0]["results"]
    assert [result["level"] for result in results] == ([level] if level else [])
    for result in results:
        assert result["message"]["text"]
        place = result["locations"][0]["physicalLocation"]
        assert place["region"]["startLine"] >= 1
        assert " " not in place["artifactLocation"]["uri"]


def test_explain_of_an_entry_says_how_far_its_signatures_came(diagnose, write):
    write("a.log", HEALTHY)
    result = diagnose("a.log", "--explain", "widget")

    expected = b"memory/widget message: in a.log no line matches 'widget stopped at step <step:int>'\n"
    assert (result.returncode, result.stdout) == (0, expected)


def test_explain_without_an_entry_is_of_all_that_came_somewhere(diagnose, write):
    write("a.log")
    write("b.log", HEALTHY)

    assert diagnose("a.log", "--explain").stdout == b"memory/widget message: matches in a.log\n"
    assert diagnose("--explain", "b.log").stdout == b"no signature matches, and none got beyond its first line\n"


# Nothing leaves the machine, and it starts fast.

NO_NETWORK = """
import sys
def refuse(event, arguments):
    if event.startswith(("socket.", "urllib.", "http.")):
        raise SystemExit(99)
sys.addaudithook(refuse)
from faultbook.cli import main
main()
"""


def test_nothing_leaves_this_machine(diagnose, write):
    file = write("a.log")
    result = diagnose(file, code=NO_NETWORK)

    assert (result.returncode, result.stdout) == (1, diagnose(file).stdout)


def test_help_comes_fast_and_needs_no_book(tmp_path):
    command = [sys.executable, "-m", "faultbook.cli", "diagnose", "--help"]

    def seconds():
        start = os.times().children_user
        result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60)
        assert "Exit codes: 0 no failure, 1 a failure" in result.stdout
        return os.times().children_user - start

    assert min(seconds() for _ in range(3)) < 3  # 0.2 s on an idle machine


def test_a_reader_that_goes_away_is_no_error(book, write):
    command = [sys.executable, "-m", "faultbook.cli", "diagnose", str(write("a.log")), "--root", str(book), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
