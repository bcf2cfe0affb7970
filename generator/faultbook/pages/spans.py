"""Tokens to spans with the CSS classes of Pygments, as its HTML formatter writes them."""

from __future__ import annotations

import functools
import html
import string
from collections.abc import Iterable

from pygments.token import STANDARD_TYPES, _TokenType

__all__ = ["spans"]

_PLAIN = frozenset(string.punctuation + " ") - {"&", "<", ">"}  # nothing to escape, which most tokens are


def spans(tokens: Iterable[tuple[_TokenType, str]]) -> str:
    """Return *tokens* as lines of HTML, each of which ends with a new line and holds all spans that it begins."""
    out: list[str] = []
    opened: str | None = None  # the tag of what the line last holds; nothing at its start
    for kind, text in tokens:
        if not text:
            continue
        tag = _tag(kind)
        first, *others = (text,) if text in _PLAIN or text.isalnum() else html.escape(text, quote=False).split("\n")
        if first:
            if tag != opened:
                out += ("</span>", tag) if opened else (tag,)
                opened = tag
            out.append(first)
        for line in others:
            out.append("</span>\n" if opened else "\n")
            opened = None
            if line:
                out += (tag, line)
                opened = tag
    if opened is not None:
        out.append("</span>\n" if opened else "\n")
    return "".join(out)


@functools.cache
def _tag(kind: _TokenType) -> str:
    """Return the tag that begins a span of *kind*, with the classes that themes know; nothing for plain text."""
    known = kind
    while known not in STANDARD_TYPES and known.parent is not None:  # the first of all is there
        known = known.parent
    names = [f"-{name}" for name in kind[len(known) :]]
    classes = " ".join(STANDARD_TYPES[known] + "".join(names[:count]) for count in range(len(names) + 1))
    return f'<span class="{classes}">' if classes else ""
