"""Alert rules for Prometheus, and the tests of them that promtool runs; each comes from an entry's ``monitor``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import yaml  # to write only: what reads YAML is document.py

from faultbook.entry import Entry
from faultbook.exports.text import HIDDEN, visible
from faultbook.monitor import Monitor, Silent

__all__ = ["RULES_FILE", "TESTS_FILE", "as_kubernetes", "as_prometheus", "as_tests"]

RULES_FILE, TESTS_FILE = "alerts.yml", "alerts.test.yml"
_INTERVAL = "1m"  # between two values of a case's series


def as_prometheus(entries: Iterable[Entry], address: str) -> str:
    """Return a rule file with the alerts of *entries*; without an *address*, no alert links to its page."""
    of = f" of {address}" if address else ""
    head = f"# Prometheus rules{of}, from Faultbook. Check them with: promtool check rules {RULES_FILE}\n"
    head += f"# Each has a case that fires it and one that does not: promtool test rules {TESTS_FILE}\n"
    return head + _dump({"groups": _groups(entries, address)})


def as_kubernetes(entries: Iterable[Entry], address: str) -> str:
    """Return the same rules as a PrometheusRule, the resource that the Prometheus Operator reads."""
    resource = {
        "apiVersion": "monitoring.coreos.com/v1",
        "kind": "PrometheusRule",
        "metadata": {"name": "faultbook", "labels": {"app.kubernetes.io/part-of": "faultbook"}},
        "spec": {"groups": _groups(entries, address)},
    }
    return _dump(resource)


def as_tests(entries: Iterable[Entry], address: str) -> str:
    """Return the cases of the alerts as a file for ``promtool test rules``, which lies beside the rule file."""
    tests = [test for entry in entries for item in entry.monitor for test in _tests(entry, item, address)]
    content = {"rule_files": [RULES_FILE], "evaluation_interval": _INTERVAL, "tests": tests}
    return f"# What fires each alert and what does not. Run it with: promtool test rules {TESTS_FILE}\n" + _dump(
        content
    )


def _groups(entries: Iterable[Entry], address: str) -> list[dict[str, Any]]:
    return [
        {"name": entry.slug, "rules": [_rule(entry, item, address) for item in entry.monitor]}
        for entry in entries
        if entry.monitor
    ]


def _rule(entry: Entry, item: Monitor, address: str) -> dict[str, Any]:
    return {
        "alert": item.alert,
        "expr": item.expr,
        "for": item.for_,
        "labels": _labels(entry),
        "annotations": {name: _literal(text) for name, text in _annotations(entry, item, address).items()},
    }


def _labels(entry: Entry) -> dict[str, str]:
    return {"severity": entry.severity.value, "faultbook": entry.id}


def _annotations(entry: Entry, item: Monitor, address: str) -> dict[str, str]:
    needs = "; ".join(_needs(item))
    said = {"summary": entry.title, "description": f"{' '.join(item.because.split())} Metrics: {needs}."}
    return said | ({"runbook_url": f"{address}{entry.slug}/"} if address else {})


def _needs(item: Monitor) -> Iterator[str]:
    """Yield each metric with the releases that have it, and what switches it on."""
    for metric in item.metrics:
        enabled = f", off by default: {metric.enable}" if metric.enable else ""
        yield f"{metric.name} ({metric.exporter} {metric.versions}{enabled})"


def _tests(entry: Entry, item: Monitor, address: str) -> Iterator[dict[str, Any]]:
    said = {name: visible(text) for name, text in _annotations(entry, item, address).items()}
    fired = [{"exp_labels": {**labels, **_labels(entry)}, "exp_annotations": said} for labels in item.fires.alerts]
    yield _test(f"{item.alert} fires", item.fires, item.alert, fired)
    yield _test(f"{item.alert} stays silent", item.silent, item.alert, [])


def _test(name: str, case: Silent, alert: str, expected: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "name": name,
        "interval": _INTERVAL,
        "input_series": [{"series": series, "values": values} for series, values in case.series.items()],
        "alert_rule_test": [{"eval_time": case.at, "alertname": alert, "exp_alerts": expected}],
    }


def _literal(text: str) -> str:
    """Return *text* so that Prometheus, which expands annotations as Go templates, shows it as it is."""
    return visible(text).replace("{{", '{{ "{{" }}')


def _dump(content: Any) -> str:
    text = yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=1000)
    if HIDDEN.search(text):  # then everything beyond ASCII is written by its number
        text = yaml.safe_dump(content, sort_keys=False, allow_unicode=False, width=1000)
    return text
