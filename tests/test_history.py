from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

import pytest

from faultbook.history import Dates, read_history

SEED = "entries/memory/seed.yaml"
TEXT = "".join(f"line {number}: {'oil ' * number}\n" for number in range(1, 20))


def git(root: Path, *arguments: str, at: int = 0) -> None:
    when = f"@{at} +0000"
    names = {f"GIT_{who}_{what}": "tester@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    dates = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
    nothing = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    command = ["git", "-c", "init.defaultBranch=main", *arguments]
    subprocess.run(command, cwd=root, check=True, capture_output=True, env={**os.environ, **names, **dates, **nothing})


def commit(root: Path, subject: str, at: int, **files: str | None) -> None:
    """Commit *files*, by the names of entries of the area memory; None removes one."""
    for name, text in files.items():
        file = root / f"entries/memory/{name}.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            file.unlink()
        else:
            file.write_text(text, encoding="utf-8")
    git(root, "add", "--all")
    git(root, "commit", "--allow-empty", "-m", subject, at=at)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "book"
    root.mkdir()
    git(root, "init")
    return root


def seconds(dates: Dates) -> tuple[int, int, str, int]:
    return int(dates.first.timestamp()), int(dates.last.timestamp()), dates.subject, dates.commits


def test_a_file_has_the_dates_of_its_first_and_last_commit_and_what_the_last_says(repository: Path) -> None:
    commit(repository, "entries: add seed", 1000, seed=TEXT)
    commit(repository, "entries: add other", 2000, other="other")
    commit(repository, "entries: correct <b>seed</b>\n\nBecause.", 3000, seed=f"{TEXT}more\n")
    found = read_history(repository)
    assert {path: seconds(dates) for path, dates in found.items()} == {
        "entries/memory/other.yaml": (2000, 2000, "entries: add other", 1),
        SEED: (1000, 3000, "entries: correct <b>seed</b>", 2),
    }
    assert found[SEED].first.isoformat() == "1970-01-01T00:16:40+00:00"


def test_a_renamed_file_keeps_its_first_date_and_the_old_path_has_none(repository: Path) -> None:
    commit(repository, "add", 1000, old=TEXT)
    commit(repository, "change", 2000, old=f"{TEXT}more\n")
    commit(repository, "rename", 3000, old=None, seed=f"{TEXT}more\n")
    commit(repository, "an entry of the former name", 4000, old="quite another thing\n")
    found = read_history(repository)
    assert seconds(found[SEED]) == (1000, 3000, "rename", 3)
    assert seconds(found["entries/memory/old.yaml"]) == (4000, 4000, "an entry of the former name", 1)


def test_a_removed_file_has_no_dates_and_one_that_came_back_is_new(repository: Path) -> None:
    commit(repository, "add", 1000, seed=TEXT, gone="short")
    commit(repository, "remove", 2000, seed=None, gone=None)
    commit(repository, "add again", 3000, seed=TEXT)
    assert {path: seconds(dates) for path, dates in read_history(repository).items()} == {
        SEED: (3000, 3000, "add again", 1)
    }


def test_paths_are_those_under_the_books_root_also_where_the_repository_begins_above_it(repository: Path) -> None:
    book = repository / "deep/book"
    book.mkdir(parents=True)
    commit(book, "add", 1000, seed=TEXT)
    assert list(read_history(book)) == [SEED]


def test_nothing_is_told_without_a_repository_without_a_commit_and_of_a_shallow_clone(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read_history(tmp_path) == {}
    assert read_history(repository) == {}
    commit(repository, "add", 1000, seed=TEXT)
    commit(repository, "change", 2000, seed=f"{TEXT}more\n")
    git(tmp_path, "clone", "--depth", "1", repository.as_uri(), "shallow")
    assert (tmp_path / "shallow" / SEED).is_file()
    assert read_history(tmp_path / "shallow") == {}
    assert list(read_history(repository)) == [SEED]
    monkeypatch.setenv("PATH", str(tmp_path))
    assert read_history(repository) == {}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache/faultbook/history"


@pytest.mark.parametrize("seed", range(2))
def test_what_is_read_commit_by_commit_is_what_is_read_at_once(
    repository: Path, cache: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)  # noqa: S311 -- no secret
    entries = repository / "entries/memory"
    for number in range(8):
        there = [file.stem for file in entries.glob("*.yaml")] if entries.is_dir() else []
        kind = chance.choice(["add", "change", "remove", "rename", "merge"]) if there else "add"
        name = chance.choice(there or ["seed"])
        if kind == "rename":
            git(repository, "mv", f"entries/memory/{name}.yaml", f"entries/memory/renamed-{number}.yaml")
            commit(repository, f"{number}: rename {name}", number * 100)
        elif kind == "merge":
            git(repository, "checkout", "-b", f"side-{number}")
            commit(repository, f"{number}: on a branch", number * 100 - 150, **{f"side-{number}": TEXT})
            git(repository, "checkout", "main")
            git(repository, "merge", "--no-ff", "-m", f"{number}: merge", f"side-{number}", at=number * 100)
        elif kind == "remove":
            commit(repository, f"{number}: remove {name}", number * 100, **{name: None})
        else:
            changed = chance.choice(("seed", "other")) if kind == "add" else name
            commit(repository, f"{number}: {kind}", number * 100, **{changed: f"{TEXT}{number}\n"})
        continued = dict(read_history(repository))
        with monkeypatch.context() as patch:
            patch.setenv("XDG_CACHE_HOME", str(repository.parent / f"empty-{number}"))
            assert dict(read_history(repository)) == continued
    assert len(list(cache.iterdir())) == 1


def test_what_is_known_is_not_asked_for_again(repository: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(repository, "entries: add seed", 1000, seed=TEXT)
    read_history(repository)
    commit(repository, "entries: add other", 2000, other="other")
    asked: list[tuple[str, ...]] = []
    run = subprocess.run

    def listen(command: tuple[str, ...], **options: object) -> object:
        asked.append(command)
        return run(command, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess, "run", listen)
    assert set(read_history(repository)) == {SEED, "entries/memory/other.yaml"}
    assert any(".." in word for command in asked for word in command if "log" in command)
    asked.clear()
    assert set(read_history(repository)) == {SEED, "entries/memory/other.yaml"}
    assert [command[5] for command in asked] == ["rev-parse"]


@pytest.mark.parametrize("damage", ["", "{", '{"commit": 1, "files": {"a": []}}', '{"commit": "0", "files": {}}'])
def test_a_damaged_memory_is_read_anew(repository: Path, cache: Path, damage: str) -> None:
    commit(repository, "entries: add seed", 1000, seed=TEXT)
    read_history(repository)
    (kept,) = cache.iterdir()
    kept.write_text(damage, encoding="utf-8")
    assert seconds(read_history(repository)[SEED]) == (1000, 1000, "entries: add seed", 1)


def test_another_branch_is_read_anew(repository: Path, cache: Path) -> None:
    commit(repository, "entries: add seed", 1000, seed=TEXT)
    git(repository, "checkout", "-b", "side")
    commit(repository, "entries: add other", 2000, other="other")
    assert len(read_history(repository)) == 2
    git(repository, "checkout", "main")
    assert list(read_history(repository)) == [SEED]
