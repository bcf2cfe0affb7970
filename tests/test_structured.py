"""What every page tells machines: title, description, canonical address, JSON-LD; and the sitemap's dates."""

from __future__ import annotations

import datetime as dt
import html
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from builders import book, entry, proof
from pyld import jsonld
from site_build import ROOT

from faultbook.book import load_book
from faultbook.history import Dates, read_history
from faultbook.pages import all_pages

SITE = "http://127.0.0.1:8000/"
#: schema.org's own context maps its terms like this; pages are expanded without asking that host.
CONTEXT = {
    "@vocab": "https://schema.org/",
    "url": {"@type": "@id"},
    "item": {"@type": "@id"},
    "license": {"@type": "@id"},
    "contentUrl": {"@type": "@id"},
    "mainEntityOfPage": {"@type": "@id"},
}
#: What search engines and schema.org ask of each type, of what we use.
NEEDED = {
    "TechArticle": {"headline", "description", "url", "license", "author", "isPartOf", "inLanguage"},
    "BreadcrumbList": {"itemListElement"},
    "ListItem": {"position", "name", "item"},
    "FAQPage": {"mainEntity", "url"},
    "Question": {"name", "acceptedAnswer"},
    "Answer": {"text"},
    "Dataset": {"name", "description", "url", "license", "creator", "distribution"},
    "DataDownload": {"name", "encodingFormat", "contentUrl"},
    "WebSite": {"name", "url", "description"},
    "WebPage": {"name", "url", "description", "isPartOf"},
    "Organization": {"name", "url"},
    "SoftwareApplication": {"name", "softwareVersion"},
    "CreativeWork": {"name", "url"},
}
ADDRESSES = {"url", "item", "license", "contentUrl", "mainEntityOfPage"}


def load(address: str, _: Any) -> dict[str, Any]:
    assert address.rstrip("/") == "https://schema.org"
    return {
        "contentType": "application/ld+json",
        "contextUrl": None,
        "documentUrl": address,
        "document": {"@context": CONTEXT},
    }


def pages_of(site: Path) -> Iterator[tuple[str, str]]:
    """Yield path and HTML of each page; the one that a server shows for an address that is not there has none."""
    for file in sorted(site.rglob("*.html")):
        path = file.relative_to(site).as_posix()
        if path != "404.html":
            yield path.removesuffix("index.html"), file.read_text("utf-8")


def data_of(text: str) -> dict[str, Any]:
    (found,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', text, re.DOTALL)
    return json.loads(found)


def things(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if "@type" in value:
            yield value
        for item in value.values():
            yield from things(item)
    elif isinstance(value, list):
        for item in value:
            yield from things(item)


def faults(data: dict[str, Any]) -> Iterator[str]:
    for thing in things(data):
        kind = thing["@type"]
        if missing := NEEDED[kind] - thing.keys():
            yield f"{kind} lacks {sorted(missing)}"
        for name, value in thing.items():
            if name in ADDRESSES and not (urlsplit(value).scheme in {"http", "https"} and urlsplit(value).netloc):
                yield f"{kind}.{name} is {value!r}"
            if name.startswith("date") and dt.date.fromisoformat(value).isoformat() != value:
                yield f"{kind}.{name} is {value!r}"
            if value in ("", [], None):
                yield f"{kind}.{name} is empty"
        if kind == "BreadcrumbList" and [item["position"] for item in thing["itemListElement"]] != list(
            range(1, len(thing["itemListElement"]) + 1)
        ):
            yield "breadcrumbs are not numbered from 1"


def test_every_page_has_title_description_canonical_address_and_data(site: Path) -> None:
    wrong = []
    for path, text in pages_of(site):
        head = text.partition("<body")[0]
        title = re.search(r"<title>([^<]+)</title>", head)
        description = re.search(r'<meta name="description" content="([^"]+)"', head)
        canonical = re.findall(r'<link rel="canonical" href="([^"]+)"', head)
        if not (title and title[1].strip() and description and description[1].strip()):
            wrong.append(f"{path}: no title or no description")
        if canonical != [f"{SITE}{path}"]:
            wrong.append(f"{path}: canonical address {canonical}")
        if text.count("application/ld+json") != 1:
            wrong.append(f"{path}: {text.count('application/ld+json')} times JSON-LD")
    assert wrong == []


def test_data_of_every_page_is_complete_with_whole_addresses_and_dates(site: Path) -> None:
    wrong = {path: found for path, text in pages_of(site) if (found := list(faults(data_of(text))))}
    assert wrong == {}


def test_every_kind_of_page_expands_as_json_ld_without_a_term_that_is_unknown(site: Path) -> None:
    kinds: dict[tuple[str, ...], tuple[str, dict[str, Any]]] = {}
    for path, text in pages_of(site):
        data = data_of(text)
        kinds.setdefault(tuple(sorted({thing["@type"] for thing in things(data)})), (path, data))
    assert len(kinds) >= 5
    for path, data in kinds.values():
        expanded = jsonld.expand(data, {"documentLoader": load})
        types = {item for node in things_expanded(expanded) for item in node["@type"]}
        assert types == {f"https://schema.org/{thing['@type']}" for thing in things(data)}, path
        assert all(key.startswith("https://schema.org/") for node in nodes(expanded) for key in node if key[0] != "@")


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for item in value.values():
            yield from nodes(item)
    elif isinstance(value, list):
        for item in value:
            yield from nodes(item)


def things_expanded(value: Any) -> Iterator[dict[str, Any]]:
    return (node for node in nodes(value) if isinstance(node.get("@type"), list))


def test_each_page_says_what_it_is(site: Path) -> None:
    def kinds(path: str) -> list[str]:
        data = data_of((site / path / "index.html").read_text("utf-8"))
        return [thing["@type"] for thing in data.get("@graph", [data])]

    assert kinds("") == ["WebSite"]
    assert kinds("as-data") == ["Dataset", "BreadcrumbList"]
    assert kinds("about") == ["WebPage", "BreadcrumbList"]
    assert kinds("memory/cuda-oom-capacity") == ["TechArticle", "BreadcrumbList", "FAQPage"]
    assert kinds("failures") == ["BreadcrumbList"]


def test_questions_in_the_data_are_those_of_the_page_in_plain_text(site: Path) -> None:
    text = (site / "memory/cuda-oom-capacity/index.html").read_text("utf-8")
    faq = next(thing for thing in things(data_of(text)) if thing["@type"] == "FAQPage")
    shown = [
        html.unescape(re.sub(r"<[^>]+>", "", found))
        for found in re.findall(r'fb-question" id="q-[^"]+"[^>]*><summary>(.*?)</summary>', text)
    ]
    assert [question["name"] for question in faq["mainEntity"]] == shown
    assert not [q for q in faq["mainEntity"] if re.search(r"</?(p|code|ul|li|a)\b", q["acceptedAnswer"]["text"])]


def test_an_article_is_dated_by_git_and_by_its_newest_run() -> None:
    item = entry()
    day = dt.datetime(2026, 10, 2, 12, tzinfo=dt.UTC)
    history = {item.path: Dates(day, day + dt.timedelta(days=30), "entries: add it", 2)}
    pages = all_pages(book(item), {item.id: proof(item)}, address="https://x.example/", history=history)
    page = next(page for page in pages if page.kind == "entry")
    article = (page.structured or {})["@graph"][0]
    assert (article["datePublished"], article["dateModified"], page.changed) == (
        "2026-10-02",
        "2026-11-01",
        "2026-11-01",
    )


def test_sitemap_names_every_page_with_the_day_of_its_last_change_and_no_other(site: Path) -> None:
    name = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    root = ET.parse(site / "sitemap.xml").getroot()  # noqa: S314 -- ours
    listed = {url.findtext(f"{name}loc") or "": url.findtext(f"{name}lastmod") for url in root}
    built = {f"{SITE}{path}" for path, _ in pages_of(site)}
    assert listed.keys() == built
    history = read_history(ROOT)  # empty without git, and then no page has a day
    for item in load_book(ROOT)[0].entries.values():
        dates = history.get(item.path)
        assert listed[f"{SITE}{item.slug}/"] == (dates.last.date().isoformat() if dates else None)
    about = history.get("docs/about.md")
    assert listed[f"{SITE}about/"] == (about.last.date().isoformat() if about else None)
    assert listed[f"{SITE}rules/"] is None
