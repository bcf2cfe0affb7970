"""What the search is given to know: documents made from entries, pages and hand-written text."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree as ET

from builders import book, entry, proof, values

from faultbook.entry import Entry
from faultbook.pages import HandWritten, all_pages
from faultbook.pages.search import search_files

ADDRESS = "https://faultbook.example/"


def documents(*entries: Entry, written: tuple[HandWritten, ...] = ()) -> dict[str, dict[str, Any]]:
    made = book(*entries)
    pages = all_pages(made, {item.id: proof(item) for item in entries}, address=ADDRESS)
    index = json.loads(search_files(made, pages, ADDRESS, written)["search.json"])
    assert index["format"] == 1
    return {document["path"]: document for document in index["documents"]}


def test_an_entry_is_known_by_names_summary_symptoms_lines_and_tags() -> None:
    made = entry("memory/widget", aliases=["stuck widget"])
    known = documents(made)["memory/widget"]
    assert known["kind"] == "entry"
    assert known["title"] == made.title
    assert known["aliases"] == ["stuck widget"]
    assert known["summary"] == " ".join(made.summary.split())
    assert known["see"] == [symptom.see for symptom in made.symptoms]
    assert known["lines"] == [line for signature in made.signatures.values() for line in signature.lines]
    assert known["area"] == "memory"
    assert known["severity"] == made.severity.value
    assert set(made.stacks) <= set(known["tags"])


def test_a_line_that_only_the_entrys_own_part_prints_is_left_out() -> None:
    signatures = values()["signatures"]
    made = entry(
        signatures={
            **signatures,
            "measured": {**signatures["message"], "lines": ["widget share <share:float> of steps"]},
        }
    )
    assert "widget share <share:float> of steps" not in documents(made)["memory/widget"]["lines"]


def test_words_of_the_prose_come_once_and_not_again_from_the_head() -> None:
    made = entry(
        cause="The frobnicator frobnicates. A DataLoader frobnicated the frobnicator.", title="The widget stops at once"
    )
    words = documents(made)["memory/widget"]["words"].split()
    assert "DataLoader" in words
    assert sum(word.startswith("frobnicat") for word in words) == 2
    assert "widget" not in words
    assert len(words) == len({word.lower() for word in words})


def test_what_a_near_miss_says_is_not_found_under_this_entry() -> None:
    signatures = values()["signatures"]
    misses = [{"text": "quuxified elsewhere", "is": "healthy", "because": "Zorkmid goes on."}]
    made = entry(signatures={"message": {**signatures["message"], "near_misses": misses}})
    words = documents(made)["memory/widget"]["words"]
    assert "quuxified" not in words
    assert "zorkmid" not in words


def test_lists_and_hand_written_pages_are_known_and_the_page_of_results_is_not() -> None:
    about = HandWritten("about", "About", "What is promised.", "# About\n\nNo [cookie](https://x.example/y) is set.")
    known = documents(entry(), written=(about,))
    assert known["failures"]["kind"] == "hub"
    assert known["diagnose"]["kind"] == "diagnose"
    assert "search" not in known
    assert known["about"] == {
        "kind": "page",
        "path": "about",
        "title": "About",
        "summary": "What is promised.",
        "words": "about cookie set",
    }


def test_an_empty_book_has_an_index() -> None:
    assert [known["kind"] for known in documents().values() if known["kind"] == "entry"] == []


def test_opensearch_description_names_the_page_of_results_at_the_sites_address() -> None:
    made = search_files(book(), (), 'https://faultbook.example/a&b/"c"/')["opensearch.xml"]
    root = ET.fromstring(made)  # noqa: S314 -- our own text
    name = "{http://a9.com/-/spec/opensearch/1.1/}"
    assert root.tag == f"{name}OpenSearchDescription"
    (results,) = [url for url in root.iter(f"{name}Url") if url.get("type") == "text/html"]
    assert results.get("template") == 'https://faultbook.example/a&b/"c"/search/?q={searchTerms}'
    short, described = root.findtext(f"{name}ShortName"), root.findtext(f"{name}Description")
    assert short == "Faultbook"
    assert described
    # What the format allows at most.
    assert len(short) <= 16
    assert len(described) <= 1024
