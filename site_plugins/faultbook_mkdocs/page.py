"""A page of the book as MkDocs carries it: ready HTML, so no Markdown is parsed, and its table of contents."""

from __future__ import annotations

import dataclasses
import html
import re
from collections.abc import Callable, Mapping
from typing import Any, cast

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import AnchorLink, TableOfContents

from faultbook.exports.text import json_text, visible
from faultbook.pages import Page, TocItem

__all__ = ["BookFile", "BookPage", "MappedFile", "OutlinedPage", "data_script", "mapped", "page_file", "text_file"]

_ID = re.compile(r'\sid="([^"]+)"')


class BookPage(MkDocsPage):
    """A page whose content is made already."""

    def __init__(self, page: Page, file: File, config: MkDocsConfig) -> None:
        # MkDocs and its themes write titles and descriptions as they are, so they are escaped here.
        super().__init__(_escaped(page.label or page.title), file, config)
        self._page = page

    def read_source(self, config: MkDocsConfig) -> None:  # noqa: ARG002 -- the signature is MkDocs'
        """Set what a Markdown file's front matter would."""
        page = self._page
        self.markdown = ""
        self.meta = {
            "title": _escaped(page.title),
            "description": _escaped(page.description),
            "faultbook": page.kind,
            "edit_label": f"Edit this {page.kind}: {page.source}" if page.source else "Edit this page",
            "assets": page.assets,
            "changed": page.changed,
        }
        # An entry or incident needs its own contents beside it, a table of entries the width; a list of incidents would
        # stand on its page twice.
        self.meta["hide"] = ["navigation"] if page.source else ["toc"]
        if page.kind in {"home", "incident", "diagnose", "search"}:
            self.meta["hide"] = ["navigation"] if page.source else ["navigation", "toc"]
        if page.wide:
            self.meta["hide"] = ["navigation", "toc"]
        if page.structured:
            self.meta["structured_data"] = data_script(page.structured)

    @staticmethod
    def escaped(text: str) -> str:
        """Return *text* as the theme is given it."""
        return _escaped(text)

    def render(self, config: MkDocsConfig, files: Files | None) -> None:  # noqa: ARG002 -- the signature is MkDocs'
        """Set what rendering Markdown would."""
        self.content = self._page.body
        # The theme takes a first item of level 1 for the page's title and lists what is below it.
        top = AnchorLink(_escaped(self._page.title), "top", 1)
        top.children = [_anchor(item, 2) for item in self._page.toc]
        self.toc = TableOfContents([top])
        self.present_anchor_ids = set(_ID.findall(self._page.body))
        self.links_to_anchors = {}


class BookFile(File):
    """A file that the book gives: MkDocs resolves links to it and knows its place, and neither reads nor writes it."""

    def __init__(self, src_uri: str, dest_uri: str, config: MkDocsConfig, page: Page | None = None) -> None:
        # What MkDocs' own does here it does by pathlib, which takes ten times as long, thirty thousand times.
        self.src_uri, self.src_dir, self.dest_dir = src_uri, None, config.site_dir
        self.use_directory_urls, self.dest_uri, self.inclusion = True, dest_uri, InclusionLevel.NOT_IN_NAV
        self.generated_by = "faultbook"
        self.abs_src_path = None
        self.shown = page
        """Its page in short; none for what is no page."""
        self.whole: Callable[[], Page] | None = None
        """Returns the whole page, for who asks for its anchors."""
        self._config, self._carried = config, cast("MkDocsPage | None", None)
        if page is not None:
            self.edit_uri = page.source

    def is_documentation_page(self) -> bool:
        """Say no: it is ready."""
        return False

    def copy_file(self, dirty: bool = False) -> None:
        """Do nothing: it is written when all that it shows is known."""

    @property
    def held(self) -> MkDocsPage | None:
        """The page as MkDocs carries it, if somebody asked for it."""
        return self._carried

    @property
    def page(self) -> MkDocsPage | None:
        """The page as MkDocs carries it, in short; made when it is asked for."""
        if self._carried is None and self.shown is not None:
            OutlinedPage(self.shown, self, self._config)
        return self._carried

    @page.setter
    def page(self, page: MkDocsPage | None) -> None:
        self._carried = page


@dataclasses.dataclass(frozen=True, slots=True)
class Mapped:
    """A page of the book as a map of the site shows it, with the names of MkDocs' own."""

    file: BookFile
    canonical_url: str | None
    meta: Mapping[str, Any]
    is_link: bool = False
    update_date: str | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class MappedFile:
    """The file of a page as a map of the site is given it."""

    page: Mapped


def mapped(file: BookFile, config: MkDocsConfig) -> MappedFile:
    """Return what a map of the site is given of *file*: ten thousand pages as MkDocs has them would take a second."""
    site = f"{config.site_url.rstrip('/')}/" if config.site_url else None
    changed = file.shown.changed if file.shown is not None else None
    url = f"{site}{file.url.removeprefix('./')}" if site else None
    return MappedFile(Mapped(file, url, {"changed": changed}, update_date=changed))


class OutlinedPage(BookPage):
    """A page of which all but the body is at hand."""

    def __init__(self, page: Page, file: BookFile, config: MkDocsConfig) -> None:
        super().__init__(page, file, config)
        self.read_source(config)
        self._ids: set[str] | None = None

    @property
    def present_anchor_ids(self) -> set[str]:
        """The anchors of its body, which is read when somebody links to one."""
        if self._ids is None:
            whole = self.file.whole() if isinstance(self.file, BookFile) and self.file.whole else self._page
            self._ids = set(_ID.findall(whole.body))
        return self._ids

    @present_anchor_ids.setter
    def present_anchor_ids(self, ids: set[str] | None) -> None:
        self._ids = ids

    def hold(self, page: Page) -> None:
        """Take the whole *page*."""
        self._page = page


def page_file(page: Page, config: MkDocsConfig) -> File:
    """Return the file of *page*; it stays out of the navigation, which would cost time on every other page."""
    if page.moved_to:
        from faultbook.pages import redirect  # noqa: PLC0415 -- slow to load, and needed by few sites

        return text_file(f"{page.path}/index.html", redirect(page, config.site_url or "/"), config)
    file = File.generated(config, f"{page.path or 'index'}.md", content="", inclusion=InclusionLevel.NOT_IN_NAV)
    file.edit_uri = page.source
    BookPage(page, file, config)
    return file


def text_file(path: str, text: str, config: MkDocsConfig) -> File:
    """Return a file of the site with this text, also one that ends with ``.md``, which MkDocs would take for a page."""
    file = File.generated(config, f"{path}.txt" if path.endswith(".md") else path, content=text)
    file.dest_uri = path
    return file


def data_script(data: dict[str, Any]) -> str:
    """Return *data* for a script element: only ``</`` could end it early, and JSON may write ``<`` by its number."""
    return json_text(data).replace("<", "\\u003c")


def _escaped(text: str) -> str:
    return html.escape(visible(text))


def _anchor(item: TocItem, level: int) -> AnchorLink:
    link = AnchorLink(_escaped(item.title), item.id, level)
    link.children = [_anchor(child, level + 1) for child in item.children]
    return link
