"""A page of the book as MkDocs carries it: ready HTML, so no Markdown is parsed, and its table of contents."""

from __future__ import annotations

import html
import re
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import AnchorLink, TableOfContents

from faultbook.exports.text import json_text, visible
from faultbook.pages import Page, TocItem, redirect

__all__ = ["BookPage", "data_script", "page_file", "text_file"]

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

    def render(self, config: MkDocsConfig, files: Files) -> None:  # noqa: ARG002 -- the signature is MkDocs'
        """Set what rendering Markdown would."""
        self.content = self._page.body
        # The theme takes a first item of level 1 for the page's title and lists what is below it.
        top = AnchorLink(_escaped(self._page.title), "top", 1)
        top.children = [_anchor(item, 2) for item in self._page.toc]
        self.toc = TableOfContents([top])
        self.present_anchor_ids = set(_ID.findall(self._page.body))
        self.links_to_anchors = {}


def page_file(page: Page, config: MkDocsConfig) -> File:
    """Return the file of *page*; it stays out of the navigation, which would cost time on every other page."""
    if page.moved_to:
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
