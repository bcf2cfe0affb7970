"""The page that says what the book exports: each file, its keys, and what will not change."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Any

from faultbook.entry import Entry
from faultbook.exports.schemas import FORMS, Form, schema
from faultbook.pages.page import Page, TocItem, relative
from faultbook.pages.render import render
from faultbook.pages.structured import book_data
from faultbook.pages.written import trail_data

__all__ = ["PATH", "data_page"]

PATH = "as-data"
_SECTIONS = (
    ("files", "Files"),
    ("examples", "Examples"),
    ("promise", "What stays"),
    ("keys", "Keys"),
    ("offline", "Without the site"),
    ("licence", "Licence"),
)


@dataclasses.dataclass(frozen=True, slots=True)
class KeyRow:
    """A key of a form."""

    name: str
    kind: str
    always: bool
    meaning: str


@dataclasses.dataclass(frozen=True, slots=True)
class FormView:
    """A form with its keys."""

    name: str
    of: str
    path: str
    version: int
    meaning: str
    keys: tuple[KeyRow, ...]


def data_page(entries: Iterable[Entry], address: str, changed: dt.datetime | None = None) -> Page:
    """Return the page; its examples take one of *entries*, and *changed* is when the newest of them changed."""
    listed = tuple(entries)
    words = f"All {len(listed)} entries as JSON and Markdown, signatures for logs, alert rules, and texts for models."
    example = min(listed, key=lambda entry: (len(entry.slug), entry.slug), default=None)  # the shortest to read
    body = render(
        "data.html.j2",
        words=words,
        forms=[_form(form) for form in FORMS],
        schemas={form.name: form.path for form in FORMS},
        versions={form.name: form.version for form in FORMS},
        link=lambda path: relative(PATH, path),
        address=address,
        slug=example.slug if example else "AREA/ID",
        stack=example.stacks[0] if example else "pytorch",
    )
    graph = [book_data(address, listed, changed), trail_data((("As data", PATH),), address)]
    toc = tuple(TocItem(id_, title) for id_, title in _SECTIONS)
    data = {"@context": "https://schema.org", "@graph": graph}
    return Page(PATH, "The book as data", words, body, toc, "data", structured=data, label="As data")


def _form(form: Form) -> FormView:
    content = schema(form, "")
    return FormView(form.name, form.of, form.path, form.version, content.get("description", ""), tuple(_keys(content)))


def _keys(content: dict[str, Any]) -> Iterator[KeyRow]:
    required = set(content.get("required", ()))
    for name, value in content["properties"].items():
        yield KeyRow(name, _kind(value), name in required, value.get("description", ""))


def _kind(value: dict[str, Any]) -> str:
    """Return in a word or two what a key holds."""
    if "anyOf" in value:
        return " or ".join(_kind(item) for item in value["anyOf"])
    if "$ref" in value:
        return str(value["$ref"].rpartition("/")[2])
    if value.get("type") == "array":
        return f"list of {_kind(value['items'])}" if "items" in value else "list"
    if "const" in value:
        return str(value["const"]).lower()
    kind = str(value.get("format") or value.get("type") or "any")
    return {"string": "text", "integer": "number", "object": "mapping"}.get(kind, kind)
