"""The pages of the rules that entries are checked against."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from faultbook.pages.page import Page, relative
from faultbook.pages.render import prose, render
from faultbook.pages.written import trail_data

__all__ = ["RuleText", "rule_pages"]


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


def _data(trail: tuple[tuple[str, str], ...], address: str) -> dict[str, Any]:
    return {"@context": "https://schema.org", **trail_data(trail, address)}
