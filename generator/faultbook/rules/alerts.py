"""Alerts: each names its metrics, and has a case that fires it beside one that does not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from faultbook.book import Book
from faultbook.document import Document
from faultbook.entry import Entry
from faultbook.monitor import Monitor
from faultbook.place import Problem, did_you_mean
from faultbook.rules.rule import Fact, Reach, Rule

__all__ = ["RULES", "metric_names"]

#: What stands in an expression beside metrics and functions; a name before a parenthesis is a function's.
_TEXTS = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`[^`]*`|#[^\n]*")
_LABELS = re.compile(r"\{[^}]*\}|\[[^\]]*\]|\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)")
_NAME = re.compile(r"(?<![\w:.])[a-zA-Z_:][\w:]*(?!\s*\()(?![\w:])")
_NAMED = re.compile(r"__name__\s*=\s*[\"'](?P<name>[^\"']+)[\"']")
_WORDS = {"and", "or", "unless", "offset", "bool", "by", "without", "on", "ignoring", "group_left", "group_right"}
_WORDS |= {"atan2", "inf", "nan"}


def metric_names(expression: str) -> tuple[str, ...]:
    """Return the metrics that a PromQL expression asks for, each once, in its order.

    >>> metric_names('sum by (gpu) (rate(vllm:requests_total{model="a b"}[5m])) / up > 2')
    ('vllm:requests_total', 'up')
    """
    named = [match["name"] for match in _NAMED.finditer(expression)]
    bare = _LABELS.sub(" ", _TEXTS.sub('""', expression))
    found = [match[0] for match in _NAME.finditer(bare) if match[0].lower() not in _WORDS]
    return tuple(dict.fromkeys([*named, *found]))


def alert(book: Book) -> Iterator[Problem]:
    """Each alert names the metrics that it asks for; its cases are of these; and no two alerts have one name.

    **Why**: a metric that the exporter does not have, or only under another name, makes an alert that never fires and
    looks like health. `make test` runs both cases by promtool.

    **Wrong**: an expression with `DCGM_FI_DEV_XID_ERRORS` and no such name under `metrics`; a `silent` case with the
    series of `fires`.

    **Right**: `metrics` with name, exporter and the releases that have it; `fires` with what the alert must see; and
    under `silent` the nearest thing to it that is no alarm.
    """
    yield from _of_one(book)
    yield from _names(book)


def _of_one(book: Book) -> Iterator[Problem]:
    for entry in book.entries.values():
        document = book.document(entry)
        for index, item in enumerate(entry.monitor):
            yield from _metrics(document, index, item)
            yield from _cases(document, index, item)


def _names(book: Book) -> Iterator[Problem]:
    every = [name for mine in _ALERTS.of(book).values() for name in mine]
    if len({*every}) == len(every):
        return
    names: dict[str, Entry] = {}
    for entry in book.entries.values():
        for index, item in enumerate(entry.monitor):
            first = names.setdefault(item.alert, entry)
            if first is not entry or any(other.alert == item.alert for other in entry.monitor[:index]):
                sentence = f"an alert of {first.slug} is called '{item.alert}' already"
                keys = ("monitor", index, "alert")
                yield book.document(entry).problem("alert", keys, sentence, "give each alert its own name")


def _metrics(document: Document, index: int, item: Monitor) -> Iterator[Problem]:
    asked, listed = metric_names(item.expr), [metric.name for metric in item.metrics]
    for name in asked:
        if name not in listed:
            sentence = f"the expression asks for '{name}', which 'metrics' does not list"
            hint = did_you_mean(name, listed) or "add it with its exporter and versions"
            yield document.problem("alert", ("monitor", index, "expr"), sentence, hint)
    for position, name in enumerate(listed):
        if name not in asked:
            keys = ("monitor", index, "metrics", position, "name")
            hint = did_you_mean(name, asked) or "remove it"
            yield document.problem("alert", keys, f"the expression does not ask for '{name}'", hint)


def _cases(document: Document, index: int, item: Monitor) -> Iterator[Problem]:
    listed = {metric.name for metric in item.metrics}
    for case in ("fires", "silent"):
        for series in getattr(item, case).series:
            name = series.partition("{")[0].strip()
            if name not in listed:
                place = document.key_place("monitor", index, case, "series", series)
                sentence = f"the series is of '{name}', which 'metrics' does not list"
                yield document.problem_at("alert", place, sentence, did_you_mean(name, listed))
    if (item.silent.series, item.silent.at) == (item.fires.series, item.fires.at):
        place = document.key_place("monitor", index, "silent")
        sentence = "the case that must stay silent is the one that must fire"
        yield document.problem_at("alert", place, sentence, "write the nearest thing to it that is no alarm")


def _alerts(entry: Entry, _: Document) -> list[Any]:
    return [item.alert for item in entry.monitor]


_ALERTS = Fact("alerts", _alerts)

RULES = (Rule("alert", alert, halves=((Reach.ENTRY, _of_one), (Reach.FACTS, _names)), facts=(_ALERTS,)),)
