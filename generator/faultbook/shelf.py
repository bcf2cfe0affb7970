"""A mapping whose values are made when they are first asked for: a book of which few entries are opened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

__all__ = ["Shelf"]

_T = TypeVar("_T")


class Shelf(Mapping[str, _T]):
    """Values by name, in the order of *names*; each is made once, by *make*, unless it is *made* already."""

    def __init__(self, names: Iterable[str], make: Callable[[str], _T], made: Mapping[str, _T] | None = None) -> None:
        self._names = dict.fromkeys(names)
        self._make = make
        self._made = dict(made or {})

    def __getitem__(self, name: str) -> _T:
        if name not in self._made:
            if name not in self._names:
                raise KeyError(name)
            self._made[name] = self._make(name)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names
