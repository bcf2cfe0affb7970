"""`faultbook check --fix`: what is repaired, what is left to the author, and that nothing else changes."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from clean_book import ENTRY, OTHER, clean_book, faultbook, replace, replace_all, told

from faultbook.document import read_document
from faultbook.repair import repair, write

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("SITE_URL", raising=False)
    return tmp_path / "cache/faultbook/checks"


@pytest.fixture
def root(tmp_path):
    return clean_book(tmp_path / "book")


def fixed(root: Path, *arguments: str) -> Any:
    return faultbook(root, "check", "--fix", *arguments)


@pytest.mark.parametrize(
    ("old", "new", "meant"),
    [
        ("severity: high", "severitty: high", "severity: high"),
        ("status: draft", "status: darft", "status: draft"),
        ("layer: configuration", "layer: 'configuraton'", "layer: configuration"),
        ("phase:\n- training", "phase: training", "phase: [training]"),
        ("takes: 5 min", "takes: 5", 'takes: "5"'),
        ("versions: '>=2.0'", "versions: 2.10", 'versions: "==2.10"'),
        ("versions: '>=2.0'", "versions: >=2.0,<3  # so far", 'versions: ">=2.0,<3"  # so far'),
        ("versions: '>=2.0'", "versions: 2.0+", 'versions: ">=2.0"'),
        ("cost: one drop", "cost: one drop: no more", 'cost: "one drop: no more"'),
        ("cost: one drop", 'cost: one "drop": no more', "cost: 'one \"drop\": no more'"),
        ("<step:int>", "<step:innt>", "<step:int>"),
        ("step: '3'", "stap: '3'", "step: '3'"),
        ("url: https://example.org/oil", "url: http://example.org/oil", "url: https://example.org/oil"),
        ("is: healthy", "is: heatlhy", "is: healthy"),
        ("rollback: wipe it off", "rollback: wipe it off  ", "rollback: wipe it off"),
        ("- cause\n", "- cuase\n", "- cause\n"),
    ],
)  # fmt: skip
def test_what_can_only_be_a_slip_is_repaired_and_nothing_else_is_touched(root, old, new, meant):
    content = (root / ENTRY).read_text()
    assert old in content
    (root / ENTRY).write_text(content.replace(old, f"{new}", 1) + "# the end\n")
    result = fixed(root)

    assert (root / ENTRY).read_text() == content.replace(old, meant, 1) + "# the end\n", result.stdout + result.stderr
    assert (result.returncode, result.stdout) == (0, "1 entry: no problems\n")
    assert result.stderr.startswith(f"repaired {ENTRY}")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("severity: high", "severity: hgh and low"),
        ("severity: high", "severity: high\nseveritty: low"),  # nobody knows which was meant
        ("cost: one drop", "cost: one drop: no more  # or two"),  # where does the text end?
        ("cost: one drop", "cost: one drop: no\n      more"),
        ("title: The widget stops at step 3", "title: [The widget"),
        ("Oil it.", "Simply oil it."),
    ],
)
def test_what_may_mean_two_things_is_left_to_the_author(root, old, new):
    content = (root / ENTRY).read_text().replace(old, new, 1)
    (root / ENTRY).write_text(content)
    result = fixed(root)

    assert (result.returncode, (root / ENTRY).read_text()) == (1, content)


def test_several_slips_in_one_file_are_repaired_at_once_also_those_behind_one_that_hid_them(root):
    replace(root, "status: draft", "status: darft")
    replace(root, "cost: one drop", "cost: one drop: no more")
    replace(root, "takes: 5 min", "takes: 5")
    replace(root, "<step:int>", "<step:innt>")

    assert (fixed(root).returncode, told(root)) == (0, [])


def test_keys_move_with_their_lines_and_comments_and_the_head_stays(root):
    content = (root / ENTRY).read_text()
    lines = content.splitlines(keepends=True)
    cause = next(line for line in lines if line.startswith("cause:"))
    lines.remove(cause)
    (root / ENTRY).write_text("# the head\n" + lines[0] + "# why\n" + cause.rstrip() + "  # so\n" + "".join(lines[1:]))
    result = fixed(root)

    assert result.returncode == 0, result.stdout
    found = (root / ENTRY).read_text()
    assert found == "# the head\n" + content.replace(cause, "# why\n" + cause.rstrip() + "  # so\n")


def test_keys_of_an_item_move_within_it(root):
    (root / ENTRY).write_text(
        (root / ENTRY).read_text().replace("- see: It squeaks.\n  because: Metal rubs on metal.\n", "- because: Metal rubs on metal.\n  # heard\n  see: >-\n    It\n    squeaks.\n")
    )  # fmt: skip
    result = fixed(root)

    assert (result.returncode, result.stdout) == (0, "1 entry: no problems\n")
    wanted = "  # heard\n- see: >-\n    It\n    squeaks.\n  because: Metal rubs on metal.\n"
    assert wanted in (root / ENTRY).read_text()


def test_white_space_in_a_text_is_text(root):
    cause = next(line for line in (root / ENTRY).read_text().splitlines() if line.startswith("cause:"))
    replace(root, cause, "cause: |\n  Friction  \n  grows.")
    before = (root / ENTRY).read_text()

    assert (fixed(root).returncode, (root / ENTRY).read_text()) == (0, before)


def test_line_ends_and_the_mark_of_utf8_stay(root):
    raw = b"\xef\xbb\xbf" + (root / ENTRY).read_bytes().replace(b"\n", b"\r\n")
    (root / ENTRY).write_bytes(raw.replace(b"status: draft", b"status: darft"))
    result = fixed(root)

    assert ((root / ENTRY).read_bytes(), result.returncode) == (raw, 0)


def second(root: Path) -> None:
    content = (root / ENTRY).read_text()
    for old, new in (("widget stopped", "gadget stopped"), ("The widget stops", "A gadget halts"), ("/oil", "/gadget")):
        content = content.replace(old, new)
    (root / OTHER).write_text(content)
    for name in ("reproduce", "fix_oil"):
        file = root / f"snippets/memory/gadget/{name}.py"
        file.parent.mkdir(exist_ok=True)
        shutil.copy(root / f"snippets/memory/widget/{name}.py", file)


@pytest.mark.parametrize("there", ["", "related:\n  - {see: widget, because: Both turn.}\n"])
def test_the_missing_side_of_a_relation_is_added_and_its_reason_left_to_the_author(root, there):
    second(root)
    replace_all(
        root,
        "sources:\n",
        "related:\n- {see: gadget, because: Both turn.}\n- {causes: gadget, because: It stops it.}\nsources:\n",
    )
    replace(root, "sources:\n", f"{there}sources:\n", OTHER)
    result = fixed(root)

    found = yaml.safe_load((root / OTHER).read_text())["related"]
    assert {"caused_by": "widget", "because": "..."} in found
    assert [item["see"] for item in found if "see" in item] == ["widget"]
    assert f"{OTHER}: one-sided: added 'caused_by: widget'; write its reason\n" in result.stderr
    assert {line.split(": ")[1] for line in result.stdout.splitlines() if line.startswith("entries/")} == {"unfinished"}


def test_only_the_named_entries_are_repaired(root):
    second(root)
    replace(root, "status: draft", "status: darft")
    replace(root, "status: draft", "status: darft", OTHER)
    result = fixed(root, "gadget")

    assert ("darft" in (root / ENTRY).read_text(), "darft" in (root / OTHER).read_text()) == (True, False)
    assert result.returncode == 0


def test_diff_shows_what_would_change_and_changes_nothing(root):
    replace(root, "status: draft", "status: darft")
    before = (root / ENTRY).read_text()
    result = faultbook(root, "check", "--diff")

    assert (result.returncode, result.stderr) == (1, "1 to repair in 1 file\n")
    assert [line for line in result.stdout.splitlines() if line[0] in "+-"] == [
        f"--- a/{ENTRY}", f"+++ b/{ENTRY}", "-status: darft", "+status: draft",
    ]  # fmt: skip
    assert (root / ENTRY).read_text() == before


def test_diff_of_a_clean_book_is_empty(root):
    result = faultbook(root, "check", "--diff")

    assert (result.returncode, result.stdout, result.stderr) == (0, "", "nothing to repair\n")


def test_a_file_that_somebody_changes_meanwhile_is_left_alone(root):

    replace(root, "status: draft", "status: darft")
    repaired = repair(root)
    (root / ENTRY).write_text("mine\n")

    assert (write(root, repaired), (root / ENTRY).read_text()) == ((ENTRY,), "mine\n")


def test_the_whole_book_stays_as_it_is_since_it_is_clean():

    assert repair(ROOT).after == {}


def test_repairs_of_every_fixture_of_a_fault_change_no_value_but_what_they_are_about(tmp_path):

    book = tmp_path / "bad"
    shutil.copytree(ROOT / "tests/bad_entries", book)
    repaired = repair(book)

    assert repaired.after
    for path, raw in repaired.after.items():
        before, after = read_document(repaired.before[path], path), read_document(raw, path)
        assert len(after.problems) <= len(before.problems)
        comments = [
            [line.strip() for line in text.splitlines() if line.startswith("#")] for text in (before.text, after.text)
        ]
        assert sorted(comments[0]) == sorted(comments[1])
        noted = sum(note.startswith(path) for note in repaired.notes)
        if before.values is not None:
            assert _differing(before.values, after.values) <= noted, path


def _differing(one, other) -> int:
    """Return how many keys or values of two trees differ, a changed branch counted once."""
    if isinstance(one, dict) and isinstance(other, dict):
        odd = len(one.keys() ^ other.keys())
        return (odd + 1) // 2 + sum(_differing(one[key], other[key]) for key in one.keys() & other.keys())
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return sum(_differing(*pair) for pair in zip(one, other, strict=True))
    return int(one != other)
