"""Tokens to spans with the CSS classes of Pygments, as its HTML formatter writes them, in less time."""

from __future__ import annotations

import html
from collections.abc import Iterable

from pygments.token import STANDARD_TYPES, _TokenType

__all__ = ["spans"]


def spans(tokens: Iterable[tuple[_TokenType, str]]) -> str:
    """Return *tokens* as lines of HTML, each of which ends with a new line and holds all spans that it begins."""
    out: list[str] = []
    add = out.append
    opened: str | None = None  # the tag of what the line last holds; nothing at its start
    nothing: list[str] = []
    for kind, raw in tokens:
        tag = _TAGS[kind]
        text = html.escape(raw, quote=False) if "<" in raw or ">" in raw or "&" in raw else raw
        others = nothing
        if "\n" in text:
            text, *others = text.split("\n")
        if text:
            if tag != opened:
                if opened:
                    add("</span>")
                add(tag)
                opened = tag
            add(text)
        for line in others:
            add("</span>\n" if opened else "\n")
            opened = None
            if line:
                add(tag)
                add(line)
                opened = tag
    if opened is not None:
        add("</span>\n" if opened else "\n")
    return "".join(out)


class _Tags(dict[_TokenType, str]):
    """The tag that begins a span of each kind, with the classes that themes know; nothing for plain text."""

    def __missing__(self, kind: _TokenType) -> str:
        known = kind
        while known not in STANDARD_TYPES and known.parent is not None:  # the first of all is there
            known = known.parent
        names = [f"-{name}" for name in kind[len(known) :]]
        classes = " ".join(STANDARD_TYPES[known] + "".join(names[:count]) for count in range(len(names) + 1))
        self[kind] = f'<span class="{classes}">' if classes else ""
        return self[kind]


_TAGS = _Tags()
