"""The MkDocs plugin: reads the book, hands its pages and exports to MkDocs, and stops on a book with problems."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Literal

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils.meta import get_data

from faultbook import __version__
from faultbook.addresses import Listed, read_addresses
from faultbook.book import Book, find_root, load_book
from faultbook.history import NO_HISTORY, History, read_history
from faultbook.pages import (
    LISTS,
    Feedback,
    HandWritten,
    all_pages,
    compared,
    document_data,
    incident_logs,
    proven_only,
    search_files,
    shown_incidents,
    site_files,
    unread_pages,
    with_former_anchors,
)
from faultbook.place import Problem
from faultbook.rules import RULES, check
from faultbook.snippets.gate import Proof, gate
from faultbook.snippets.run import commit_of
from faultbook.vocabulary import Area
from faultbook_mkdocs.offline import WORKER, service_worker
from faultbook_mkdocs.page import BookPage, data_script, page_file, text_file
from faultbook_mkdocs.policy import with_policy
from faultbook_mkdocs.styles import STYLE_SHEET, style_sheet

__all__ = ["FaultbookConfig", "FaultbookPlugin"]

log = get_plugin_logger(__name__)

_SOURCES = ("entries", "snippets", "evidence", "incidents", "comparisons.yaml")
_LARGE = 5  # entries of a stack that stands in the navigation, which is on every page; the page of stacks has all
_THEME_SEARCH = ("assets/javascripts/lunr/", "assets/javascripts/workers/search.")
_ASSETS = Path(__file__).parent / "assets"


class FaultbookConfig(Config):
    """What ``mkdocs.yml`` may say of the plugin."""

    publish = config_options.Optional(config_options.Choice(("proven", "all")))
    """Which entries the site holds; FAULTBOOK_PUBLISH overrides it, and without either ``serve`` shows all."""
    branch = config_options.Type(str, default="main")
    """The branch that an edit link opens, in the repository that REPO names."""


class FaultbookPlugin(BasePlugin[FaultbookConfig]):
    """Carries the book's pages; what they say is made by :mod:`faultbook.pages`."""

    def __init__(self) -> None:
        self._command = "build"
        self._book: Book | None = None
        self._proofs: dict[str, Proof] = {}
        self._history: History = NO_HISTORY
        self._unread: tuple[Problem, ...] = ()
        self._listed: dict[str, Listed] = {}

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:  # noqa: ARG002 -- the signature is MkDocs'
        """Note the command: ``serve`` shows what is not proven yet."""
        self._command = command

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the book, watch its folders, and fill in what the configuration leaves to the book."""
        if not config.use_directory_urls:
            raise PluginError("faultbook: its links need 'use_directory_urls: true'")
        root = find_root(Path(config.config_file_path or ".").resolve().parent)
        if root is None:
            raise PluginError("faultbook: no folder entries/ beside mkdocs.yml or above it")
        book, unread = load_book(root)
        breaches = check(book)
        # While an author writes, an entry that breaks a rule still shows, with a banner, and one that cannot be read
        # has a page that says why: after an error MkDocs would answer no request. A build, which might go live, stops.
        if self._command == "serve":
            for problem in (*unread, *breaches):
                log.warning("%s", problem)
            self._unread = unread
        elif found := (*unread, *breaches):
            listed = "\n\n".join(problem.text() for problem in found)
            raise PluginError(f"faultbook: the book has {len(found)} problem(s); no site is built\n\n{listed}")
        self._proofs = gate(book, breaches)
        self._history = read_history(root)
        self._listed, _ = read_addresses(root)
        self._book = book if self._publish() == "all" else self._proven(book)
        config.watch.extend(str(root / name) for name in _SOURCES if (root / name).exists())
        if config.nav is not None:
            config.nav = _filled(config.nav, self._book)
        if STYLE_SHEET not in config.extra_css:
            config.extra_css.append(STYLE_SHEET)
        # While an author writes, each request must show what was just saved.
        config.extra["faultbook_offline"] = self._command != "serve"
        if repository := os.environ.get("REPO", "").rstrip("/"):
            config.repo_url = f"{repository}/"
            config.repo_name = repository.rpartition("/")[2]
            config.edit_uri = f"edit/{self.config.branch}/"
        return config

    @event_priority(50)
    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Add the book's pages and exports to the files of the site."""
        book = self._book
        if book is None:
            raise PluginError("faultbook: on_files before on_config")
        docs = Path(config.docs_dir).resolve()
        if docs.is_relative_to(book.root):
            for file in files.documentation_pages():
                file.edit_uri = f"{docs.relative_to(book.root).as_posix()}/{file.src_uri}"
        address = config.site_url or "/"
        unread = unread_pages(book, self._unread)
        feedback = Feedback(config.repo_url, _version(book)) if config.repo_url else None
        pages = all_pages(book, self._proofs, address=address, rules=RULES, history=self._history, feedback=feedback)
        written = [_hand_written(file) for file in files.documentation_pages()]
        for page in (*pages, *unread):
            files.append(page_file(page, config))
        made = site_files(book, self._proofs, address, self._history)
        made |= search_files(book, pages, address, written, signatures=made["signatures.json"])
        for path, text in made.items():
            files.append(text_file(path, text, config))
        config.extra["feeds"] = [(this.title, this.feed) for this in LISTS if this.feed in made]
        for path, source in incident_logs(book).items():
            files.append(File.generated(config, path, abs_src_path=str(source)))
        # The theme brings a search of its own, which this site does not use.
        for file in [file for file in files if file.src_uri.startswith(_THEME_SEARCH)]:
            files.remove(file)
        for asset in sorted(
            file for file in _ASSETS.rglob("*") if file.suffix in {".css", ".js"} and file.name != WORKER
        ):
            path = f"assets/{asset.relative_to(_ASSETS).as_posix()}"
            files.append(File.generated(config, path, abs_src_path=str(asset)))
        files.append(File.generated(config, STYLE_SHEET, content=style_sheet()))
        return files

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG002 -- the signature is MkDocs'
        """Give a hand-written page its data, the day of its last change, and the anchors that it had once."""
        if isinstance(page, BookPage):
            return html
        path = page.url.rstrip("/")
        dates = self._history.get(page.file.edit_uri or "")
        changed = dates.last if dates else None
        page.meta["changed"] = changed.date().isoformat() if changed else None
        title, words = str(page.title or ""), str(page.meta.get("description") or config.site_description or "")
        data = document_data(title, words, "" if path == "." else path, config.site_url or "/", changed)
        page.meta["structured_data"] = data_script(data)
        listed = self._listed.get(f"{path}/" if path else "")
        return with_former_anchors(html, listed.anchors) if listed else html

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG002 -- the signature is MkDocs'
        """Give the page that reads logs a policy by which it can ask this site only."""
        return with_policy(output) if page.meta.get("faultbook") == "diagnose" else output

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the service worker, which names the files of this build and must stand where its scope begins."""
        if config.extra["faultbook_offline"]:
            site = Path(config.site_dir)
            (site / WORKER).write_text(service_worker(site), encoding="utf-8")

    def _publish(self) -> str:
        chosen = os.environ.get("FAULTBOOK_PUBLISH") or self.config.publish
        if chosen not in {None, "proven", "all"}:
            raise PluginError(f"faultbook: FAULTBOOK_PUBLISH is '{chosen}'; it may be 'proven' or 'all'")
        return chosen or ("all" if self._command == "serve" else "proven")

    def _proven(self, book: Book) -> Book:
        published = proven_only(book, self._proofs)
        left_out = [proof for proof in self._proofs.values() if not proof.proven]
        for proof in left_out:
            more = f" (and {len(proof.lacks) - 1} more)" if len(proof.lacks) > 1 else ""
            log.info("left out %s: %s%s", proof.entry.slug, proof.lacks[0], more)
        log.info("%d of %d entries are proven and published", len(published.entries), len(book.entries))
        return published


def _hand_written(file: File) -> HandWritten:
    """Return a page of ``docs/`` as its author wrote it, for the search."""
    markdown, meta = get_data(file.content_string)
    title = str(meta.get("title") or file.name)
    return HandWritten(file.url.strip("./"), title, str(meta.get("description") or ""), markdown)


def _version(book: Book) -> str:
    """Return which book the site shows: ``0.1.0 (f6e201c)``, outside git the version alone."""
    commit = commit_of(book.root)
    return f"{__version__} ({commit[:7]})" if commit else __version__


def _filled(nav: list[Any], book: Book) -> list[Any]:
    """Return *nav* with ``@areas``, ``@stacks``, ``@comparisons`` and ``@incidents`` replaced by the book's pages."""
    areas = [{area.label.capitalize(): f"{area.value}.md"} for area in Area if book.by_area(area)]
    stacks = [{stack: f"stacks/{stack}.md"} for stack, mine in book.by_stack().items() if len(mine) >= _LARGE]
    comparisons = [{title: f"compare/{id_}.md"} for id_, title in compared(book).items()]
    incidents = [f"{incident.slug}.md" for incident in shown_incidents(book)]
    pages: dict[str, list[Any]] = {
        "@areas": areas,
        "@stacks": stacks,
        "@comparisons": comparisons,
        "@incidents": incidents,
    }
    filled: list[Any] = []
    for item in nav:
        if isinstance(item, str) and item in pages:
            filled += pages[item]
        elif isinstance(item, dict):
            filled.append({name: _filled(v, book) if isinstance(v, list) else v for name, v in item.items()})
        else:
            filled.append(item)
    return filled
