"""The Markdown of an entry's fields, as Markdown that is safe to paste: what its page shows, and nothing else."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable
from html import unescape
from typing import Any
from urllib.parse import quote, urljoin

from bs4 import Tag
from markdownify import ATX, MarkdownConverter

from faultbook.exports.escape import block, escape, span
from faultbook.pages.plain_html import blocks
from faultbook.pages.plain_text import paragraphs
from faultbook.pages.render import plain_prose

__all__ = ["markdown_prose"]

_PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
_ITEM, _ROW = re.compile(r"<li>(.*?)</li>", re.DOTALL), re.compile(r"<tr>(.*?)</tr>", re.DOTALL)
_CELL = re.compile(r"<(?:td|th)>(.*?)</(?:td|th)>", re.DOTALL)
_CODE = re.compile(r"<code>([^<]*)</code>")
_MARK = re.compile(r"(</?(?:em|strong)>)")
_MARKS = {"<em>": "*", "</em>": "*", "<strong>": "**", "</strong>": "**"}
#: Emphasis that may have white space at an end, which the converter takes out of it.
_LOOSE = re.compile(r"<(?:em|strong)>(?:[\s&]|</)|[\s;]</(?:em|strong)>")
#: White space that the converter takes as such in some places only.
_WIDE = re.compile(r"[^\S \t\r\n]")
#: White space as markdownify takes it together.
_LINE_END, _SPACES = re.compile(r"[\t \r\n]*[\r\n][\t \r\n]*"), re.compile(r"[\t ]+")
_LANGUAGE = re.compile(r"language-([\w+#.-]+)")


def markdown_prose(text: str, page: str) -> str:
    """Return the Markdown *text* of a field, made again from the sanitised HTML that the page shows of it.

    Relative links are put right for readers elsewhere: *page* is the address of the entry's page.
    """
    if (found := paragraphs(text)) is not None:
        return "\n\n".join(_joined(map(escape, paragraph[::2]), paragraph[1::2]) for paragraph in found)
    html = plain_prose(text)
    if (plain := _plain(html)) is not None:
        return plain
    try:
        return _Converter(page, heading_style=ATX, bullets="-").convert(html).strip()
    except RecursionError:  # thousands of quotations or lists in one another
        return block(text)


def _plain(html: str) -> str | None:
    """Return the Markdown of *html* that is nothing but plain blocks, as most fields are, else ``None``.

    It is what the converter makes of it, without a parser.
    """
    found = blocks(html)
    if found is None or _is_odd(html) or not all(map(str.strip, _CODE.findall(html))):
        return None
    made = [_BLOCKS[kind](block) for kind, block in found]
    return None if None in made else "\n\n".join(filter(None, made)).strip()


def _is_odd(html: str) -> bool:
    """Return whether *html* holds white space that the converter moves, or takes as such in some places only."""
    wide = "&nbsp;" in html or (not html.isascii() and _WIDE.search(html))
    return bool(wide or (("<em>" in html or "<strong>" in html) and _LOOSE.search(html)))


def _paragraphs(html: str) -> str:
    lines = (_line(paragraph).strip(" \t\r\n") for paragraph in _PARAGRAPH.findall(html))
    return "\n\n".join(filter(None, lines))


def _list(html: str) -> str | None:
    """Return the list of the items in *html*; none where one is empty, which the converter puts elsewhere."""
    items = [(_paragraphs(item) if "<p>" in item else _line(item)).strip() for item in _ITEM.findall(html)]
    return (
        "\n".join("- " + item.replace("\n", "\n  ").replace("\n  \n", "\n\n") for item in items) if all(items) else None
    )


def _table(html: str) -> str:
    rows = [[_line(cell).strip().replace("\n", " ") for cell in _CELL.findall(row)] for row in _ROW.findall(html)]
    lines = ["|" + "".join(f" {cell} |" for cell in row) for row in rows]
    lines.insert(1, f"| {' | '.join(['---'] * len(rows[0]))} |")
    return "\n".join(lines)


_BLOCKS: dict[str, Callable[[str], str | None]] = {"p": _paragraphs, "ul": _list, "table": _table}


def _line(html: str) -> str:
    """Return text, code and emphasis as Markdown, white space taken together."""
    pieces = _CODE.split(html)  # text and code in turn
    return _joined(map(_text, pieces[::2]), map(unescape, pieces[1::2]))


def _joined(texts: Iterable[str], codes: Iterable[str]) -> str:
    """Return Markdown of text and code in turn."""
    return "".join(text + span(code) for text, code in itertools.zip_longest(texts, codes, fillvalue=""))


def _text(html: str) -> str:
    if "<" not in html:
        return _escaped(html)
    return "".join(_MARKS.get(piece) or _escaped(piece) for piece in _MARK.split(html))


def _escaped(html: str) -> str:
    text = unescape(html) if "&" in html else html
    if "\n" in text or "\r" in text:
        text = _LINE_END.sub("\n", text)
    return escape(_SPACES.sub(" ", text) if "  " in text or "\t" in text else text)


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
