"""The Markdown of an entry's fields, as Markdown that is safe to paste: what its page shows, and nothing else."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import quote, urljoin

from bs4 import Tag
from markdownify import ATX, MarkdownConverter

from faultbook.exports.escape import block, escape, span
from faultbook.pages.render import plain_prose

__all__ = ["markdown_prose"]

_ONLY_PARAGRAPHS = re.compile(r"(?:<p>(?:[^<]|<code>[^<]*</code>)*</p>\n*)*")
_PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
_CODE = re.compile(r"<code>([^<]*)</code>")
#: White space as markdownify takes it together.
_LINE_END, _SPACES = re.compile(r"[\t \r\n]*[\r\n][\t \r\n]*"), re.compile(r"[\t ]+")
_LANGUAGE = re.compile(r"language-([\w+#.-]+)")


def markdown_prose(text: str, page: str) -> str:
    """Return the Markdown *text* of a field, made again from the sanitised HTML that the page shows of it.

    Relative links are put right for readers elsewhere: *page* is the address of the entry's page.
    """
    html = plain_prose(text)
    if (plain := _paragraphs(html)) is not None:
        return plain
    try:
        return _Converter(page, heading_style=ATX, bullets="-").convert(html).strip()
    except RecursionError:  # thousands of quotations or lists in one another
        return block(text)


def _paragraphs(html: str) -> str | None:
    """Return the Markdown of *html* that is nothing but paragraphs of text and code, as most fields are, else ``None``.

    It is what the converter makes of it, without a parser.
    """
    if not _ONLY_PARAGRAPHS.fullmatch(html):
        return None
    found = []
    for paragraph in _PARAGRAPH.findall(html):
        pieces = [unescape(piece) for piece in _CODE.split(paragraph)]  # text and code in turn
        if not all(code.strip() for code in pieces[1::2]):
            return None
        pieces[-1] = pieces[-1].rstrip()
        lines = (_SPACES.sub(" ", _LINE_END.sub("\n", piece)) for piece in pieces[::2])
        pieces[::2] = [escape(line) for line in lines]
        pieces[1::2] = [span(code) for code in pieces[1::2]]
        found.append("".join(pieces).strip(" \t\r\n"))
    return "\n\n".join(filter(None, found)).strip()


class _Converter(MarkdownConverter):
    """markdownify, but for its escapes, which a renderer of another dialect reads otherwise, and its fixed fences."""

    def __init__(self, page: str, **options: Any) -> None:
        super().__init__(**options)
        self._page = page

    def escape(self, text: str, parent_tags: set[str]) -> str:  # noqa: ARG002 -- the signature is markdownify's
        """Return the text of an element with Markdown's marks escaped."""
        return escape(text) if text else ""

    def convert_code(self, el: Tag, text: str, parent_tags: set[str]) -> str:  # noqa: ARG002
        """Return a code span, or the text alone within a block."""
        return el.get_text() if "pre" in parent_tags else span(el.get_text())

    def convert_pre(self, el: Tag, text: str, parent_tags: set[str]) -> str:  # noqa: ARG002
        """Return a fenced block."""
        code = el.find("code")
        named = _LANGUAGE.search(" ".join(code.get("class") or ())) if isinstance(code, Tag) else None
        return f"\n\n{block(el.get_text(), named[1] if named else 'text')}\n\n"

    def convert_a(self, el: Tag, text: str, parent_tags: set[str]) -> str:  # noqa: ARG002
        """Return a link whose address can end neither itself nor the line."""
        address = urljoin(self._page, str(el.get("href") or ""))
        return f"[{text.strip()}]({quote(address, safe=':/?#@!$&,;=%+~')})" if text.strip() and address else text
