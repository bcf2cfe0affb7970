"""The way of the book's pages past MkDocs: it knows where they are and resolves links to them, and does not make them.

Each is the theme's page, filled in; one that an earlier build left and that would be the same is not written again.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import jinja2
from mkdocs import __version__ as mkdocs_version
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation, Section

from faultbook.pages import Page, digest, page_of
from faultbook_mkdocs.inputs import configured, theme_digest, tool_digest
from faultbook_mkdocs.outline import ALL_TEXTS, Outline
from faultbook_mkdocs.outputs import Outputs, Stamp
from faultbook_mkdocs.page import BookFile, OutlinedPage, page_file
from faultbook_mkdocs.press import Press
from faultbook_mkdocs.shells import Shells

__all__ = ["FastLane", "page_hooks"]

log = get_plugin_logger(__name__)

_EVENTS = ("pre_page", "page_read_source", "page_markdown", "page_content", "page_context", "post_page")


def page_hooks(config: MkDocsConfig, own: BasePlugin[Any]) -> list[str]:
    """Return the names of what else wants to see each page on its way; then every page must go MkDocs' own way."""
    found = (
        getattr(method, "__self__", method)
        for event in _EVENTS
        for method in config.plugins.events[event]
        if getattr(method, "__self__", None) is not own
    )
    return sorted({getattr(this, "__module__", None) or type(this).__module__ for this in found})


class FastLane:
    """Carries *outline*, whose contents *press* knows, into the site."""

    def __init__(self, config: MkDocsConfig, press: Press, outline: Outline, outputs: Outputs) -> None:
        self._config, self._press, self._outline = config, press, outline
        self._outputs, self._put = outputs, outputs.write
        self._look = ""
        self._shells: Shells | None = None
        self._targets: dict[str, str] = {}
        self._wanted: dict[str, str] = {}
        self._paths: dict[str, list[str]] = {}
        self._in_nav: set[str] = set()
        self._slugs: dict[str, str] = {}
        self._ready: dict[str, Page] = {}
        """Pages that MkDocs makes."""
        self._files: dict[str, BookFile] = {}
        """By the path of the page."""

    def give(self, files: Files) -> None:
        """Leave the pages to MkDocs, and keep the files for machines."""
        own, others = self._split(sheet.key for sheet in self._outline.sheets)
        with self._press.carried(self._outline, own, _page) as crew:
            for found in crew.done():
                self._ready |= dict(self._press.taken(found))
        self._ready |= {key: page_of(content["page"]) for key, content in self._press.contents(self._outline, others)}
        for sheet in self._outline.sheets:
            files.append(page_file(self._ready[sheet.key], self._config))
        self._add_texts(files)

    def add(self, files: Files) -> None:
        """Tell MkDocs of the pages and files."""
        for sheet in self._outline.sheets:
            page = sheet.page
            if page.moved_to:
                file = BookFile(f"{page.path}/index.html", f"{page.path}/index.html", self._config)
            else:
                path = page.path or "index"
                at = "index.html" if path == "index" else f"{path}/index.html"
                file = BookFile(f"{path}.md", at, self._config, page)
                file.whole = lambda key=sheet.key: self._whole(key)
                self._files[page.path] = file
            files.append(file)
        self._add_texts(files)

    def _add_texts(self, files: Files) -> None:
        for path in self._outline.texts:
            # What ends with '.md' would be taken for a page.
            files.append(BookFile(f"{path}.txt" if path.endswith(".md") else path, path, self._config))

    @property
    def pages(self) -> list[BookFile]:
        """The files of the pages, in order, but for those that only lead on."""
        return list(self._files.values())

    def write(self, env: jinja2.Environment, nav: Navigation, pages: Sequence[File]) -> None:
        """Write what is not there already; *pages* are all of the site, for templates that list them."""
        self._shells = shells = Shells(self._config, env, nav, pages)
        in_nav = {id(page) for page in nav.pages}
        self._in_nav = {path for path, file in self._files.items() if id(file.held) in in_nav}
        if not self._ready:
            self._look = self._looks(nav, shells)
        self._want()
        self._write_all(self._outputs.settle(self._wanted))

    def update(self, press: Press, outline: Outline) -> list[str]:
        """Write, while the site is read, what differs between *outline* and what was written; return the paths."""
        self._press, self._outline, self._put = press, outline, self._outputs.replace
        self._want()
        for path in self._outputs.paths() - set(self._wanted):
            self._outputs.remove(path)
        missing = {path for path, key in self._wanted.items() if self._outputs.digest(path) != key}
        self._write_all(missing)
        return sorted(missing)

    @property
    def outline(self) -> Outline:
        """What is shown."""
        return self._outline

    @property
    def quick(self) -> bool:
        """Whether pages can be written without MkDocs."""
        return not self._ready

    def is_own(self, path: str) -> bool:
        """Return whether the book gives the file at *path* of the site."""
        return path in self._wanted

    def is_of_entry(self, path: str) -> bool:
        """Return whether the file at *path* of the site is of one entry."""
        slug = path.removesuffix("/index.html") if path.endswith("/index.html") else path.rpartition(".")[0]
        return slug in self._slugs

    def _want(self) -> None:
        self._slugs = {sheet.page.path: sheet.key for sheet in self._outline.sheets[: self._outline.entries]}
        self._wanted = dict(self._outline.texts)
        if not self._ready:
            self._targets = {sheet.key: f"{sheet.page.address}index.html" for sheet in self._outline.sheets}
            self._wanted |= {path: digest([self._look, key]) for key, path in self._targets.items()}

    def _write_all(self, missing: set[str]) -> None:
        shells, filled = self._shells, list[str]()
        if shells is None:
            raise RuntimeError("the theme is not there yet")
        exact = shells.differs is None
        own, others = self._split(self._keys(missing))
        with self._press.carried(self._outline, own, functools.partial(self._write, missing, shells)) as crew:
            for key, content in self._press.contents(self._outline, others):
                filled += [key] if self._write(missing, shells, key, content).filled else []
            for found in crew.done():
                filled += self._noted(self._press.taken(found), shells)
        if exact and shells.differs is not None:
            log.info(
                "the theme changes what it is given, so each page is rendered alone, which takes longer: %s",
                shells.differs,
            )
            own, others = self._split(filled)
            pages = {self._targets[key] for key in filled}
            with self._press.carried(self._outline, own, functools.partial(self._write, pages, shells)) as crew:
                for key, content in self._press.contents(self._outline, others):
                    self._write(pages, shells, key, content)
                for found in crew.done():
                    self._noted(self._press.taken(found), shells)
        if ALL_TEXTS in missing:
            self._outputs.join(ALL_TEXTS, self._wanted[ALL_TEXTS], self._outline.head, [f"{x}.md" for x in self._slugs])

    def _split(self, keys: Iterable[str]) -> tuple[list[str], list[str]]:
        """Return *keys*, once each: those of entries, and the others."""
        entries = {sheet.key for sheet in self._outline.sheets[: self._outline.entries]}
        every = list(dict.fromkeys(keys))
        return [key for key in every if key in entries], [key for key in every if key not in entries]

    def _noted(self, written: Iterable[_Written], shells: Shells) -> list[str]:
        """Take in what perhaps another process has *written*; return the keys of pages whose shell was filled in."""
        filled = []
        for this in written:
            self._outputs.note(this.stamps)
            shells.differs = shells.differs or this.differs
            filled += [this.key] if this.filled else []
        return filled

    def _write(self, missing: set[str], shells: Shells, key: str, content: Any) -> _Written:
        """Write the files of *content* that are at *missing*."""
        paths, filled = [], False
        if "text" in content:
            for path in self._paths[key]:
                self._put(path, key, content["text"].encode())
                paths.append(path)
        elif (path := self._targets.get(key, "")) in missing:
            filled = self._write_page(key, content, shells)
            paths.append(path)
        for end, name in (("json", "json"), ("md", "markdown")):
            if name in content and (path := f"{content['page']['path']}.{end}") in missing:
                self._put(path, f"{key}.{end}", content[name].encode())
                paths.append(path)
        return _Written(key, {path: self._outputs.stamp(path) for path in paths}, filled, shells.differs)

    def _write_page(self, key: str, content: Any, shells: Shells) -> bool:
        """Write a page; return whether the shell of its kind was filled in."""
        page, path = page_of(content["page"]), self._targets[key]
        fill = False
        if page.moved_to:
            from faultbook.pages import redirect  # noqa: PLC0415 -- slow to load, and needed by few sites

            html = redirect(page, self._config.site_url or "/")
        elif page.path in self._files and (page.path in self._in_nav or "/" not in page.path):
            carried = self._files[page.path].page
            if not isinstance(carried, OutlinedPage):
                raise TypeError(f"/{page.address} is carried by another")
            carried.hold(page)
            html = shells.rendered(carried)
        else:
            fill = shells.differs is None
            html = shells.filled(page)
        self._put(path, self._wanted[path], html.encode("utf-8", errors="xmlcharrefreplace"))
        return fill

    def _keys(self, missing: set[str]) -> Iterator[str]:
        """Yield the keys of the contents that are needed for the files at *missing*; sets what stands where."""
        self._paths = {}
        for path, key in self._outline.texts.items():
            if path in missing and path != ALL_TEXTS:
                piece = self._slugs.get(path.rpartition(".")[0])
                if piece is not None:
                    yield piece
                else:
                    self._paths.setdefault(key, []).append(path)
                    yield key
        yield from (key for key, path in self._targets.items() if path in missing)

    def _whole(self, key: str) -> Page:
        """Return a page with its body."""
        (_, content), *_ = self._press.contents(self._outline, [key])
        return page_of(content["page"])

    def _looks(self, nav: Navigation, shells: Shells) -> str:
        """Return a digest of all that the theme puts around a page."""
        settings = {key: value for key, value in self._config.items() if key not in _NO_LOOK}
        kinds = {sheet.page.kind: sheet.page for sheet in reversed(self._outline.sheets) if not sheet.page.moved_to}
        probes = [shells.probe(page) for _, page in sorted(kinds.items())]
        theme = theme_digest(self._config.theme.dirs)
        return digest([tool_digest(), mkdocs_version, theme, configured(settings), _outlined(nav.items), probes])


@dataclasses.dataclass(frozen=True, slots=True)
class _Written:
    """What was written of a content."""

    key: str
    stamps: Mapping[str, Stamp]
    filled: bool
    """Whether its page is a shell that was filled in."""
    differs: str | None
    """What :attr:`Shells.differs` says where it was written."""


def _page(key: str, content: Any) -> tuple[str, Page]:
    return key, page_of(content["page"])


#: Settings that change no page.
_NO_LOOK = {
    "site_dir",
    "docs_dir",
    "config_file_path",
    "plugins",
    "watch",
    "dev_addr",
    "hooks",
    "nav",
    "strict",
    "validation",
}


def _outlined(items: Iterable[Any]) -> list[Any]:
    return [[item.title, _outlined(item.children) if isinstance(item, Section) else item.url] for item in items]
