"""Markdown that is nothing but paragraphs of words and code, as most fields are: read without a reader of Markdown.

What could be anything else to CommonMark (emphasis, a link, HTML, an entity, a list, a table, a break of a line) is not
read here, so that what is read here can be written in any form at once.
"""

from __future__ import annotations

import functools
import re

from faultbook.exports.text import visible

__all__ = ["paragraphs"]

#: A sign that begins nothing but at the start of a line.
_SIGN = r"[^\\`*_\[\]<&\s\ud800-\udfff]"
_CODE = r"(?<!`)`[^`\s](?:[^`\n\r\t\xa0\ud800-\udfff]*[^`\s])?`(?!`)"
_WORD = rf"(?:{_SIGN}++|{_CODE})++"
#: A line begins as nothing but text does, and has no white space but a space between words.
_LINE = rf"(?![0-9]{{1,9}}[.)](?:\s|\Z))(?=[^\W_]|[(\"'`]){_WORD}(?: {_WORD})*+"
_PARAGRAPHS = re.compile(rf"{_LINE}(?:\n{{1,2}}{_LINE})*+\n?")
_SPLIT = re.compile("`([^`]*)`")


@functools.lru_cache(maxsize=4096)  # a text is asked for by its page, its twin and its structured data
def paragraphs(text: str) -> tuple[tuple[str, ...], ...] | None:
    """Return the paragraphs of Markdown *text*, each as words and code in turn; ``None`` when it can hold more."""
    text = visible(text)
    if not _PARAGRAPHS.fullmatch(text):
        return None
    return tuple(tuple(_SPLIT.split(paragraph)) for paragraph in text.rstrip("\n").split("\n\n"))
