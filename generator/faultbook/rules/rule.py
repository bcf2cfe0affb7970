"""What a rule is: a name, a check that yields Problems, and the page that explains it."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterator

from faultbook.book import Book
from faultbook.place import Problem

__all__ = ["Rule"]


@dataclasses.dataclass(frozen=True, slots=True)
class Rule:
    """A check over a book. Its docstring is its page: what it checks, why, what is wrong and what is right."""

    name: str
    check: Callable[[Book], Iterator[Problem]]

    @property
    def docs(self) -> str:
        """The page's text, in Markdown."""
        return inspect.cleandoc(self.check.__doc__ or "")

    @property
    def summary(self) -> str:
        """The first sentence of the page."""
        return self.docs.partition("\n")[0]
