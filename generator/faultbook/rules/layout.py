"""Layout: the same key stands at the same place of every file."""

from __future__ import annotations

from collections.abc import Iterator

from faultbook.book import Book
from faultbook.layout import ends_badly, misplaced, stray_spaces
from faultbook.place import Place, Problem
from faultbook.rules.rule import Reach, Rule

__all__ = ["RULES"]


def layout(book: Book) -> Iterator[Problem]:
    """Keys stand in the order of the model, no line ends in white space, and the file ends with one line feed.

    **Why**: a reviewer knows where to look, and a change shows what was changed.

    **Wrong**: `cause` above `symptoms`; `samples` above the `lines` that they show.

    **Right**: see it, confirm it, understand it, fix it, prove it. `faultbook check --fix` moves keys with their
    comments.
    """
    for entry in book.entries.values():
        document = book.document(entry)
        repair = f"or run: faultbook check --fix {entry.id}"
        for keys, name, following in misplaced(document):
            place = document.key_place(*keys, name)
            sentence = f"key '{name}' stands after '{following}'"
            yield document.problem_at("layout", place, sentence, f"put it before '{following}', {repair}")
        for line, column, length in stray_spaces(document):
            place = Place(document.path, line, column, column + length)
            yield document.problem_at("layout", place, "white space at the end of the line", f"remove it, {repair}")
        if ends_badly(document):
            place = Place(document.path, document.text.count("\n") + 1)
            sentence = "the file does not end with one line feed"
            yield document.problem_at("layout", place, sentence, repair.removeprefix("or "))


RULES = (Rule("layout", layout, Reach.ENTRY),)
