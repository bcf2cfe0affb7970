"""``pytest snippets/`` as its users call it."""

import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest
from small_book import SLUG, add_part, write_book

from faultbook.snippets.pytest_plugin import shard

REPRODUCE = f"snippets/{SLUG}/reproduce.py::reproduce@cpu"
FIX = f"snippets/{SLUG}/fix_oil.py::fix_oil@cpu"


@pytest.fixture
def book(tmp_path):
    return write_book(tmp_path)


def run(folder, *arguments):
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", "--tb=short", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)


def test_each_part_is_a_test_whose_id_is_its_place(book):
    result = run(book, "snippets")

    assert result.returncode == 0, result.stdout
    assert f"PASSED {REPRODUCE}" in result.stdout
    assert f"PASSED {FIX}" in result.stdout
    assert not (book / "evidence").exists()


def test_a_part_named_by_its_id_runs_once_and_is_not_imported(book):
    (book / "snippets" / SLUG / "reproduce.py").write_text(
        (book / "snippets" / SLUG / "reproduce.py").read_text() + "\nopen('imported', 'w').close()\n"
    )
    result = run(book, REPRODUCE)

    assert "1 passed" in result.stdout
    assert not (book / "imported").exists()


def test_names_choose_and_processes_share_the_parts(book):
    assert "1 passed, 1 deselected" in run(book, "snippets", "-k", "fix_oil").stdout
    assert "2 passed" in run(book, "snippets", "-n", "2").stdout


def test_a_failure_shows_the_runners_reasons_and_reaches_junit(book):
    add_part(book, "reproduce", "ERROR widget stopped at step 3\n", "print('ERROR widget stopped at step 3')")
    result = run(book, "snippets", "-x", "--junitxml", "junit.xml", "-k", "reproduce")
    (failure,) = ET.parse(book / "junit.xml").iter("failure")  # noqa: S314 - pytest wrote it

    assert result.returncode == 1
    assert "- did not fail: it ended with exit code 0" in result.stdout
    assert "pytest_plugin.py" not in result.stdout
    assert "did not fail" in failure.text


def test_a_faulty_part_is_an_error_with_its_problem(book):
    (book / "snippets" / SLUG / "fix_oil.py").write_text("'''No head.'''\n")
    result = run(book, "snippets")

    assert result.returncode != 0
    assert f"snippets/{SLUG}/fix_oil.py:1:1: part: the part has no '# /// script' head" in result.stdout


def test_what_cannot_run_here_is_skipped_with_the_reason(book):
    add_part(book, "fix_oil", "oiled\n", "", head='targets = ["sm_121"]')
    add_part(book, "confirm", "oiled\n", "", dependencies='"no-such-package-of-ours"')
    add_part(book, "prevent", "oiled\n", "print('oiled')", head='group = "heavy"')
    output = run(book, "snippets").stdout

    assert "needs a GPU of target sm_121; this machine has " in output
    assert "needs no-such-package-of-ours; run with --provision" in output
    assert "of the group 'heavy'; run with --heavy" in output
    assert "1 passed" in run(book, "snippets", "--heavy", "-k", "heavy").stdout


def test_recorded_parts_are_not_stale_until_they_change(book):
    run(book, "snippets", "--record")
    assert len(list((book / "evidence" / SLUG).iterdir())) == 2
    assert "no tests ran" in run(book, "snippets", "--stale").stdout

    add_part(book, "fix_oil", "oiled well\n", "print('oiled well')")
    assert "1 passed" in run(book, "snippets", "--stale").stdout


def test_shards_share_the_parts_and_lose_none(book):
    ids = [f"part {number}" for number in range(200)]
    shares = [[name for name in ids if shard(name, f"{index}/3")] for index in (1, 2, 3)]

    assert sorted(name for share in shares for name in share) == sorted(ids)
    assert min(map(len, shares)) > 40
    counts = [run(book, "snippets", "--shard", f"{index}/2").stdout.count("PASSED snippets") for index in (1, 2)]
    assert sum(counts) == 2


def test_a_share_that_is_none_is_wrong_use(book):
    result = run(book, "snippets", "--shard", "3/2")

    assert result.returncode == pytest.ExitCode.USAGE_ERROR
    assert "--shard 3/2: write it as i/n with 1 <= i <= n" in result.stderr


def test_another_project_keeps_its_own_options_and_files(tmp_path):
    (tmp_path / "conftest.py").write_text("def pytest_addoption(parser):\n    parser.addoption('--target')\n")
    (tmp_path / "test_it.py").write_text(
        "def test_it(request):\n    assert request.config.getoption('target') == 'x'\n"
    )
    folder = tmp_path / "snippets" / SLUG
    folder.mkdir(parents=True)
    (folder / "reproduce.py").write_text("raise SystemExit(1)\n")
    result = run(tmp_path, "--target", "x")

    assert "1 passed" in result.stdout, result.stdout + result.stderr
