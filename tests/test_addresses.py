"""Every address that was published once, and every anchor of it, leads somewhere for ever."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urljoin

import pytest
from builders import book, entry, proof
from playwright.sync_api import Browser
from site_build import CHROMIUM, ROOT, serve
from small_book import write_book

from faultbook.addresses import Listed, addresses_text, grown, read_addresses, successor
from faultbook.book import Retired, load_book
from faultbook.pages import all_pages, anchors_of, site_files, with_former_anchors
from faultbook.rules import check

ADDRESS = "https://faultbook.example/"
LIST = "addresses.txt"


def faultbook(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "faultbook.cli", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=300)


def gone(root: Path) -> list[str]:
    """Return what the check says of addresses, with its hint."""
    the_book, _ = load_book(root)
    return [f"{problem} | {problem.hint}" for problem in check(the_book) if problem.rule == "address-gone"]


# The list.


def test_the_list_that_is_written_is_read_back_and_only_grows(tmp_path: Path) -> None:
    listed = grown({}, {"memory/a/": {"fix", "top"}, "index.json": (), "": {"top"}})
    listed = grown(listed, {"memory/a/": {"fix-new", "top"}})
    listed["rules/old/"] = Listed("rules/old/", frozenset({"top"}), "rules/new/")
    text = addresses_text(listed)
    assert text.splitlines()[2:] == [
        "/ #top",
        "/index.json",
        "/memory/a/ #fix #fix-new #top",
        "/rules/old/ -> /rules/new/ #top",
    ]
    (tmp_path / LIST).write_text(text, encoding="utf-8")
    back, problems = read_addresses(tmp_path)
    assert problems == ()
    assert addresses_text(back) == text
    assert addresses_text(grown(back, {"memory/a/": set(), "new/": {"top"}})).count("\n") == text.count("\n") + 1


def test_a_line_that_is_no_address_is_a_problem_at_its_place(tmp_path: Path) -> None:
    (tmp_path / LIST).write_text("# a head\n/good/ #a\nbad/ #a\n/good -> bad\n", encoding="utf-8")
    listed, problems = read_addresses(tmp_path)
    assert list(listed) == ["good/"]
    assert [str(problem) for problem in problems] == [
        "addresses.txt:3:1: address-gone: 'bad/ #a' is no address with anchors",
        "addresses.txt:4:1: address-gone: '/good -> bad' is no address with anchors",
    ]


def test_the_committed_list_holds_all_that_would_go_live_now() -> None:
    done = faultbook("generate", "--check", cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


# The check.


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """A book whose one entry was published."""
    write_book(tmp_path)
    (tmp_path / LIST).write_text("/memory/widget/ #fix #fix-oil #signature-message #top\n", encoding="utf-8")
    return tmp_path


def test_a_published_entry_that_is_there_is_no_problem(published: Path) -> None:
    assert gone(published) == []


def test_a_renamed_entry_without_a_redirect_fails_with_the_line_that_repairs_it(published: Path) -> None:
    file = published / "entries/memory/widget.yaml"
    file.rename(file.with_name("dry-widget.yaml"))
    assert gone(published) == [
        (
            "addresses.txt:1:1: address-gone: '/memory/widget/' was published, and is no entry any more"
            " | add to entries/retired.yaml: widget: {reason: renamed, successor: dry-widget}"
        )
    ]
    done = faultbook("check", "--format", "json", cwd=published)
    assert done.returncode == 1
    assert "address-gone" in {problem["rule"] for problem in json.loads(done.stdout)}

    (published / "entries/retired.yaml").write_text("widget: {reason: renamed, successor: dry-widget}\n")
    assert gone(published) == []


def test_a_removed_entry_without_a_reason_fails(published: Path) -> None:
    (published / "entries/memory/widget.yaml").unlink()
    assert gone(published) == [
        (
            "addresses.txt:1:1: address-gone: '/memory/widget/' was published, and is no entry any more"
            " | add to entries/retired.yaml: widget: {reason: ..., successor: ...}"
        )
    ]
    (published / "entries/retired.yaml").write_text("widget: {reason: it never was a failure}\n")
    assert gone(published) == []


def test_an_entry_that_only_moves_to_another_area_needs_nothing(published: Path) -> None:
    (published / "entries/hardware").mkdir()
    (published / "entries/memory/widget.yaml").rename(published / "entries/hardware/widget.yaml")
    assert gone(published) == []
    the_book, _ = load_book(published)
    assert successor(the_book, Listed("memory/widget/", frozenset())) == "hardware/widget/"
    assert successor(the_book, Listed("memory/widget.json", frozenset())) == "hardware/widget.json"


def test_an_entry_that_cannot_be_read_is_not_called_gone(published: Path) -> None:
    (published / "entries/memory/widget.yaml").write_text("title: [\n")
    assert gone(published) == []


def test_successors_in_a_circle_are_a_problem_and_lead_nowhere(published: Path) -> None:
    (published / "entries/memory/widget.yaml").unlink()
    text = "widget: {reason: renamed, successor: gadget}\ngadget: {reason: renamed, successor: widget}\n"
    (published / "entries/retired.yaml").write_text(text)
    the_book, _ = load_book(published)
    assert [str(problem) for problem in check(the_book) if problem.rule == "retired-id"] == [
        "entries/retired.yaml:1:38: retired-id: the successors of 'widget' lead in a circle",
        "entries/retired.yaml:2:38: retired-id: the successors of 'gadget' lead in a circle",
    ]
    assert successor(the_book, Listed("memory/widget/", frozenset())) is None


def test_a_page_that_vanishes_fails_generate_until_the_list_says_where_it_went(published: Path) -> None:
    (published / "mkdocs.yml").touch()
    assert faultbook("generate", cwd=published).returncode == 0
    with (published / LIST).open("a", encoding="utf-8") as file:
        file.write("/rules/of-thumb/ #top\n")
    number = len((published / LIST).read_text("utf-8").splitlines())

    done = faultbook("generate", "--check", cwd=published)
    assert done.returncode == 1
    assert done.stdout.splitlines()[:2] == [
        f"addresses.txt:{number}:1: address-gone: '/rules/of-thumb/' was published, and the site has it no more",
        "      hint: write behind it where it went: /rules/of-thumb/ -> /new/address/",
    ]
    text = (published / LIST).read_text("utf-8")
    (published / LIST).write_text(text.replace("of-thumb/ #top", "of-thumb/ -> /rules/gone/ #top"), encoding="utf-8")
    done = faultbook("generate", cwd=published)
    assert "'/rules/of-thumb/' leads to '/rules/gone/', which the site does not have" in done.stdout
    (published / LIST).write_text(text.replace("of-thumb/ #top", "of-thumb/ -> /rules/ #top"), encoding="utf-8")
    assert faultbook("generate", cwd=published).returncode == 0
    assert "/rules/of-thumb/ -> /rules/ #top" in (published / LIST).read_text("utf-8")


# What keeps them alive.


def test_an_anchor_that_is_gone_stands_at_the_section_that_it_was_in() -> None:
    body = '<h1 id="top">T</h1><section><h2 id="fix">Fix</h2></section><section><h2 id="sources">S</h2></section>'
    kept = with_former_anchors(body, {"fix-old", "fix", "q-next", "sources"})
    assert kept == (
        '<span id="q-next" class="fb-former"></span><h1 id="top">T</h1><section>'
        '<span id="fix-old" class="fb-former"></span><h2 id="fix">Fix</h2></section>'
        '<section><h2 id="sources">S</h2></section>'
    )
    assert with_former_anchors(kept, {"fix-old", "q-next"}) == kept


def test_pages_and_files_that_are_gone_have_something_in_their_place(tmp_path: Path) -> None:
    lines = [
        "/memory/widget/ #fix-former #top",
        "/memory/old-widget/ #fix-ancient #top",
        "/memory/old-widget.json",
        "/memory/old-widget.md",
        "/memory/dead/ #cause #top",
        "/memory/dead.json",
        "/memory/resting/ #top",
        "/memory/resting.json",
        "/incidents/resting/job.log",
    ]
    (tmp_path / LIST).write_text("\n".join(lines), encoding="utf-8")
    item = entry()
    the_book = book(item, root=tmp_path)
    retired = {"old-widget": Retired(reason="renamed", successor="widget"), "dead": Retired(reason="It was a dream.")}
    object.__setattr__(the_book, "retired", retired)
    proofs = {item.id: proof(item)}
    pages = {page.path: page for page in all_pages(the_book, proofs, address=ADDRESS)}
    files = site_files(the_book, proofs, ADDRESS)

    assert {"fix-former", "fix-ancient"} <= anchors_of(pages["memory/widget"].body)
    assert pages["memory/old-widget"].moved_to == "memory/widget/"
    assert 'href="../widget/"' in pages["memory/old-widget"].body
    assert "It was a dream." in pages["memory/dead"].body
    assert "cause" in anchors_of(pages["memory/dead"].body)
    assert "not published until it is shown again" in pages["memory/resting"].body

    moved = json.loads(files["memory/old-widget.json"])
    assert (moved["moved"], moved["successor"], moved["url"]) == (True, "memory/widget", f"{ADDRESS}memory/widget/")
    assert files["memory/old-widget.md"] == f"renamed\nRead instead: {ADDRESS}memory/widget.md\n"
    assert json.loads(files["memory/dead.json"])["successor"] is None
    assert json.loads(files["memory/dead.json"])["reason"] == "It was a dream."
    assert "not published until" in json.loads(files["memory/resting.json"])["reason"]
    assert "not published until" in files["incidents/resting/job.log"]


# The site.


def ids(html: str) -> set[str]:
    return set(re.findall(r'\sid="([^"]+)"', html))


def unresolved(site: Path, listed: dict[str, Listed]) -> list[str]:
    """Return each listed address, or anchor of it, that leads nowhere in the built site; redirects are followed."""
    found = []
    for path, item in listed.items():
        file = site / path / "index.html" if item.is_page else site / path
        if not file.is_file():
            found.append(f"/{path}")
            continue
        if not item.is_page:
            continue
        html = file.read_text("utf-8")
        if refresh := re.search(r'http-equiv="refresh" content="0; url=([^"]+)"', html):
            target = urljoin(f"https://x/{path}", refresh[1]).removeprefix("https://x/")
            html = (site / unquote(target) / "index.html").read_text("utf-8")
        found += [f"/{path}#{anchor}" for anchor in sorted(item.anchors - ids(html))]
    return found


def test_every_address_and_anchor_ever_published_leads_somewhere(site: Path) -> None:
    listed, problems = read_addresses(ROOT)
    assert problems == ()
    assert len(listed) > 400
    assert unresolved(site, listed) == []


@pytest.fixture(scope="module")
def aged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a book with a history: an entry renamed, one retired, one moved, a fix renamed, a page gone."""
    root = tmp_path_factory.mktemp("aged")
    for name in ("docs", "site_plugins/faultbook_mkdocs/overrides"):
        shutil.copytree(ROOT / name, root / name)
    shutil.copy(ROOT / "mkdocs.yml", root)
    (root / "entries/memory").mkdir(parents=True)
    for name in ("capacity", "fragmentation"):
        shutil.copy(ROOT / f"entries/memory/cuda-oom-{name}.yaml", root / "entries/memory")
        slug = f"memory/cuda-oom-{name}"
        for kind in ("snippets", "evidence"):
            shutil.copytree(ROOT / kind / slug, root / kind / slug)
    (root / "entries/retired.yaml").write_text(
        "cuda-oom: {reason: split in two, successor: cuda-oom-capacity}\nghost: {reason: It was the weather.}\n"
    )
    (root / LIST).write_text(
        "/memory/cuda-oom/ #fix-older #top\n/memory/cuda-oom.json\n/memory/cuda-oom-capacity/ #confirm #fix-former #top\n"
        "/memory/ghost/ #cause #top\n/hardware/cuda-oom-fragmentation/ #fix-expandable-segments #top\n"
        "/rules/lost/ -> /rules/ #top\n/about/ #former-heading #about-faultbook\n/stacks/abandoned/ #top\n",
        encoding="utf-8",
    )
    # As 'serve' builds it: the two entries name others, which this book lacks.
    preview = "from mkdocs.config import load_config; from mkdocs.commands.build import build; "
    preview += "c = load_config('mkdocs.yml', site_dir='site'); "
    preview += "c.plugins.on_startup(command='serve', dirty=False); build(c)"
    done = subprocess.run([sys.executable, "-c", preview], capture_output=True, text=True, check=False, cwd=root)
    assert done.returncode == 0, done.stderr
    return root


def test_a_site_with_a_history_answers_at_all_of_its_addresses(aged: Path) -> None:
    assert unresolved(aged / "site", read_addresses(aged)[0]) == []
    html = (aged / "site/memory/cuda-oom/index.html").read_text("utf-8")
    assert '<link rel="canonical" href="http://127.0.0.1:8000/memory/cuda-oom-capacity/">' in html
    assert "It was the weather." in (aged / "site/memory/ghost/index.html").read_text("utf-8")
    assert "/memory/cuda-oom/<" not in (aged / "site/sitemap.xml").read_text("utf-8")


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="Chromium is not installed")
@pytest.mark.parametrize("scripts", [True, False])
def test_an_old_link_opens_the_new_page_at_its_anchor(aged: Path, browser: Browser, scripts: bool) -> None:
    with serve(aged / "site") as address:
        page = browser.new_context(java_script_enabled=scripts).new_page()
        page.goto(f"{address}memory/cuda-oom/#fix-older")
        page.wait_for_url("**/memory/cuda-oom-capacity/**")
        assert page.url == f"{address}memory/cuda-oom-capacity/" + ("#fix-older" if scripts else "")
        page.goto(f"{address}hardware/cuda-oom-fragmentation/")
        page.wait_for_url("**/memory/cuda-oom-fragmentation/**")
        page.context.close()
