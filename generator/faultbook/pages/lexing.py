"""Pygments' lexers, driven faster: only those rules of a state are tried that can begin with the character at hand.

The library tries each rule of a state in turn, fifty of them for a name in Python. Which characters a rule can begin
with is read off its pattern, as the standard library parses it, and where that says too little the rule is always
tried; so the tokens are the same. A lexer that is not made of rules alone stays as it is.
"""

from __future__ import annotations

import functools
import importlib
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pygments.lexer import Lexer, RegexLexer
from pygments.token import Error, Whitespace, _TokenType

__all__ = ["faster"]

#: A rule as Pygments compiles it: how it is matched, what it makes of a match, and the state that follows.
_Rule = tuple[Callable[[str, int], re.Match[str] | None], Any, Any]
_Rules = tuple[_Rule, ...]
_ASCII = frozenset(map(chr, range(128)))
_CATEGORIES = {
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
}
#: What takes no character: a place, and what only looks ahead or back.
_WIDTHLESS = {"AT", "ASSERT", "ASSERT_NOT"}


def faster(lexer: Lexer) -> Lexer:
    """Return *lexer*, which from now on makes the same tokens in less time, where it is made of rules alone."""
    rules = getattr(type(lexer), "_tokens", None)
    own = getattr(type(lexer), "get_tokens_unprocessed", None)
    if rules is not None and own is RegexLexer.get_tokens_unprocessed:
        states = _states(type(lexer))
        lexer.get_tokens_unprocessed = functools.partial(_tokens, lexer, states)  # type: ignore[method-assign]
    return lexer


class _State(dict[str, _Rules]):
    """The rules of a state by the ASCII character that they can begin with; for any other, and at the end, all."""

    def __init__(self, rules: Iterable[_Rule]) -> None:
        self.all = tuple(rules)
        begins = [_begins(rule) for rule in self.all]
        super().__init__(
            (character, tuple(rule for rule, can in zip(self.all, begins, strict=True) if character in can))
            for character in _ASCII
        )

    def __missing__(self, character: str) -> _Rules:
        return self.all


@functools.cache
def _states(lexer: type[Any]) -> dict[str, _State]:
    return {name: _State(rules) for name, rules in lexer._tokens.items()}  # noqa: SLF001 -- compiled by Pygments, nowhere public


def _tokens(
    lexer: Any, states: dict[str, _State], text: str, stack: Iterable[str] = ("root",)
) -> Iterator[tuple[int, Any, str]]:
    """Yield what ``RegexLexer.get_tokens_unprocessed`` does: place, kind and text of each token."""
    stack = list(stack)
    state = states[stack[-1]]
    at, end = 0, len(text)
    while True:
        for match, action, following in state[text[at]] if at < end else state.all:
            found = match(text, at)
            if found is None:
                continue
            if type(action) is _TokenType:
                yield at, action, found[0]
            elif action is not None:
                yield from action(lexer, found)
            at = found.end()
            if following is not None:
                _move(stack, following)
                state = states[stack[-1]]
            break
        else:
            if at >= end:
                return
            if text[at] == "\n":  # the library begins anew after a line that no rule takes
                stack = ["root"]
                state = states["root"]
                yield at, Whitespace, "\n"
            else:
                yield at, Error, text[at]
            at += 1


def _move(stack: list[str], following: Any) -> None:
    """Go to the state that *following* says, as Pygments writes it; the first state is never left."""
    if isinstance(following, int):
        del stack[max(1, len(stack) + following) if following < 0 else following :]
        return
    for state in (following,) if isinstance(following, str) else following:
        if state == "#push":
            stack.append(stack[-1])
        elif state != "#pop":
            stack.append(state)
        elif len(stack) > 1:
            stack.pop()


def _begins(rule: _Rule) -> frozenset[str]:
    """Return the ASCII characters that a match of *rule* can begin with; all where it can be empty, or is not known."""
    pattern: re.Pattern[str] = rule[0].__self__  # type: ignore[attr-defined]
    try:
        parsed = importlib.import_module("re._parser").parse(pattern.pattern, pattern.flags & ~re.UNICODE)
        can, empty = _first(parsed, ignore_case=bool(pattern.flags & re.IGNORECASE))
    except (
        ImportError,
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
    ):  # another release of Python parses otherwise
        return _ASCII
    return _ASCII if empty else can


def _first(parsed: Any, *, ignore_case: bool) -> tuple[frozenset[str], bool]:
    """Return what *parsed* can begin with, and whether it can be empty."""
    found: frozenset[str] = frozenset()
    for item in parsed:
        can, empty = _of_item(item, ignore_case=ignore_case)
        found |= can
        if not empty:
            return found, False
    return found, True


def _of_item(item: Any, *, ignore_case: bool) -> tuple[frozenset[str], bool]:
    kind, value = str(item[0]), item[1]
    if kind in _WIDTHLESS:
        return frozenset(), True
    if kind in {"LITERAL", "IN"}:
        return _characters([item] if kind == "LITERAL" else value, ignore_case=ignore_case), False
    if kind in {"ANY", "NOT_LITERAL"}:
        return _ASCII, False
    if kind == "SUBPATTERN":
        return _first(value[-1], ignore_case=ignore_case or bool(value[1] & re.IGNORECASE))
    if kind == "BRANCH":
        ways = [_first(way, ignore_case=ignore_case) for way in value[1]]
        return frozenset().union(*(can for can, _ in ways)), any(empty for _, empty in ways)
    if kind in {"MAX_REPEAT", "MIN_REPEAT"}:
        can, empty = _first(value[2], ignore_case=ignore_case)
        return can, empty or value[0] == 0
    return _ASCII, True


def _characters(items: Iterable[Any], *, ignore_case: bool) -> frozenset[str]:
    """Return the ASCII characters of a class, or of a single one."""
    found: set[str] = set()
    negated = False
    for name, value in items:
        kind = str(name)
        if kind == "NEGATE":
            negated = True
        elif kind == "CATEGORY":
            found.update(filter(re.compile(_CATEGORIES[str(value)]).match, _ASCII))
        else:
            first, last = (value, value) if kind == "LITERAL" else value
            if ignore_case and last > 127:  # noqa: PLR2004 -- a few letters beyond ASCII are small forms of its letters
                return _ASCII
            found.update(map(chr, range(first, min(last, 127) + 1)))
    if ignore_case:
        found |= {letter.swapcase() for letter in found}
    return _ASCII - found if negated else frozenset(found)
