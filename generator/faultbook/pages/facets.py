"""The facets by which the book is browsed: one table, from which filters, pages and addresses are made."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from faultbook.entry import Entry
from faultbook.snippets.gate import Proof
from faultbook.vocabulary import Area, Layer, Phase, Severity, Word

__all__ = ["FACETS", "Choice", "Facet", "choices", "words_of"]

_TEXTS, _NOT_YET = "texts", "not-yet"
_ON = {
    "cpu": ("CPU", "its parts ran on a CPU"),
    _TEXTS: ("released texts", "what software prints was found in its releases or documents; nothing to run"),
    _NOT_YET: ("not proven yet", "a run is missing, failed, or is of an earlier text"),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Facet:
    """A way to divide the book; an entry has one or more of its words."""

    key: str
    """Its name in the query of an address."""
    title: str
    folder: str
    """Where the page of each word stands; empty for the top."""
    words: Callable[[Entry, Proof], tuple[str, ...]]
    vocabulary: type[Word] | None = None
    """The closed words with their meanings, in the order in which they are shown; else the most frequent is first."""
    own_page: bool = False
    """Whether its words have pages of their own kind, so that it needs no others."""
    worst_first: bool = False

    def path(self, word: str) -> str:
        """Return the path of the page of *word*."""
        return f"{self.folder}/{word}" if self.folder else word

    def label(self, word: str) -> str:
        """Return *word* as a reader sees it."""
        if self.vocabulary is not None:
            return self.vocabulary(word).label
        return _ON[word][0] if self.key == "proven" and word in _ON else word

    def meaning(self, word: str) -> str:
        """Return what *word* stands for, without a full stop; empty where it speaks for itself."""
        if self.vocabulary is not None:
            return self.vocabulary(word).meaning
        if self.key != "proven":
            return ""
        return _ON[word][1] if word in _ON else f"its parts ran on a GPU of the architecture {word}"


@dataclasses.dataclass(frozen=True, slots=True)
class Choice:
    """A word of a facet as a reader may choose it."""

    word: str
    label: str
    meaning: str
    path: str
    count: int


def _on(_: Entry, proof: Proof) -> tuple[str, ...]:
    if not proof.proven:
        return (_NOT_YET,)
    return proof.targets or (_TEXTS,)


#: In the order in which a page shows them.
FACETS = (
    Facet("severity", "Severity", "failures/severity", lambda e, _: (e.severity.value,), Severity, worst_first=True),
    Facet("area", "Area", "", lambda e, _: (e.area.value,), Area, own_page=True),
    Facet("stack", "Stack", "stacks", lambda e, _: e.stacks, own_page=True),
    Facet("layer", "Layer of the cause", "failures/layer", lambda e, _: (e.layer.value,), Layer),
    Facet("phase", "Phase", "failures/phase", lambda e, _: tuple(phase.value for phase in e.phase), Phase),
    Facet("proven", "Proven on", "failures/proven", _on),
)


def words_of(entry: Entry, proof: Proof) -> dict[str, tuple[str, ...]]:
    """Return the words that *entry* has, by the key of each facet."""
    return {facet.key: tuple(facet.words(entry, proof)) for facet in FACETS}


def choices(facet: Facet, entries: Iterable[Entry], proofs: Mapping[str, Proof]) -> tuple[Choice, ...]:
    """Return the words of *facet* that *entries* have, with how many have each."""
    counts = Counter(word for entry in entries for word in facet.words(entry, proofs[entry.id]))
    if facet.vocabulary is not None:
        order = [word.value for word in facet.vocabulary if word.value in counts]
        order = order[::-1] if facet.worst_first else order
    else:
        order = sorted(counts, key=lambda word: (-counts[word], word))
    return tuple(Choice(word, facet.label(word), facet.meaning(word), facet.path(word), counts[word]) for word in order)
