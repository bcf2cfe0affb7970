"""Hubs: entries side by side, by area, by stack, and all; and the pages of the rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from faultbook.book import Book
from faultbook.entry import Confirm, Entry, Fix
from faultbook.pages.page import Page, TocItem, relative
from faultbook.pages.render import prose, render
from faultbook.pages.structured import trail_data
from faultbook.snippets.gate import Proof
from faultbook.vocabulary import Area, Role, is_measured

__all__ = ["RuleText", "hub_pages", "rule_pages"]


class RuleText(Protocol):
    """What a rule's page shows; the rules are objects of this shape."""

    @property
    def name(self) -> str:
        """The name that stands in each of its problems."""

    @property
    def docs(self) -> str:
        """What it checks and why, in Markdown."""

    @property
    def summary(self) -> str:
        """The first sentence of ``docs``."""


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """An entry as a line of a hub: what a reader compares."""

    entry: Entry
    signature: str
    measured: bool
    """Whether only the entry's own part prints it."""
    apart: str
    """What separates it from its nearest look-alike."""
    check: Confirm
    fix_name: str
    fix: Fix
    proven: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Group:
    """Rows under one heading."""

    id: str
    title: str
    meaning: str
    rows: tuple[Row, ...]


def hub_pages(book: Book, proofs: Mapping[str, Proof], address: str) -> tuple[Page, ...]:
    """Return the page of all failures, one for each area with entries, the list of stacks and one for each stack."""
    areas = [area for area in Area if book.by_area(area)]
    groups = {area: _group(area, book.by_area(area), proofs) for area in areas}
    stacks = book.by_stack()
    count = len(book.entries)
    pages = [
        _hub(
            "failures",
            "All failures",
            f"The {count} failures of the book side by side: how a log shows each, what tells it apart, and its fix.",
            tuple(groups.values()),
            address,
        )
    ]
    for area, group in groups.items():
        title = f"{area.label.capitalize()} failures"
        words = f"{title}: {area.meaning}. {_count(len(group.rows))}, side by side."
        pages.append(_hub(area.value, title, words, (group,), address))
    pages.append(_stack_list(stacks, address))
    for stack, entries in stacks.items():
        by_area = tuple(
            _group(area, tuple(entry for entry in entries if entry.area is area), proofs)
            for area in areas
            if any(entry.area is area for entry in entries)
        )
        words = (
            f"{_count(len(entries))} of {stack} side by side: signature, what tells it apart, first check, first fix."
        )
        pages.append(_hub(f"stacks/{stack}", f"{stack} failures", words, by_area, address))
    return tuple(pages)


def rule_pages(rules: Iterable[RuleText], address: str) -> tuple[Page, ...]:
    """Return the list of *rules* and one page for each."""
    listed = tuple(rules)
    if not listed:
        return ()
    pages = [
        Page(
            "rules",
            "Rules",
            f"The {len(listed)} rules that every entry of the book is checked against.",
            render("rules.html.j2", rules=listed, link=lambda path: relative("rules", path)),
            (),
            "rule",
            structured=_data((("Rules", "rules"),), address),
        )
    ]
    for rule in listed:
        here = f"rules/{rule.name}"
        body = render(
            "rule.html.j2", rule=rule, body=prose(rule.docs), link=lambda path, here=here: relative(here, path)
        )
        data = _data((("Rules", "rules"), (rule.name, here)), address)
        pages.append(
            Page(here, f"Rule: {rule.name}", " ".join(rule.summary.split()), body, (), "rule", structured=data)
        )
    return tuple(pages)


def _count(count: int) -> str:
    return f"{count} failure{'' if count == 1 else 's'}"


def _hub(here: str, title: str, words: str, groups: tuple[Group, ...], address: str) -> Page:

    def link(path: str) -> str:
        return relative(here, path)

    trail = [("Failures", "failures")] if here != "failures" else []
    if here.startswith("stacks/"):
        trail = [("Stacks", "stacks")]
    body = render(
        "hub.html.j2", title=title, words=words, groups=groups, link=link, trail=trail, alone=len(groups) == 1
    )
    toc = tuple(TocItem(group.id, group.title) for group in groups) if len(groups) > 1 else ()
    label = title if here == "failures" else here.rpartition("/")[2] if "/" in here else groups[0].title
    data = _data((*trail, (title, here)), address)
    return Page(here, title, words, body, toc, "hub", structured=data, label=label)


def _stack_list(stacks: dict[str, tuple[Entry, ...]], address: str) -> Page:
    words = "The failures of one framework, engine or library on one page each, to compare them."
    body = render("stacks.html.j2", words=words, stacks=stacks, link=lambda path: relative("stacks", path))
    return Page("stacks", "Stacks", words, body, (), "hub", structured=_data((("Stacks", "stacks"),), address))


def _group(area: Area, entries: tuple[Entry, ...], proofs: Mapping[str, Proof]) -> Group:
    rows = tuple(_row(entry, proofs[entry.id].proven) for entry in entries)
    return Group(area.value, area.label.capitalize(), area.meaning, rows)


def _row(entry: Entry, proven: bool) -> Row:
    signatures = list(entry.shown.items())
    name, first = next((item for item in signatures if item[1].role is Role.INITIATING), signatures[0])
    misses = [miss for _, signature in signatures for miss in signature.near_misses]
    apart = misses[0].because if misses else entry.confirm[0].yes_when
    fix_name, fix = next(iter(entry.fixes.items()))
    return Row(entry, first.lines[0], is_measured(name), apart, entry.confirm[0], fix_name, fix, proven)


def _data(trail: tuple[tuple[str, str], ...], address: str) -> dict[str, Any]:
    return {"@context": "https://schema.org", **trail_data(trail, address)}
