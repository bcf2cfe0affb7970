"""The MkDocs plugin: reads the book, hands its pages and exports to MkDocs, and stops on a book with problems."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from jinja2 import Environment, FileSystemBytecodeCache
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.meta import get_data
from mkdocs.utils.templates import TemplateContext

from faultbook import __version__
from faultbook.addresses import Listed, read_addresses
from faultbook.disk import cache_dir, find_root
from faultbook.history import NO_HISTORY, History
from faultbook.pages import LISTS, Feedback, HandWritten, document_data, with_former_anchors
from faultbook_mkdocs.inputs import read_inputs
from faultbook_mkdocs.lane import FastLane, page_hooks
from faultbook_mkdocs.offline import WORKER, service_worker
from faultbook_mkdocs.outline import Summary
from faultbook_mkdocs.outputs import Outputs
from faultbook_mkdocs.page import BookFile, BookPage, data_script, mapped
from faultbook_mkdocs.policy import with_policy
from faultbook_mkdocs.press import Press
from faultbook_mkdocs.store import Store
from faultbook_mkdocs.styles import STYLE_SHEET, style_sheet

if TYPE_CHECKING:
    from faultbook_mkdocs.live import Live

__all__ = ["FaultbookConfig", "FaultbookPlugin"]

log = get_plugin_logger(__name__)

_SOURCES = ("entries", "snippets", "evidence", "incidents", "comparisons.yaml")
_THEME_SEARCH = ("assets/javascripts/lunr/", "assets/javascripts/workers/search.")
_ASSETS = Path(__file__).parent / "assets"


class FaultbookConfig(Config):
    """What ``mkdocs.yml`` may say of the plugin."""

    publish = config_options.Optional(config_options.Choice(("proven", "all")))
    """Which entries the site holds; FAULTBOOK_PUBLISH overrides it, and without either ``serve`` shows all."""
    branch = config_options.Type(str, default="main")
    """The branch that an edit link opens, in the repository that REPO names."""
    cache = config_options.Type(bool, default=True)
    """Whether what an earlier build made is used again; FAULTBOOK_CACHE=off overrides it."""


class FaultbookPlugin(BasePlugin[FaultbookConfig]):
    """Carries the book's pages; what they say is made by :mod:`faultbook.pages`."""

    def __init__(self) -> None:
        self._command = "build"
        self._press: Press | None = None
        self._lane: FastLane | None = None
        self._outputs: Outputs | None = None
        self._nav: Navigation | None = None
        self._summary: Summary | None = None
        self._live: Live | None = None
        self._pages: list[File] = []
        self._history: History = NO_HISTORY
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
        inputs = read_inputs(root) if self._cached() else None
        store = Store(cache_dir() / "pages" / "made.sqlite" if inputs is not None else None)
        strict = self._command != "serve"
        self._press = press = Press(root, store, inputs, publish=self._publish(), strict=strict, before=self._press)
        self._summary = summary = press.summary()
        # While an author writes, an entry that breaks a rule still shows, with a banner, and one that cannot be read
        # has a page that says why: after an error MkDocs would answer no request. A build, which might go live, stops.
        if summary.problems and self._command != "serve":
            listed = "\n\n".join(summary.problems)
            raise PluginError(
                f"faultbook: the book has {len(summary.problems)} problem(s); no site is built\n\n{listed}"
            )
        for problem in summary.problems:
            log.warning("%s", problem)
        for line in summary.left_out:
            log.info("%s", line)
        self._history = press.history
        self._listed, _ = read_addresses(root)
        config.watch.extend(str(root / name) for name in _SOURCES if (root / name).exists())
        if config.nav is not None:
            config.nav = _filled(config.nav, summary.nav)
        if STYLE_SHEET not in config.extra_css:
            config.extra_css.append(STYLE_SHEET)
        # While an author writes, each request must show what was just saved.
        config.extra["faultbook_offline"] = self._command != "serve"
        if repository := os.environ.get("REPO", "").rstrip("/"):
            config.repo_url = f"{repository}/"
            config.repo_name = repository.rpartition("/")[2]
            config.edit_uri = f"edit/{self.config.branch}/"
        return config

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Hide what the last build left, before MkDocs empties the folder."""
        outputs = Outputs(Path(config.site_dir), kept=self._made().stored)
        try:
            outputs.hide(seconds=0)
        except TimeoutError as error:
            log.info("%s; waiting for it", error)
            outputs.hide()
        self._outputs = outputs

    @event_priority(50)
    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Add the book's pages and exports to the files of the site."""
        press, outputs = self._made(), self._outputs
        if outputs is None:
            raise PluginError("faultbook: on_files before on_pre_build")
        docs = Path(config.docs_dir).resolve()
        if docs.is_relative_to(press.root):
            for file in files.documentation_pages():
                file.edit_uri = f"{docs.relative_to(press.root).as_posix()}/{file.src_uri}"
        feedback = Feedback(config.repo_url, _version(press.root)) if config.repo_url else None
        written = [_hand_written(file) for file in files.documentation_pages()]
        outline = press.outline(config.site_url or "/", feedback, written)
        self._lane = FastLane(config, press, outline, outputs)
        if hooks := page_hooks(config, self):
            log.info("each page is made by MkDocs itself, which takes longer: %s may change it", ", ".join(hooks))
            self._lane.give(files)
        else:
            self._lane.add(files)
        config.extra["feeds"] = [(this.title, this.feed) for this in LISTS if this.feed in outline.texts]
        for path, source in outline.logs.items():
            files.append(File.generated(config, path, abs_src_path=str(press.root / source)))
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

    @event_priority(-100)
    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:  # noqa: ARG002 -- the signature is MkDocs'
        """Note the navigation, which stands on every page."""
        self._nav = nav
        return nav

    @event_priority(-100)
    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:  # noqa: ARG002 -- the signature is MkDocs'
        """Write the book's pages, as soon as all is known that stands on them."""
        if self._lane is None or self._nav is None:
            raise PluginError("faultbook: on_env before on_nav")
        if self._made().stored:
            # Half of a build in which nothing changed would go into compiling the theme.
            folder = cache_dir() / "templates"
            with contextlib.suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
                env.bytecode_cache = FileSystemBytecodeCache(str(folder))
        self._pages = [*files.documentation_pages(), *self._lane.pages]
        self._lane.write(env, self._nav, self._pages)
        return env

    def on_template_context(
        self,
        context: TemplateContext,
        *,
        template_name: str,
        config: MkDocsConfig,
    ) -> TemplateContext:
        """Tell the templates of the site, such as its map, of the book's pages."""
        pages: list[Any] = self._pages
        if template_name == "sitemap.xml":
            pages = [mapped(file, config) if isinstance(file, BookFile) else file for file in pages]
        context["pages"] = pages
        return context

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
        if self._outputs is not None:
            self._made().store.write()
            self._outputs.end()
        self._go_live()

    def on_serve(
        self,
        server: LiveReloadServer,
        *,
        config: MkDocsConfig,
        builder: Callable[..., Any],  # noqa: ARG002 -- the signature is MkDocs'
    ) -> LiveReloadServer:
        """Put what is saved on its page at once, and the rest after it."""
        from faultbook_mkdocs.live import Live  # noqa: PLC0415 -- a build needs none of it

        press = self._made()
        folders = [folder for name in _SOURCES if (folder := press.root / name).is_dir()]
        self._live = Live(server, server.builder, press.root, folders)
        self._live.begin(filter(None, (config.docs_dir, config.config_file_path)))
        self._go_live()
        return server

    def on_shutdown(self) -> None:
        """Keep what was made while the site was served."""
        if self._live is not None:
            self._live.end()
        if self._press is not None:
            self._press.store.write()

    def _go_live(self) -> None:
        lane, summary = self._lane, self._summary
        if self._live is not None and lane is not None and summary is not None and self._made().stored and lane.quick:
            self._live.take(self._made(), lane, lane.outline, summary)

    def on_build_error(self, *, error: Exception) -> None:  # noqa: ARG002 -- the signature is MkDocs'
        """Keep what was made, but not the site."""
        if self._press is not None:
            self._press.store.write()
        if self._outputs is not None:
            self._outputs.fail()

    def _made(self) -> Press:
        if self._press is None:
            raise PluginError("faultbook: MkDocs builds before on_config")
        return self._press

    def _cached(self) -> bool:
        return bool(self.config.cache) and os.environ.get("FAULTBOOK_CACHE", "on") != "off"

    def _publish(self) -> str:
        chosen = os.environ.get("FAULTBOOK_PUBLISH") or self.config.publish
        if chosen not in {None, "proven", "all"}:
            raise PluginError(f"faultbook: FAULTBOOK_PUBLISH is '{chosen}'; it may be 'proven' or 'all'")
        return chosen or ("all" if self._command == "serve" else "proven")


def _hand_written(file: File) -> HandWritten:
    """Return a page of ``docs/`` as its author wrote it, for the search."""
    markdown, meta = get_data(file.content_string)
    title = str(meta.get("title") or file.name)
    return HandWritten(file.url.strip("./"), title, str(meta.get("description") or ""), markdown)


def _version(root: Path) -> str:
    """Return which book the site shows: ``0.1.0 (f6e201c)``, outside git the version alone."""
    from faultbook.snippets.outcome import commit_of  # noqa: PLC0415 -- slow to load, and needed by few sites

    commit = commit_of(root)
    return f"{__version__} ({commit[:7]})" if commit else __version__


def _filled(nav: list[Any], pages: Mapping[str, list[Any]]) -> list[Any]:
    """Return *nav* with ``@areas``, ``@stacks``, ``@comparisons`` and ``@incidents`` replaced by the book's pages."""
    filled: list[Any] = []
    for item in nav:
        if isinstance(item, str) and item in pages:
            filled += pages[item]
        elif isinstance(item, dict):
            filled.append({name: _filled(v, pages) if isinstance(v, list) else v for name, v in item.items()})
        else:
            filled.append(item)
    return filled
