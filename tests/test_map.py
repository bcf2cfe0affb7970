"""Pictures of relations: columns without edges that go back, the neighbourhood of an entry, the map of the book."""

from __future__ import annotations

import itertools
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from builders import book, entry, proof

from faultbook.book import load_book
from faultbook.entry import Entry
from faultbook.pages import all_pages
from faultbook.pages.causes import Branch, components, relations, trees
from faultbook.pages.graph import BOX_HEIGHT, BOX_WIDTH
from faultbook.pages.layers import layered
from faultbook.pages.map import map_page
from faultbook.pages.neighbourhood import neighbourhood
from faultbook.vocabulary import Relation

ROOT = Path(__file__).parent.parent


class Picture(HTMLParser):
    """The boxes of a picture, its links and texts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.boxes: list[tuple[float, float]] = []
        self.links: list[str] = []
        self.edges: list[str] = []
        self.size = (0.0, 0.0)
        self.texts: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "rect":
            self.boxes.append((float(found["x"]), float(found["y"])))
        elif tag == "a":
            self.links.append(found["href"])
        elif tag == "path" and "fb-edge" in found["class"]:
            self.edges.append(found["class"].split()[1])
        elif tag == "svg":
            self.size = (float(found["width"]), float(found["height"]))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def assert_clear(picture: Picture) -> None:
    """No box lies over another, and none sticks out."""
    for (x1, y1), (x2, y2) in itertools.combinations(picture.boxes, 2):
        assert abs(x1 - x2) >= BOX_WIDTH or abs(y1 - y2) >= BOX_HEIGHT
    for x, y in picture.boxes:
        assert 0 <= x <= picture.size[0] - BOX_WIDTH
        assert 0 <= y <= picture.size[1] - BOX_HEIGHT


def related(slug: str, *items: dict[str, Any]) -> Entry:
    return entry(slug, title=f"The failure {slug} <b>", related=[{**item, "because": "so"} for item in items])


def body_of(*entries: Entry, path: str = "map") -> str:
    proofs = {item.id: proof(item) for item in entries}
    pages = all_pages(book(*entries), proofs, address="https://faultbook.example/")
    return next(page for page in pages if page.path == path).body


def test_every_edge_goes_one_column_to_the_right_also_by_way_of_passages() -> None:
    edges = {"a": ("b", "d"), "b": ("c",), "c": ("d",), "e": ("d",)}
    found = layered("abcde", edges)
    assert [{name for name in column if ">" not in name} for column in found.columns] == [
        {"a"},
        {"b"},
        {"c", "e"},
        {"d"},
    ]
    for way in found.ways:
        assert [found.column_of[name] for name in way] == list(
            range(found.column_of[way[0]], found.column_of[way[-1]] + 1)
        )
    assert {(way[0], way[-1]) for way in found.ways} == {(a, b) for a, others in edges.items() for b in others}


def test_edges_that_need_not_cross_do_not() -> None:
    found = layered("abcxyz", {"a": ("z",), "b": ("y",), "c": ("x",)})
    ends = [found.heights[way[-1]] for way in sorted(found.ways, key=lambda way: found.heights[way[0]])]
    assert ends == sorted(ends)


def test_a_circle_of_edges_is_drawn_without_the_edge_that_closes_it() -> None:
    found = layered("ab", {"a": ("b",), "b": ("a",)})
    assert {name for column in found.columns for name in column} == {"a", "b"}
    assert len(found.ways) <= 1
    one, two = related("data/one", {"causes": "two"}), related("data/two", {"causes": "one"})
    assert "The failure data/one" in body_of(one, two)


def test_the_neighbourhood_has_causes_left_effects_right_and_each_box_is_a_link() -> None:
    here = related("data/here", {"caused_by": "left"}, {"causes": "right"}, {"confused_with": "like"}, {"see": "more"})
    others = [entry(f"data/{id_}", title=f"It is {id_} <b>") for id_ in ("left", "right", "like", "more")]
    neighbours = book(here, *others).neighbours(here)
    picture = Picture(neighbourhood(here, neighbours, lambda path: f"../{path}/"))
    assert picture.links == [f"../data/{id_}/#related" for id_ in ("left", "right", "like", "more")]
    assert picture.edges == ["fb-edge-causes", "fb-edge-causes", "fb-edge-confused-with", "fb-edge-see"]
    left, middle, *right = picture.boxes
    assert left[0] < middle[0] < right[0][0] == right[1][0] == right[2][0]
    assert_clear(picture)
    assert [text for text in picture.texts if text in {"caused by", "causes", "looks like", "see also"}] == [
        "caused by",
        "causes",
        "looks like",
        "see also",
    ]
    assert "It is left <b>" in picture.texts


def test_of_many_neighbours_of_a_kind_the_picture_shows_some_and_says_how_many() -> None:
    here = related("data/here", *({"see": f"n{number}"} for number in range(11)))
    others = [entry(f"data/n{number}", title=f"The neighbour {number}") for number in range(11)]
    picture = Picture(neighbourhood(here, book(here, *others).neighbours(here), lambda path: path))
    assert len(picture.links) == 8
    assert "see also: 8 of 11, all below" in picture.texts


def test_an_entry_without_neighbours_has_no_picture() -> None:
    assert neighbourhood(entry(), (), lambda path: path) == ""
    assert "fb-graph" not in body_of(entry(), path="memory/widget")


def test_the_tree_of_an_end_holds_all_that_leads_to_it_and_repeats_no_branch() -> None:
    end = entry("data/end", title="An end of all")
    one = related("data/one", {"causes": "end"})
    two = related("data/two", {"causes": "end"})
    root = related("data/root", {"causes": "one"}, {"causes": "two"})
    start = related("data/start", {"causes": "root"})
    (tree,) = trees(book(end, one, two, root, start))

    def shown(branch: Branch) -> Any:
        return (branch.entry.id, branch.again, [shown(cause) for cause in branch.causes])

    assert shown(tree) == (
        "end",
        False,
        [
            ("one", False, [("root", False, [("start", False, [])])]),
            ("two", False, [("root", True, [])]),
        ],
    )


def test_the_map_shows_families_of_look_alikes_and_what_stands_alone() -> None:
    one, two = related("data/one", {"confused_with": "two"}), related("serving/two", {"see": "one"})
    body = body_of(one, two, entry())
    assert body.index('id="alike"') < body.index("../data/one/") < body.index('id="alone"')
    assert body.index('id="alone"') < body.index("../memory/widget/")
    assert 'id="causes"' not in body
    assert "The failure data/one &lt;b&gt;" in body


def test_the_books_own_pictures_are_clear_and_leave_no_relation_out() -> None:
    found, _ = load_book(ROOT)
    causes = relations(found, Relation.CAUSES)
    body = map_page(found, "https://faultbook.example/").body
    pictures = [Picture(text.partition("</svg>")[0]) for text in body.split('<div class="fb-graph-frame">')[1:]]
    assert [len(picture.boxes) for picture in pictures] == [len(group) for group in components(causes)]
    assert sum(len(picture.edges) for picture in pictures) == sum(len(others) for others in causes.values())
    for picture in pictures:
        assert_clear(picture)
    for item in found.entries.values():
        neighbours = found.neighbours(item)
        picture = Picture(neighbourhood(item, neighbours, lambda path: path))
        assert len(picture.boxes) == (1 + len(picture.links) if neighbours else 0)
        assert_clear(picture)
