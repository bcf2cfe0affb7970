"""A hostile text in any place of an entry is shown as text or sanitised: on pages and hubs, and in every export.

The places are found by walking the model, so a new key is tried as soon as it is there.
"""

from __future__ import annotations

import datetime as dt
import functools
import html
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import markdown
import pytest
import yaml
from builders import book, entry
from markdown_it import MarkdownIt
from model_walk import places, with_text

from faultbook.entry import Entry
from faultbook.exports.published import entry_text, published
from faultbook.exports.text import HIDDEN, visible
from faultbook.history import Dates
from faultbook.pages import all_pages, site_files
from faultbook.pages.entry_page import entry_page
from faultbook.pages.twin import twin
from faultbook.snippets.gate import Proof
from faultbook.snippets.part import Header, Needs, Part
from faultbook.snippets.record import Record
from faultbook_mkdocs.page import data_script

ADDRESS = "https://faultbook.example/"
WORD = "innocent"
MARKUP = (
    f"{WORD} <script>alert(1)</script><img src=https://evil.example/x onerror=alert(2)> [x](javascript:alert(3)) "
    "<javascript:alert(4)> ![i](https://evil.example/i.png) <a href='javascript:alert(5)' onclick=alert(6)>y</a> "
    "&lt;script&gt; [z]: javascript:alert(7) <https://evil.example/onload=x> \"' onmouseover=alert(8) x=\"' "
)
UNCLOSED = (
    f"{WORD} <b><table><td><div class='x'><textarea><title><style><!-- <![CDATA[ <plaintext> </section></div></p> ]]>"
)
FENCES = f"{WORD} `a`` b ``` c\n```\n<script>alert(1)</script>\n~~~\n````\n\n    <script>x</script>\n\n# h\n> q\n- l\n\n---\n| a | b |\n"
TEMPLATES = f"{WORD} {{{{ 7*7 }}}} {{% raw %}} {{# c #}} {{{{ printf `x` }}}} \\u003cscript\\u003e \\"
DIRECTION = f"{WORD} \u202etxt.exe\u202c \u2066a\u2069 \u200f \x07\x1b[31m\x00 \u2028"
TEXTS = {"markup": f"{MARKUP} {TEMPLATES} {DIRECTION}", "unclosed": UNCLOSED, "fences": FENCES}
#: Elements that the pages' own templates and sanitised prose are made of.
_VOID = {"br", "hr", "img", "input", "link", "meta", "col", "source", "wbr"}
_NEVER = {
    "script",
    "img",
    "iframe",
    "object",
    "embed",
    "style",
    "textarea",
    "title",
    "plaintext",
    "base",
    "form",
    "link",
}
_LINKS = ("https://", "http://", "#", "../", "./", "mailto:")


class Elements(HTMLParser):
    """The elements of an HTML text, and those whose start and end do not match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.unmatched: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = "svg-title" if tag == "title" and "svg" in self.open else tag  # the text alternative of a picture
        self.found.append((known, {name: value or "" for name, value in attrs}))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()
        elif tag not in _VOID:
            self.unmatched.append(tag)


Known = frozenset[tuple[str, tuple[str, ...]]]
"""Elements by their attributes."""


@functools.cache  # most pages of the small book are the same for each text
def faults_of_html(text: str, ours: Known = frozenset()) -> tuple[str, ...]:
    """Return what a browser would run, load or misplace; elements like *ours* are the templates' own."""
    return tuple(_faults_of_html(text, ours))


def _faults_of_html(text: str, ours: Known) -> Iterator[str]:
    elements = Elements(text)
    for tag, attributes in elements.found:
        if tag in _NEVER and (tag, tuple(attributes)) not in ours:
            yield f"<{tag} {' '.join(attributes)}>"
        for name, value in attributes.items():
            if name.startswith("on") or name == "style":
                yield f"<{tag} {name}>"
            if name in {"href", "src", "action"} and value and ":" in value and not value.startswith(_LINKS):
                yield f"<{tag} {name}={value[:40]!r}>"
    if elements.open or elements.unmatched:
        yield f"unbalanced: {elements.open[:4]} {elements.unmatched[:4]}"


@functools.cache
def faults_of(path: str, text: str) -> tuple[str, ...]:
    """Return what is wrong with a file of the site."""
    return tuple(_faults_of(path, text))


def _faults_of(path: str, text: str) -> Iterator[str]:
    if found := HIDDEN.search(text):
        yield f"{ord(found[0]):#x} as it is"
    if path.endswith(".json"):
        json.loads(text)
    elif path.endswith(".yml"):
        yaml.safe_load(text)
    elif path.endswith((".xml", ".atom")):
        for element in ET.fromstring(text).iter():  # noqa: S314 -- ours, and the test is whether it can be read
            if element.get("type") == "html":
                yield from faults_of_html(element.text or "")
    elif path.endswith((".md", ".txt")):
        reader = MarkdownIt("commonmark", {"html": True, "linkify": False}).enable(["table", "strikethrough"])
        reader.validateLink = lambda _: True  # type: ignore[method-assign] # a reader that lets every link through
        yield from (f"CommonMark: {fault}" for fault in faults_of_html(reader.render(text)))
        if path.endswith(".md"):
            extensions = ["fenced_code", "tables", "sane_lists"]
            yield from (f"Python-Markdown: {f}" for f in faults_of_html(markdown.markdown(text, extensions=extensions)))


def hostile_part(slug: str, text: str) -> tuple[Part, Record]:
    """Return a part of the entry *slug* whose code and output hold *text*, and its record."""
    needs = Needs()
    header = Header(targets=("cpu",), needs=needs)
    code = f'"""{text}"""\n# {text}\n'
    part = Part(slug, "reproduce", Path("x.py"), "snippets/x.py", code, text, (), header, (), (), "", ())
    record = Record(
        entry=slug,
        part="reproduce",
        target="cpu",
        outcome="failed",
        reasons=(text,),
        diagnosed_as=None,
        signatures=(),
        captures={},
        measures={"figures": [{"label": text, "value": 1.0, "unit": text, "series": text}]},
        seconds=1.0,
        output_tail=text,
        digest=part.digest,
        device=text,
        gpu_memory=0,
        driver=text,
        cuda=text,
        python="3.11",
        packages={text: text},
        network="cut",
        commit=None,
        time=dt.datetime(2026, 11, 1, tzinfo=dt.UTC),
    )
    return part, record


@functools.cache
def own_elements() -> Known:
    """Return the forms and scripts that the pages of a harmless book have, told by their attributes."""
    item = entry("memory/hostile", title="A harmless entry of the same book")
    the_book = book(entry(), item)
    proofs = {e.id: Proof(e, (), (), {}, None) for e in the_book.entries.values()}
    pages = all_pages(the_book, proofs, address=ADDRESS)
    found = (element for page in pages for element in Elements(page.body).found)
    return frozenset((tag, tuple(attributes)) for tag, attributes in found if tag in _NEVER and attributes)


def faults_of_site(item: Entry, parts: tuple[tuple[Part, Record], ...] = ()) -> list[str]:
    """Return what is wrong with any page or file of a book that holds *item*."""
    the_book = book(entry(), item)
    records = {(record.part, record.target): record for _, record in parts}
    proofs = {e.id: Proof(e, (), (), {}, None) for e in the_book.entries.values()}
    proofs[item.id] = Proof(item, ("it lacks " + item.title,), tuple(part for part, _ in parts), records, None)
    day = dt.datetime(2026, 11, 1, tzinfo=dt.UTC)
    subject = item.symptoms[0].see  # of the last commit: anybody's text too
    history = {e.path: Dates(day, day, subject, 2) for e in the_book.entries.values()}
    found = []
    for page in all_pages(the_book, proofs, address=ADDRESS, history=history):
        found += [f"{page.path}: {fault}" for fault in faults_of_html(page.body, own_elements())]
        found += [f"{page.path}: hidden character in its body"] if HIDDEN.search(page.body) else []
        if "</" in data_script(page.structured or {}) or HIDDEN.search(data_script(page.structured or {})):
            found.append(f"{page.path}: its structured data could end the script")
    for path, text in site_files(the_book, proofs, ADDRESS, history).items():
        found += [f"{path}: {fault}" for fault in faults_of(path, text)]
    return found


@pytest.mark.parametrize("name", TEXTS)
def test_hostile_text_in_any_place_shows_as_text_or_is_sanitised_everywhere(name: str) -> None:
    tried = refused = 0
    for path in places():
        item = with_text(path, TEXTS[name])
        if item is None:
            refused += 1  # a pattern or a vocabulary lets nothing hostile in
            continue
        tried += 1
        assert faults_of_site(item) == [], path
    assert tried > 60
    assert refused < 20


@pytest.mark.parametrize("name", TEXTS)
def test_hostile_code_output_and_measures_of_a_part_show_as_text(name: str) -> None:
    item = entry("memory/hostile", title=f"The hostile {WORD} part is shown")
    assert faults_of_site(item, (hostile_part(item.slug, TEXTS[name]),)) == []


def test_hostile_text_is_still_told_word_for_word_in_json_and_as_text_on_its_page() -> None:
    item = with_text(("symptoms", 0, "see"), MARKUP)
    assert item is not None
    the_book = book(item)
    proofs = {item.id: Proof(item, (), (), {}, None)}
    files = site_files(the_book, proofs, ADDRESS)
    page = next(page for page in all_pages(the_book, proofs, address=ADDRESS) if page.kind == "entry")
    assert json.loads(files["memory/hostile.json"])["symptoms"][0]["see"] == MARKUP.strip()
    plain = html.unescape(re.sub(r"<[^>]+>", "", page.body))
    assert "<script>alert(1)</script><img src=https://evil.example/x onerror=alert(2)>" in plain
    assert "<script>alert(1)</script>" in html.unescape(files["memory/hostile.md"])


def test_a_word_of_100_kb_in_any_place_takes_no_long_time_and_stays_whole() -> None:
    word = "A" * 100_000
    for path in places():
        item = with_text(path, word)
        if item is None or path == ("title",):
            continue
        the_book, proofs = book(item), {item.id: Proof(item, (), (), {}, None)}
        (as_published,) = published(the_book, proofs, ADDRESS)
        assert word in entry_text(as_published), path
        text = twin(as_published, {})
        assert len(text) < 10 * len(word)
        assert list(faults_of("memory/hostile.md", text)) == [], path
        assert list(faults_of_html(entry_page(the_book, item, proofs[item.id], ADDRESS).body)) == [], path


@pytest.mark.parametrize(
    "text", ["[" * 300, ">" * 3000, "`" * 3000, "*a " * 3000, "- " * 500, "<" * 3000, "![](" * 1000]
)
def test_text_that_nests_or_repeats_marks_is_written_without_an_error(text: str) -> None:
    item = with_text(("cause",), text)
    assert item is not None
    assert [fault for fault in faults_of_site(item) if not fault.startswith("llms")] == []


def test_hidden_characters_show_as_their_numbers() -> None:
    assert visible("a\u202eb\x00c\u2066") == "a[U+202E]b[U+0000]c[U+2066]"
    assert visible("ünïcode ← 中文 \t\n") == "ünïcode ← 中文 \t\n"
