"""Tokens to spans with the CSS classes of Pygments, as its HTML formatter writes them."""

from __future__ import annotations

import functools
import html
from collections.abc import Iterable

from pygments.token import STANDARD_TYPES, _TokenType

__all__ = ["spans"]


def spans(tokens: Iterable[tuple[_TokenType, str]]) -> str:
    """Return *tokens* as lines of HTML, each of which ends with a new line and holds all spans that it begins."""
    out: list[str] = []
    opened = ""  # the tag of the span that the line is in
    begun = False  # whether the line holds anything
    for kind, text in tokens:
        tag = _tag(kind)
        first, *others = html.escape(text, quote=False).split("\n")
        if first:
            if not begun or tag != opened:
                out += ("</span>", tag) if opened else (tag,)
                opened, begun = tag, True
            out.append(first)
        for line in others:
            out.append("</span>\n" if opened else "\n")
            opened, begun = "", False
            if line:
                out += (tag, line)
                opened, begun = tag, True
    if begun:
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
