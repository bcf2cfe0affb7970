"""The lists of entries: all failures, the words of a facet, and which facets there are."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re

from builders import book, entry, proof, values

from faultbook.entry import Entry
from faultbook.history import Dates
from faultbook.pages import Page, all_pages
from faultbook.pages.facets import FACETS, choices
from faultbook.pages.listing import MOST_ITEMS, shown_line
from faultbook.pages.side_by_side import MOST_ROWS

ADDRESS = "https://faultbook.example/"
NOON = dt.datetime(2026, 1, 2, 12, tzinfo=dt.UTC)


def low() -> Entry:
    return entry(
        "data/slow", title="The belt is slow", severity="low", layer="data", phase=["serving"], stacks=["vllm", "ray"]
    )


def pages(*entries: Entry, dated: bool = True) -> dict[str, Page]:
    proofs = {item.id: proof(item) for item in entries}
    history = {item.path: Dates(NOON, NOON, "entries: add", 1) for item in entries} if dated else {}
    return {page.path: page for page in all_pages(book(*entries), proofs, address=ADDRESS, history=history)}


def links(body: str) -> set[str]:
    return set(re.findall(r'href="([^"#?]+)', body))


def test_all_failures_are_listed_by_area_with_what_a_filter_reads() -> None:
    body = pages(entry(), low())["failures"].body
    assert re.findall(r'<h2 id="([a-z]+)"', body) == ["data", "memory"]
    assert (
        '<li class="fb-item" data-area="data" data-layer="data" data-phase="serving" data-stack="vllm ray"'
        ' data-severity="low" data-proven="texts" data-since="2026-01-02T12:00:00+00:00">'
    ) in body
    assert '<code class="fb-item-line">widget stopped at step …</code>' in body
    assert '<span class="fb-item-facts">vllm, ray · released texts</span>' in body


def test_every_word_of_every_facet_is_a_link_to_a_page_that_there_is() -> None:
    made = pages(entry(), low())
    body = made["failures"].body
    for facet in FACETS:
        for word in choices(facet, [entry(), low()], {"widget": proof(entry()), "slow": proof(low())}):
            assert word.path in made
            name = word.path.removeprefix("failures/") if word.path.startswith("failures/") else f"../{word.path}"
            assert f'<a href="{name}/" data-value="{word.word}"' in body


def test_the_page_of_a_word_lists_who_has_it_and_says_what_it_means() -> None:
    made = pages(entry(), low())
    page = made["failures/severity/low"]
    assert page.title == "Severity: low"
    assert page.description == "An annoyance: a warning or some lost speed. 1 failure of the book."
    assert "../../../data/slow/" in links(page.body)
    assert "../../../memory/widget/" not in links(page.body)
    assert '<a href="./" aria-current="page">' in page.body
    assert '<a href="../../?severity=low">Filter these</a>' in page.body
    assert '<a href="low/"><strong>low</strong> <span class="fb-tally">1</span></a>' in made["failures/severity"].body


def test_words_of_a_vocabulary_keep_its_order_and_others_the_most_frequent_first() -> None:
    entries = [entry(), low(), entry("data/more", title="Another belt", stacks=["vllm"])]
    proofs = {item.id: proof(item) for item in entries}
    by_key = {facet.key: [item.word for item in choices(facet, entries, proofs)] for facet in FACETS}
    assert by_key["severity"] == ["high", "low"]
    assert by_key["area"] == ["data", "memory"]
    assert by_key["stack"] == ["vllm", "pytorch", "ray"]


def test_what_an_entry_is_proven_on_is_its_targets_or_texts_or_nothing_yet() -> None:
    facet = FACETS[-1]
    item = entry()
    assert facet.words(item, proof(item)) == ("texts",)
    assert facet.words(item, proof(item, "a run is missing")) == ("not-yet",)
    assert facet.label("sm_90") == "sm_90"
    assert facet.meaning("sm_90") == "its parts ran on a GPU of the architecture sm_90"


def test_without_a_history_nothing_can_be_sorted_by_date() -> None:
    item = entry()
    assert 'value="newest"' in pages(item)["failures"].body
    body = pages(item, dated=False)["failures"].body
    assert 'value="newest"' not in body
    assert "data-since" not in body


def test_a_line_shows_the_first_of_alternatives_and_an_ellipsis_for_a_hole() -> None:
    signature = {**values()["signatures"]["message"], "lines": ["oil {pump|valve} lost <_> at <at:hex>"]}
    assert shown_line(entry(signatures={"message": signature})) == ("message", "oil pump lost … at …")


def test_a_book_without_entries_has_no_page_of_a_facet_and_says_so() -> None:
    made = pages()
    assert [path for path in made if path.startswith("failures/")] == []
    for path in ("failures", "stacks", "map"):
        assert "No entry is published yet." in made[path].body


def test_stacks_stand_by_kind_and_one_that_nobody_sorted_stands_last() -> None:
    body = pages(low(), entry("data/odd", title="The odd belt", stacks=["abacus"]))["stacks"].body
    heads = re.findall(r"<h2 id=\"([a-z-]+)\"", body)
    assert heads == ["inference-engines-and-servers", "several-processes", "other-software"]
    assert body.index("other-software") < body.index('href="abacus/"')


def test_one_page_alone_loads_the_filters() -> None:
    assert [path for path, page in pages(entry()).items() if "assets/browse.js" in page.assets] == ["failures"]
    assert dataclasses.asdict(pages(entry())["failures"])["wide"]


def test_of_too_many_entries_hubs_and_words_show_the_worst_and_say_where_all_are() -> None:
    many = MOST_ITEMS + 2
    found = pages(
        *(entry(f"memory/oil-{n}", title=f"Oil {n:04}", severity="low" if n < 2 else "high") for n in range(many))
    )
    hub, word, every = found["memory"].body, found["failures/phase/training"].body, found["failures"].body
    assert (hub.count("<tbody>"), word.count('class="fb-item"'), every.count('class="fb-item"')) == (
        MOST_ROWS,
        MOST_ITEMS,
        many,
    )
    assert f"the {MOST_ROWS} most severe of {many}" in hub
    assert '<a href="../failures/?area=memory">' in hub
    assert "And 2 that are no worse" in word
    assert "oil-0/" not in hub + word
    assert "oil-0/" in every
