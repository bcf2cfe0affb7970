"""Signatures let loose on the texts of a book, as little as the rules need: a pattern is slow to make."""

from __future__ import annotations

import functools
from collections.abc import Callable

from faultbook.book import Book
from faultbook.entry import Entry
from faultbook.rules.rule import once_a_book
from faultbook.signatures.compiled import CompiledSignature, compile_signatures
from faultbook.signatures.matcher import Match, Matcher
from faultbook.signatures.template import Template

__all__ = ["matches_of", "others", "own_matcher", "reader", "whole_matcher"]


@once_a_book
def whole_matcher(book: Book) -> Matcher:
    """Return what finds every signature of *book*."""
    return Matcher(compile_signatures(book.entries.values()))


@once_a_book
def reader(book: Book) -> Callable[[str], tuple[Match, ...]]:
    """Return what finds every signature of *book* in a text; each text is read once, for several rules."""
    matcher = whole_matcher(book)
    return functools.cache(lambda text: matcher.match(text.encode()))


@once_a_book
def others(book: Book) -> Callable[[Entry, str], bool]:
    """Return what says whether a text may hold a signature of another entry than this one.

    Most samples hold literal text of their own entry alone, which is seen without a pattern, the slow part.
    """
    matcher = whole_matcher(book)
    users: dict[Template, set[str]] = {}
    for signature in matcher.signatures:
        for line in signature.lines:
            users.setdefault(line, set()).add(signature.entry)
    owners = [users[template] for template in matcher.templates]
    return lambda entry, text: any(owners[index] != {entry.id} for index in matcher.held(text.encode()))


@once_a_book
def own_matcher(book: Book) -> Callable[[str], Matcher]:
    """Return what gives, by an entry's id, that which finds the signatures of this entry alone."""
    return functools.cache(lambda id_: Matcher(compile_signatures([book.entries[id_]])))


def matches_of(matcher: Matcher, compiled: CompiledSignature, text: str) -> list[Match]:
    """Return the matches of one signature in *text*."""
    return [m for m in matcher.match(text.encode()) if m.signature == compiled.name]
