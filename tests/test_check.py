"""`faultbook check`: what it found before is right or not used, and its forms."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from clean_book import ENTRY, OTHER, clean_book, faultbook, replace, replace_all, told
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft4Validator
from small_book import FIX, REPRODUCE, add_part, write_book

from faultbook import checking, earlier
from faultbook.checking import check_folder

SARIF = (
    Path(__file__).parent.parent / "build/node/node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"
)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("SITE_URL", raising=False)
    return tmp_path / "cache/faultbook/checks"


@pytest.fixture
def root(tmp_path):
    return clean_book(tmp_path / "book")


# What was found before


def test_the_small_book_is_clean(root):
    assert told(root) == []


def test_what_has_not_changed_is_not_looked_at_again(root, monkeypatch):
    replace(root, "Oil it.", "Simply oil it.")
    first = check_folder(root)
    monkeypatch.setattr(checking, "_check", lambda *_: pytest.fail("the book was read"))

    assert check_folder(root) == first
    assert [problem.rule for problem in first.problems] == ["filler"]


def test_an_unchanged_book_is_checked_without_what_models_entries(root):
    faultbook(root, "check")
    code = "import sys; from faultbook.cli import main; sys.argv = ['faultbook', 'check']\ntry: main()\nfinally: print('pydantic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)

    assert done.stdout == "1 entry: no problems\nFalse\n"


SPOILT = {
    "empty": lambda file, database: (file.write_text(""), database.write_text("")),
    "no object": lambda file, _: file.write_text("[]"),
    "another whole": lambda file, _: other(file, whole=""),
    "no paths": lambda file, _: other(file, paths=None),
    "cut off": lambda file, database: (other(file, whole=""), database.write_bytes(database.read_bytes()[:5000])),
    "no database": lambda file, database: (other(file, whole=""), database.write_text("no database")),
    "gone": lambda file, database: (other(file, whole=""), database.unlink()),
    "no rows": lambda file, database: (other(file, whole=""), change(database, "DELETE FROM entries")),
    "no facts": lambda file, database: (other(file, whole=""), change(database, "DELETE FROM facts", "UPDATE about SET content = '{}' WHERE name = 'rules'")),
    "other rows": lambda file, database: (other(file, whole=""), change(database, "UPDATE entries SET rests = '[]'")),
    "no rules": lambda file, database: (other(file, whole=""), change(database, "UPDATE about SET content = 'x' WHERE name = 'rules'")),
}  # fmt: skip


def other(file, **values):
    file.write_text(json.dumps(json.loads(file.read_text()) | values))


def change(database, *statements):
    with contextlib.closing(sqlite3.connect(database)) as opened, opened:
        for statement in statements:
            assert opened.execute(statement).rowcount


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT.keys())
def test_what_was_kept_and_is_broken_is_as_nothing(root, cache, spoil):
    replace(root, "Oil it.", "Simply oil it.")
    expected = told(root)
    (file,) = cache.glob("*.json")
    spoil(file, file.with_suffix(".sqlite"))

    assert told(root) == expected
    assert told(root) == expected


def test_a_place_that_cannot_be_written_keeps_nothing_and_hinders_nothing(root, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/none")

    assert told(root) == told(root) == []


def test_another_tool_uses_nothing_of_what_was_kept(root, monkeypatch):
    told(root)
    monkeypatch.setattr(checking, "_tool", lambda: "another")
    known: list[dict] = []
    check = checking._check
    monkeypatch.setattr(
        checking,
        "_check",
        lambda *given: known.append(given[2].entries()) or check(*given),
    )
    told(root)

    assert known == [{}]


def test_checks_at_once_all_find_the_same(root):
    replace(root, "Oil it.", "Simply oil it.")
    expected = told(root, cached=False)
    found: list[list[str]] = []
    threads = [threading.Thread(target=lambda: found.append(told(root))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == [expected] * 4


def test_few_books_are_kept(tmp_path, cache, monkeypatch):
    monkeypatch.setattr(earlier, "_BOOKS", 2)
    for name in "abc":
        told(write_book(tmp_path / name))

    assert len(list(cache.glob("*.json"))) == len(list(cache.glob("*.sqlite"))) == 2


EDITS = {
    "filler": lambda root: replace_all(root, "Oil the widget.", "Simply oil the widget."),
    "line above": lambda root: (root / ENTRY).write_text("# a comment\n" + (root / ENTRY).read_text()),
    "broken": lambda root: (root / ENTRY).write_text("title: [\n"),
    "mended": lambda root: shutil.copy(root / "kept.yaml", root / ENTRY),
    "other": lambda root: (root / OTHER).write_text((root / "kept.yaml").read_text().replace("widget stopped", "gadget stopped").replace("The widget stops", "A gadget halts").replace("https://example.org/oil", "https://example.org/gadget")),
    "other claims": lambda root: (root / OTHER).write_text((root / "kept.yaml").read_text().replace("The widget stops", "A gadget halts")),
    "other gone": lambda root: (root / OTHER).unlink(missing_ok=True),
    "related": lambda root: replace_all(root, "sources:", "related:\n- {see: gadget, because: It is near.}\nsources:"),
    "part broken": lambda root: add_part(root, "fix_oil", "oiled\n", FIX + "("),
    "part mended": lambda root: add_part(root, "fix_oil", "oiled\n", FIX),
    "stray part": lambda root: add_part(root, "confrim", "x\n", FIX),
    "stray gone": lambda root: (root / "snippets/memory/widget/confrim.py").unlink(missing_ok=True),
    "record": lambda root: write(root, "evidence/memory/widget/reproduce@cpu.json", "{}"),
    "record gone": lambda root: shutil.rmtree(root / "evidence", ignore_errors=True),
    "benign": lambda root: write(root, "tests/benign/a.log", "ERROR widget stopped at step 3\n"),
    "benign gone": lambda root: shutil.rmtree(root / "tests", ignore_errors=True),
    "folder moved": lambda root: write(root, "snippets/data/widget/reproduce.py", REPRODUCE),
    "folder back": lambda root: shutil.rmtree(root / "snippets/data", ignore_errors=True),
    "retired": lambda root: write(root, "entries/retired.yaml", "widget: {reason: merged, successor: gadgt}\n"),
    "not retired": lambda root: (root / "entries/retired.yaml").unlink(missing_ok=True),
    "near miss": lambda root: replace_all(root, "widget stopped for lunch", "widget stopped at step 12"),
    "incident": lambda root: write(root, "incidents/one/incident.yaml", "title: [\n"),
    "no incident": lambda root: shutil.rmtree(root / "incidents", ignore_errors=True),
}  # fmt: skip


def write(root: Path, path: str, content: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content)


@given(steps=st.lists(st.sampled_from(sorted(EDITS)), min_size=1, max_size=8))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_was_edited_in_whatever_order_the_answer_is_that_of_a_check_without_memory(root, tmp_path, steps):
    book = tmp_path / f"edited-{random.random()}"  # noqa: S311 - a new folder for each example
    shutil.copytree(root, book)
    shutil.copy(book / ENTRY, book / "kept.yaml")
    for step in steps:
        EDITS[step](book)
        assert told(book) == told(book, cached=False), step
    shutil.rmtree(book)


def test_each_of_those_edits_alone_is_seen_after_a_check_of_the_book_without_it(root):
    shutil.copy(root / ENTRY, root / "kept.yaml")
    seen = set()
    for name, edit in EDITS.items():
        edit(root)
        seen |= {problem.rule for problem in check_folder(root).problems}
        assert told(root) == told(root, cached=False), name

    assert {
        "filler",
        "document",
        "part",
        "record",
        "benign-matched",
        "sample-claimed",
        "near-miss-matched",
        "retired-id",
        "snippet-folder",
    } <= seen


# Forms


def test_text_names_the_rules_page_once_a_problem_and_its_address_when_the_site_has_one(root):
    replace(root, "Oil it.", "Simply oil it.")
    here = faultbook(root, "check", "widget")
    (root / "mkdocs.yml").write_text("site_url: https://faults.example.org/book\n")
    there = faultbook(root, "check", "widget")

    assert (here.returncode, here.stdout.splitlines()[-3:-1]) == (
        1,
        ["      hint: leave it out", "      why: faultbook explain filler"],
    )
    assert (
        there.stdout.splitlines()[-2]
        == "      why: faultbook explain filler   https://faults.example.org/book/rules/filler/"
    )
    assert here.stderr == "1 entry: 1 problem\n"
    assert "\x1b" not in here.stdout + here.stderr


def test_json_has_the_rules_address_and_says_what_can_be_repaired(root):
    replace(root, "status: draft", "status: darft")
    replace(root, "Oil it.", "Simply oil it.")
    (root / "mkdocs.yml").write_text("site_url: !ENV [SITE_URL, 'https://no.example/']\n")
    (problem,) = json.loads(faultbook(root, "check", "--json").stdout)

    assert (problem["rule"], problem["fixable"], problem["url"]) == ("schema", True, None)


def test_sarif_is_what_its_schema_says_and_links_to_the_rules(root, monkeypatch):
    if not SARIF.is_file():
        assert not os.environ.get("CI"), "CI installs the tools of package.json"
        pytest.skip("the schema is not installed; make build/node/.done")
    monkeypatch.setenv("SITE_URL", "https://faults.example.org/")
    replace(root, "Oil it.", "Simply oil it.")
    result = faultbook(root, "check", "--format", "sarif")
    log = json.loads(result.stdout)

    Draft4Validator(json.loads(SARIF.read_text()), format_checker=Draft4Validator.FORMAT_CHECKER).validate(log)
    (run,) = log["runs"]
    (found,), (rule,) = run["results"], run["tool"]["driver"]["rules"]
    assert (result.returncode, found["ruleId"], rule["id"], rule["helpUri"]) == (
        1, "filler", "filler", "https://faults.example.org/rules/filler/",
    )  # fmt: skip
    region = found["locations"][0]["physicalLocation"]
    assert region == {
        "artifactLocation": {"uri": ENTRY},
        "region": {"startLine": 9, "startColumn": 33, "endColumn": 39},
    }


def test_sarif_of_a_clean_book_has_no_result_and_is_valid(root):
    result = faultbook(root, "check", "--format", "sarif")

    assert (result.returncode, json.loads(result.stdout)["runs"][0]["results"]) == (0, [])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["widgt"], "faultbook: no entry 'widgt'; did you mean 'widget'?\n"),
        (["--watch", "--fix"], "faultbook: --watch only checks; run --fix by itself\n"),
        (["--watch", "--json"], "faultbook: --watch shows text; leave --format out\n"),
    ],
)
def test_wrong_use_is_one_line(root, arguments, message):
    result = faultbook(root, "check", *arguments)

    assert (result.returncode, result.stdout, result.stderr) == (2, "", message)


def test_watch_checks_again_after_a_change_and_ends_as_the_last_check_did(root):
    command = [sys.executable, "-u", "-m", "faultbook.cli", "check", "--watch"]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.readline() == "1 entry: no problems\n"
            assert process.stderr.readline().endswith("s; watching, stop with Ctrl-C\n")
            changed = threading.Event()

            def change():  # the watch may begin a moment after the first check
                number = 0
                while not changed.wait(0.3):
                    number += 1
                    content = (root / ENTRY).read_text().partition("\n# ")[0].rstrip("\n")
                    whole = root.parent / "whole.yaml"  # a file that is half written has another problem
                    whole.write_text(content.replace(" Oil it.", " Simply oil it.") + f"\n# {number}\n")
                    whole.replace(root / ENTRY)

            writer = threading.Thread(target=change)
            writer.start()
            line = process.stdout.readline()
            changed.set()
            writer.join()
            while "watching" not in process.stderr.readline():
                pass
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=60)
        finally:
            process.kill()

    assert (process.returncode, line) == (1, f"{ENTRY}:9:33: filler: 'Simply' says nothing\n")
    assert "\x1b" not in said
