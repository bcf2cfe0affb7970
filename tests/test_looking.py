"""A check looks at entries one by one and keeps what rules over the book ask of them: it finds what the rules do."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from clean_book import clean_book
from hypothesis import given
from hypothesis import strategies as st

from faultbook import checking, looking
from faultbook.abridged import abridged, entry_of
from faultbook.book import entry_paths, load_book
from faultbook.checking import check_folder
from faultbook.rules import check
from faultbook.rules.prose import _NEAR_TITLE, _near
from faultbook.snippets.part import read_parts

ROOT = Path(__file__).parent.parent
BAD = ROOT / "tests/bad_entries"


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def by_the_rules(root):
    book, problems = load_book(root)
    return (*problems, *check(book))


@pytest.fixture
def bad(tmp_path):
    return shutil.copytree(BAD, tmp_path / "bad")


def test_a_check_finds_in_a_book_with_every_fault_what_its_rules_find_first_anew_then_from_what_was_kept(bad):
    expected = by_the_rules(bad)
    first = check_folder(bad).problems
    (bad / "entries/training/one-more.yaml").write_text("title: [\n")
    one_more = check_folder(bad).problems
    with_one_more = by_the_rules(bad)

    assert len(expected) > 50
    assert first == expected
    assert one_more == with_one_more
    assert len(one_more) == len(first) + 1


def test_several_processes_find_what_one_finds(bad, monkeypatch):
    paths = entry_paths(bad)
    alone = looking.look_at(bad, paths, paths)
    forked = []
    monkeypatch.setattr(looking, "_can_fork", lambda: True)  # threads of the test run hold no lock that is needed here
    by_processes = looking._by_processes
    monkeypatch.setattr(looking, "_MANY", 4)
    monkeypatch.setattr(looking, "_BATCH", 7)
    monkeypatch.setattr(looking, "_processors", lambda: 2)
    monkeypatch.setattr(looking, "_by_processes", lambda *given: forked.append(given[4]) or by_processes(*given))

    assert looking.look_at(bad, paths, paths) == alone
    assert forked == [2]


def test_where_no_process_can_be_started_one_looks_at_all(bad, monkeypatch):
    paths = entry_paths(bad)
    alone = looking.look_at(bad, paths, paths)

    def refuse(*_):
        raise BlockingIOError

    monkeypatch.setattr(looking, "_MANY", 4)
    monkeypatch.setattr(looking, "_can_fork", lambda: True)
    monkeypatch.setattr(looking, "_processors", lambda: 2)
    monkeypatch.setattr(looking, "_by_processes", refuse)

    assert looking.look_at(bad, paths, paths) == alone


def test_the_first_check_looks_at_each_entry_once_and_one_after_an_edit_at_that_entry_alone(bad, monkeypatch):
    looked = []
    look_at = looking.look_at
    monkeypatch.setattr(looking, "look_at", lambda *given: looked.append(given[2]) or look_at(*given))
    check_folder(bad)
    assert looked == [entry_paths(bad)]
    looked.clear()
    edited = bad / "entries/training/filler.yaml"
    edited.write_text(edited.read_text("utf-8") + "# once more\n")
    check_folder(bad)
    part = next((bad / "snippets").glob("*/*/*.py"))
    part.write_text(part.read_text("utf-8") + "# once more\n")
    check_folder(bad)

    assert looked == [
        ["entries/training/filler.yaml"],
        [f"entries/{part.parent.parent.name}/{part.parent.name}.yaml"],
    ]


def made_beside(seen):
    parts = [part.name for part in seen.files.parts] if seen.files else []
    return [seen.document.path, seen.entry and seen.entry.title, len(seen.unread), parts]


def test_what_is_made_beside_comes_of_each_entry_that_is_looked_at_and_of_no_other(bad):
    first = check_folder(bad, beside=made_beside)
    again = check_folder(bad, beside=made_beside)
    edited = bad / "entries/training/filler.yaml"
    edited.write_text(edited.read_text("utf-8") + "# once more\n")
    after_an_edit = check_folder(bad, beside=made_beside)
    book, _ = load_book(bad)

    assert [*first.beside] == entry_paths(bad)
    for path, (named, title, unread, parts) in first.beside.items():
        entry = next((entry for entry in book.entries.values() if entry.path == path), None)
        assert (named, bool(unread) or title is not None) == (path, True)
        if entry is not None:
            assert (title, parts) == (entry.title, [part.name for part in read_parts(bad, entry.slug)[0]])
    assert again.beside == {}
    assert [*after_an_edit.beside] == ["entries/training/filler.yaml"]


def test_what_is_made_beside_by_several_processes_is_what_one_makes(bad, monkeypatch):
    paths = entry_paths(bad)
    alone = looking.look_at(bad, paths, paths, made_beside)
    monkeypatch.setattr(looking, "_can_fork", lambda: True)
    monkeypatch.setattr(looking, "_MANY", 4)
    monkeypatch.setattr(looking, "_BATCH", 7)
    monkeypatch.setattr(looking, "_processors", lambda: 2)

    assert looking.look_at(bad, paths, paths, made_beside) == alone


def test_a_file_that_changes_while_it_is_checked_is_looked_at_again(tmp_path, monkeypatch):
    root = clean_book(tmp_path / "book")
    entry = root / "entries/memory/widget.yaml"
    look_at = looking.look_at

    def meanwhile(*given):
        found = look_at(*given)
        entry.write_text(entry.read_text().replace("Oil it.", "Simply oil it."))
        return found

    monkeypatch.setattr(looking, "look_at", meanwhile)
    check_folder(root)
    monkeypatch.setattr(looking, "look_at", look_at)

    assert [problem.rule for problem in check_folder(root).problems] == ["filler"]


def test_a_folder_behind_a_link_is_checked_without_memory(tmp_path):
    root = clean_book(tmp_path / "book")
    (root / "snippets/memory").rename(tmp_path / "elsewhere")
    (root / "snippets/memory").symlink_to(tmp_path / "elsewhere")

    assert check_folder(root).problems == ()
    assert not (tmp_path / "cache").exists()


def test_a_digest_is_of_the_whole_content_of_a_file(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"a" * 3_000_000)
    long = checking._digest_of(str(file))
    file.write_bytes(b"a" * 3_000_000 + b"b")
    read, write = os.pipe()
    os.write(write, b"xyz")
    os.close(write)
    piped = checking._digest_of(f"/dev/fd/{read}")
    file.write_bytes(b"xyz")

    assert checking._digest_of(str(file)) == piped != long


def test_an_entry_without_its_prose_says_what_the_whole_one_says_and_lacks_the_rest():
    book, _ = load_book(ROOT)
    for entry in book.entries.values():
        short = entry_of(abridged(entry), entry.path)
        assert abridged(short) == abridged(entry)
        assert (short.slug, short.shown.keys(), short.related) == (entry.slug, entry.shown.keys(), entry.related)
        with pytest.raises(AttributeError):
            short.cause  # noqa: B018 -- that it is asked for is the test


WORDS = st.frozensets(st.sampled_from("abcdefgh"), max_size=6)


@given(titles=st.lists(WORDS, max_size=12))
def test_titles_that_are_nearly_the_same_are_those_of_all_pairs(titles):
    words = {str(number): title for number, title in enumerate(titles)}
    every = {
        (str(later), str(sooner))
        for later in range(len(titles))
        for sooner in range(later)
        if len(titles[later] & titles[sooner]) / max(1, len(titles[later] | titles[sooner])) >= _NEAR_TITLE
    }

    assert set(_near(words)) == every
    assert len(list(_near(words))) == len(every)
