"""The HTML of prose that is nothing but paragraphs, lists of points and tables, of text, code and emphasis.

Most prose is. Without attributes, and with nothing in one another but what is listed here, such HTML can be read by a
pattern, where any other needs a parser.
"""

from __future__ import annotations

import functools
import re

__all__ = ["blocks", "is_safe", "text_of"]

_TEXT = r"[^<]*+"
_CODE = rf"<code>{_TEXT}</code>"
_WITH_CODE = rf"{_TEXT}(?:{_CODE}{_TEXT})*+"
#: Emphasis within emphasis is for a parser.
_LINE = rf"{_TEXT}(?:(?:{_CODE}|<em>{_WITH_CODE}</em>|<strong>{_WITH_CODE}</strong>){_TEXT})*+"
_PARAGRAPH = rf"<p>{_LINE}</p>\n*+"
_ITEM = rf"<li>(?:\n*+(?:{_PARAGRAPH})++|{_LINE})</li>\n*+"
_HEADS, _CELLS = (rf"<tr>\n*+(?:<{name}>{_LINE}</{name}>\n*+)++</tr>\n*+" for name in ("th", "td"))
_TABLE = rf"<table>\n*+<thead>\n*+{_HEADS}</thead>\n*+(?:<tbody>\n*+(?:{_CELLS})++</tbody>\n*+)?+</table>\n*+"
_BLOCK = re.compile(rf"(?P<p>{_PARAGRAPH})|<ul>\n*+(?P<ul>(?:{_ITEM})++)</ul>\n*+|(?P<table>{_TABLE})")
#: Text as it is written again by a sanitiser: each sign that it would write otherwise is for the sanitiser.
_WRITTEN = re.compile(
    r"(?:[^<>&\r\xa0]++|&(?:amp|lt|gt|quot);|</?(?:p|code|em|strong|ul|li|table|thead|tbody|tr|th|td)>)*+"
)
_TAG = re.compile("<[^>]*>")


@functools.lru_cache(maxsize=256)  # a text is asked for by its page, its twin and its structured data
def blocks(html: str) -> tuple[tuple[str, str], ...] | None:
    """Return the blocks of *html*: ``p`` or ``table`` with all of it, ``ul`` with its items; of other HTML ``None``."""
    found = []
    at = 0
    while at < len(html):
        if (block := _BLOCK.match(html, at)) is None:
            return None
        kind = str(block.lastgroup)
        found.append((kind, block[kind]))
        at = block.end()
    return tuple(found)


def is_safe(html: str) -> bool:
    """Return whether *html* can be nothing but such blocks to a browser, so that a sanitiser would keep all of it.

    It would write each sign as it stands, but a quotation mark as itself.
    """
    return _WRITTEN.fullmatch(html) is not None and blocks(html) is not None


def text_of(html: str) -> str | None:
    """Return *html* without its tags, its signs as they are written; ``None`` where it holds more than such blocks."""
    return None if blocks(html) is None else _TAG.sub("", html)
