"""The page that shows how the failures of the book hang together."""

from __future__ import annotations

from markupsafe import Markup

from faultbook.book import Book
from faultbook.entry import Entry
from faultbook.pages.causes import components, picture, relations, trees
from faultbook.pages.page import Page, TocItem, relative
from faultbook.pages.render import render
from faultbook.pages.written import trail_data
from faultbook.vocabulary import Relation

__all__ = ["map_page"]

_HERE = "map"
_DRAWN = 150  # boxes of a picture at most: a larger one is a web in which nobody finds anything


def map_page(book: Book, address: str) -> Page:
    """Return the page: what leads to what as pictures and as trees, what looks alike, and what stands alone."""

    def link(path: str) -> str:
        return relative(_HERE, path)

    causes = relations(book, Relation.CAUSES)
    chains = components(causes)
    alike = relations(book, Relation.CONFUSED_WITH)
    families = [
        (_family_title(book, group), [book.entries[id_] for id_ in _by_title(book, group)])
        for group in components(alike)
    ]
    related = {id_ for kind in Relation for group in components(relations(book, kind)) for id_ in group}
    alone = [entry for entry in book.entries.values() if entry.id not in related]
    words = (
        f"How the {len(book.entries)} failures hang together: which leads to which, and which are taken for each other."
    )
    body = render(
        "map.html.j2",
        words=words,
        pictures=[picture(book, group, causes, link) for group in chains if len(group) <= _DRAWN],
        undrawn=[len(group) for group in chains if len(group) > _DRAWN],
        trees=trees(book),
        families=families,
        alone=sorted(alone, key=_title),
        link=link,
    )
    sections = (
        (chains, "causes", "What leads to what"),
        (families, "alike", "What looks alike"),
        (alone, "alone", "Alone"),
    )
    toc = tuple(TocItem(id_, title) for there, id_, title in sections if there)
    data = {"@context": "https://schema.org", **trail_data((("Map", _HERE),), address)}
    return Page(_HERE, "Map of the failures", words, body, toc, "hub", structured=data, label="Map", wide=True)


def _title(entry: Entry) -> str:
    return entry.title.lower()


def _by_title(book: Book, ids: tuple[str, ...]) -> list[str]:
    return sorted(ids, key=lambda id_: _title(book.entries[id_]))


def _family_title(book: Book, ids: tuple[str, ...]) -> Markup:
    """Return the areas of *ids*, the most frequent first."""
    areas = [book.entries[id_].area for id_ in ids]
    found = sorted(set(areas), key=lambda area: (-areas.count(area), area.value))
    return Markup(", ").join(area.label for area in found)
