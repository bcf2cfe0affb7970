"""The CHANGELOG's lines on entries: what they say, and between which marks they are written."""

import subprocess
import sys

import pytest
from builders import book, entry, values
from diffing import diff, git, make_repository, signature, unlike, write
from small_book import SLUG

from faultbook.diff.changelog import entries_section, with_entries
from faultbook.diff.changes import compare_books


@pytest.fixture
def repository(tmp_path):
    return make_repository(tmp_path)


def test_the_changelog_lists_what_came_by_area_and_what_to_look_at_anew():
    fixes = {"oil": {**values()["fixes"]["oil"], "do": "Oil it twice."}}
    old = book(
        entry("memory/widget"), entry("memory/gone", title="Another thing"), entry("data/same", title="The same")
    )
    new = book(
        entry("memory/widget", fixes=fixes, signatures=signature("widget halted at <n:int>", "widget halted at 3")),
        entry("data/same", title="The same", scale="None."),
        entry("memory/pump", title="The pump"),
        entry("data/queue", **unlike("queue")),
    )  # fmt: skip
    text = entries_section(compare_books(old, new))

    assert text == (
        "- Added to data: `queue`.\n"
        "- Renamed `memory/gone` to `memory/pump`.\n"
        "- Other lines of a log are known as `widget`.\n"
        "- Changed fixes of `widget`.\n"
    )


def test_the_changelog_is_written_between_its_marks_since_the_commit_that_they_name(repository):
    first = git(repository, "rev-parse", "HEAD").strip()
    (repository / "CHANGELOG.md").write_text(
        "# Changelog\n\nBefore.\n\n"
        f"<!-- faultbook entries since {first}: written by faultbook generate -->\n<!-- end of faultbook entries -->\n\nAfter.\n"
    )
    write(
        repository, "memory/gear", title="The gear jams", cause="Sand.", summary="Sand.", scale="All.", prevention=["x"]
    )
    command = [sys.executable, "-m", "faultbook.cli", "generate"]
    behind = subprocess.run([*command, "--check"], cwd=repository, capture_output=True, text=True, check=False)
    subprocess.run(command, cwd=repository, capture_output=True, check=True)
    after = subprocess.run([*command, "--check"], cwd=repository, capture_output=True, text=True, check=False)

    assert (behind.returncode, after.returncode) == (1, 0)
    assert "CHANGELOG.md differs from what the model says; run: faultbook generate" in behind.stderr
    assert (repository / "CHANGELOG.md").read_text("utf-8") == (
        "# Changelog\n\nBefore.\n\n"
        f"<!-- faultbook entries since {first}: written by faultbook generate -->\n\n"
        "- Added to memory: `gear`.\n\n<!-- end of faultbook entries -->\n\nAfter.\n"
    )


def test_a_changelog_without_marks_or_without_history_is_left_as_it_is(tmp_path):
    marked = "<!-- faultbook entries since abc123: written by faultbook generate -->\nOld.\n<!-- end of faultbook entries -->\n"
    nowhere = book(entry(), root=tmp_path)

    assert with_entries("# Changelog\n", nowhere) == "# Changelog\n"
    assert with_entries(marked, nowhere) == marked


def test_the_changelog_option_prints_the_same_lines_and_exits_cleanly(repository):
    write(repository, SLUG, signatures=signature("widget halted at step <step:int>", "widget halted at step 3"))
    done = diff(repository, "HEAD", "--changelog")

    assert (done.exit_code, done.stdout) == (
        0,
        "- Other lines of a log are known as `widget`.\n- Changed fixes of `widget`.\n",
    )
