"""Builds of the site that keep what earlier ones made: the same files as a build from nothing, after whatever happened."""

from __future__ import annotations

import logging
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from book_edits import EDITS, body, change
from building import ENTRIES, build_site, clean_site, contents, few_entries
from site_build import ROOT

from faultbook.book import load_book
from faultbook.history import NO_HISTORY
from faultbook.pages import Wanted, entry_key, made, rows
from faultbook.snippets.gate import gate


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    """A cache of the test's own, and no listing of what the rules find in a book of four entries."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    logging.getLogger("mkdocs").setLevel(logging.ERROR)
    yield
    logging.getLogger("mkdocs").setLevel(logging.NOTSET)


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "book"
    folder.mkdir()
    return few_entries(folder)


@pytest.mark.parametrize("seed", range(2))
def test_after_any_sequence_of_edits_a_build_gives_what_a_clean_one_gives(root, tmp_path, seed):
    chance = random.Random(seed)  # noqa: S311 -- to repeat it
    told = []
    build_site(root, tmp_path / "site")
    for _ in range(6):
        for edit in chance.choices(EDITS, k=chance.choice((1, 1, 2))):
            edit(root, chance)
            told.append(edit.__name__)
        build_site(root, tmp_path / "site")
        assert contents(tmp_path / "site") == clean_site(root, tmp_path / "clean"), told


def test_nothing_is_rewritten_when_nothing_changed(root, tmp_path):
    build_site(root, tmp_path / "site")
    pages = sorted((tmp_path / "site").glob("*/*/index.html"))
    before = {page: page.stat() for page in pages}
    build_site(root, tmp_path / "site")
    assert len(pages) > 20
    assert {page: (s.st_ino, s.st_mtime_ns) for page, s in before.items()} == {
        page: (page.stat().st_ino, page.stat().st_mtime_ns) for page in pages
    }


def test_only_the_pages_that_show_a_changed_entry_are_rewritten(root, tmp_path):
    build_site(root, tmp_path / "site")
    before = {page: page.stat().st_mtime_ns for page in (tmp_path / "site").rglob("*.html")}
    change(root / f"entries/{ENTRIES[0]}.yaml", "scale", "One more sentence, which only its page shows.")
    build_site(root, tmp_path / "site")
    # MkDocs makes the hand-written pages and the page of what is lost itself, each time.
    own = {"404.html", "about/index.html", "accuracy/index.html", "authoring/index.html"}
    written = {
        page.relative_to(tmp_path / "site").as_posix()
        for page, time in before.items()
        if page.stat().st_mtime_ns != time
    }
    assert written - own == {f"{ENTRIES[0]}/index.html"}


def test_what_somebody_wrote_into_the_site_is_put_right(root, tmp_path):
    build_site(root, tmp_path / "site")
    wanted = contents(tmp_path / "site")
    (tmp_path / f"site/{ENTRIES[0]}/index.html").write_text("mine")
    (tmp_path / f"site/{ENTRIES[1]}/index.html").unlink()
    (tmp_path / "site/memory/left-over").mkdir()
    (tmp_path / "site/memory/left-over/index.html").write_text("an entry that was renamed")
    build_site(root, tmp_path / "site")
    assert contents(tmp_path / "site") == wanted


@pytest.mark.parametrize("harm", ["gone", "broken", "a folder", "forbidden"])
def test_the_cache_may_be_taken_away_or_broken_at_any_time(root, tmp_path, harm):
    build_site(root, tmp_path / "site")
    wanted = contents(tmp_path / "site")
    cache = tmp_path / "cache/faultbook"
    if harm == "gone":
        shutil.rmtree(cache)
    elif harm == "forbidden":
        shutil.rmtree(cache)
        cache.write_text("no folder can be made here")
    for file in [] if harm in {"gone", "forbidden"} else [*cache.rglob("*.sqlite"), *cache.rglob("sites/*.json")]:
        if harm == "broken":
            file.write_bytes(b"not what it was" * 100)
        else:
            file.unlink()
            file.mkdir()
    build_site(root, tmp_path / "site")
    assert contents(tmp_path / "site") == wanted


def run(root: Path, site: Path, *, many: int = 24, **environment: str) -> subprocess.Popen[str]:
    """Build in a process of its own, which has no threads and so may fork: of *many* pages on it does."""
    script = "import sys; sys.path.insert(0, sys.argv[3]); from building import build_site; from pathlib import Path; "
    script += f"from faultbook_mkdocs import crew; crew.MANY = {many}; build_site(Path(sys.argv[1]), Path(sys.argv[2]))"
    command = [sys.executable, "-W", "ignore", "-c", script, str(root), str(site), str(Path(__file__).parent)]
    return subprocess.Popen(
        command, env={**os.environ, **environment}, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


@pytest.mark.parametrize("moment", ["on_nav", "on_env"])
def test_after_a_build_that_was_killed_the_next_gives_what_a_clean_one_gives(root, tmp_path, moment):
    build_site(root, tmp_path / "site")
    kill = f"import os, signal\n\ndef {moment}(it, **_):\n    if 'KILL' in os.environ: os.kill(os.getpid(), signal.SIGKILL)\n"
    (root / "kill.py").write_text(kill)
    text = (root / "mkdocs.yml").read_text("utf-8")
    (root / "mkdocs.yml").write_text(f"{text}\nhooks: [kill.py]\n", encoding="utf-8")
    body(root, random.Random(1))  # noqa: S311 -- to repeat it
    killed = run(root, tmp_path / "site", KILL="1")
    killed.communicate(timeout=300)
    assert killed.returncode == -signal.SIGKILL
    build_site(root, tmp_path / "site")
    assert contents(tmp_path / "site") == clean_site(root, tmp_path / "clean")


def hooked(root: Path, text: str) -> None:
    """Give the site of the book under *root* a hook of this *text*."""
    (root / "hook.py").write_text(text)
    configured = (root / "mkdocs.yml").read_text("utf-8")
    (root / "mkdocs.yml").write_text(f"{configured}\nhooks: [hook.py]\n", encoding="utf-8")


#: Puts into the foot of each page the work of *told* in a process that another began.
TOLD = """
import os, signal
first = os.getpid()
def told():
    {told}
    return ""
def on_env(env, **_):
    env.globals["told"] = lambda: told() if os.getpid() != first else ""
    return env
"""


def foot(root: Path) -> None:
    file = root / "overrides/partials/footer.html"
    file.write_text(f"{file.read_text('utf-8')}{{{{ told() }}}}", encoding="utf-8")


def test_several_processes_give_what_one_gives_and_the_next_build_keeps_what_they_wrote(root, tmp_path):
    hooked(root, TOLD.format(told=f"open({str(tmp_path / 'told')!r}, 'a').write('x')"))
    foot(root)
    built = run(root, tmp_path / "site", many=1)
    said, _ = built.communicate(timeout=300)
    assert built.returncode == 0, said
    assert (tmp_path / "told").is_file()  # another process rendered the theme
    assert contents(tmp_path / "site") == clean_site(root, tmp_path / "clean")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "site/memory").rglob("*.*")}
    build_site(root, tmp_path / "site")
    assert before == {path: path.stat().st_mtime_ns for path in before}


def test_what_processes_leave_undone_when_one_is_killed_the_build_does_itself(root, tmp_path):
    hooked(root, TOLD.format(told="os.kill(os.getpid(), signal.SIGKILL)"))
    foot(root)
    built = run(root, tmp_path / "site", many=1)
    said, _ = built.communicate(timeout=300)
    assert built.returncode == 0, said
    assert contents(tmp_path / "site") == clean_site(root, tmp_path / "clean")


def test_processes_end_with_the_build_that_is_killed_and_the_next_gives_what_a_clean_one_gives(root, tmp_path):
    hooked(root, TOLD.format(told="os.kill(first, signal.SIGKILL) if 'KILL' in os.environ else None"))
    foot(root)
    killed = run(root, tmp_path / "site", many=1, KILL="1")
    killed.communicate(timeout=300)  # returns when nobody holds the pipe any more: all have ended
    assert killed.returncode == -signal.SIGKILL
    build_site(root, tmp_path / "site")
    assert contents(tmp_path / "site") == clean_site(root, tmp_path / "clean")


def test_a_theme_that_changes_what_it_is_given_is_asked_for_each_page_by_several_processes_too(root, tmp_path):
    file = root / "overrides/partials/footer.html"
    file.write_text(f"{file.read_text('utf-8')}<!-- {{{{ page.title | urlencode if page }}}} -->", encoding="utf-8")
    built = run(root, tmp_path / "site", many=1)
    said, _ = built.communicate(timeout=300)
    assert built.returncode == 0, said
    assert contents(tmp_path / "site") == clean_site(root, tmp_path / "clean")


def test_two_builds_at_once_into_one_folder_give_what_a_clean_one_gives(root, tmp_path):
    build_site(root, tmp_path / "site")
    body(root, random.Random(2))  # noqa: S311 -- to repeat it
    for process in [run(root, tmp_path / "site") for _ in range(2)]:
        said, _ = process.communicate(timeout=300)
        assert process.returncode == 0, said
    assert contents(tmp_path / "site") == clean_site(root, tmp_path / "clean")


def test_a_theme_that_changes_what_it_is_given_is_asked_for_each_page_and_the_build_says_so(root, tmp_path, caplog):
    file = root / "overrides/main.html"
    changed = (
        "{% extends 'base.html' %}{% block analytics %}<!-- {{ page.title | urlencode if page }} -->{% endblock %}"
    )
    file.write_text(changed + file.read_text("utf-8").partition("%}")[2], encoding="utf-8")
    logging.getLogger("mkdocs").setLevel(logging.INFO)
    build_site(root, tmp_path / "site")
    assert "so each page is rendered alone" in caplog.text
    assert re.search(r"/[\w/-]+/: at character \d+ the theme writes '", caplog.text)
    found = (tmp_path / f"site/{ENTRIES[0]}/index.html").read_text("utf-8")
    assert "<!-- CUDA%20out%20of%20memory" in found


def test_pages_that_another_plugin_wants_to_see_go_the_way_of_mkdocs_and_are_the_same(root, tmp_path, caplog):
    build_site(root, tmp_path / "site")
    (root / "hook.py").write_text("def on_page_context(context, **_):\n    return context\n")
    text = (root / "mkdocs.yml").read_text("utf-8")
    (root / "mkdocs.yml").write_text(f"{text}\nhooks: [hook.py]\n", encoding="utf-8")
    logging.getLogger("mkdocs").setLevel(logging.INFO)
    build_site(root, tmp_path / "slow")
    assert "each page is made by MkDocs itself" in caplog.text
    assert contents(tmp_path / "slow") == contents(tmp_path / "site")


def test_a_link_to_a_section_that_an_entry_lacks_is_told(root, tmp_path, caplog):
    (root / "docs/about.md").write_text(
        "[one](memory/cuda-oom-capacity.md#fix) [two](memory/cuda-oom-capacity.md#nowhere)"
    )
    logging.getLogger("mkdocs").setLevel(logging.WARNING)
    build_site(root, tmp_path / "site")
    assert "does not contain an anchor '#nowhere'" in caplog.text
    assert "#fix'" not in caplog.text


def test_a_page_shows_of_other_entries_no_more_than_its_key_holds():
    book, _ = load_book(ROOT)
    proofs = gate(book)
    entries = list(book.entries.values())
    for entry in entries[:: len(entries) // 8]:
        here = Wanted(book, proofs, "/", NO_HISTORY, None, {}, {}, "", rows(book))
        others = {
            id_: (
                other
                if id_ == entry.id
                else entries[0].model_copy(
                    update={name: getattr(other, name) for name in ("id", "area", "path", "title", "related")}
                )
            )
            for id_, other in book.entries.items()
        }
        changed = type(book)(book.root, others, book.documents, book.retired, book.incidents, book.comparisons)
        there = Wanted(changed, proofs, "/", NO_HISTORY, None, {}, {}, "", rows(changed))
        assert entry_key(entry, here) == entry_key(entry, there)
        assert made(entry, proofs[entry.id], here) == made(entry, proofs[entry.id], there)
