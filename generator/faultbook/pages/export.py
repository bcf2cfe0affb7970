"""The book for machines: JSON of entries and index, signatures, Prometheus rules, llms.txt, feeds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import yaml  # to write only: what reads YAML is document.py

from faultbook.book import Book
from faultbook.diagnosis.shared import engine_json
from faultbook.entry import Entry
from faultbook.history import NO_HISTORY, History
from faultbook.pages.feeds import feeds
from faultbook.signatures.compiled import about_entries, compile_figures, compile_signatures, to_json
from faultbook.snippets.gate import Proof

__all__ = ["FORMAT", "exports"]

FORMAT = 1  # of index.json and of an entry's JSON


def exports(book: Book, proofs: Mapping[str, Proof], address: str, history: History = NO_HISTORY) -> dict[str, str]:
    """Return the text of each export by its path in the site; *address* is the site's, with a slash at the end."""
    entries = tuple(book.entries.values())
    files = {f"{entry.slug}.json": _json(_entry(entry, proofs[entry.id], address)) for entry in entries}
    index = {"format": FORMAT, "entries": [_line(entry, proofs[entry.id], address) for entry in entries]}
    files["index.json"] = _json(index)
    files["signatures.json"] = _json(
        {
            **to_json(compile_signatures(entries), about_entries(entries), compile_figures(entries)),
            "engine": engine_json(),
        }
    )
    files["alerts.yml"] = _alerts(entries, address)
    files["llms.txt"] = _llms(entries, address)
    return files | feeds(book, proofs, history, address)


def _json(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _line(entry: Entry, proof: Proof, address: str) -> dict[str, Any]:
    return {
        "id": entry.id,
        "area": entry.area.value,
        "slug": entry.slug,
        "title": entry.title,
        "aliases": list(entry.aliases),
        "summary": entry.summary,
        "severity": entry.severity.value,
        "layer": entry.layer.value,
        "phase": [phase.value for phase in entry.phase],
        "stacks": list(entry.stacks),
        "proven": proof.proven,
        "targets": list(proof.targets),
        "url": f"{address}{entry.slug}/",
        "json": f"{address}{entry.slug}.json",
    }


def _entry(entry: Entry, proof: Proof, address: str) -> dict[str, Any]:
    fields = entry.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude={"path"})
    runs = [
        {
            "part": record.part,
            "target": record.target,
            "outcome": record.outcome,
            "diagnosed_as": record.diagnosed_as,
            "device": record.device,
            "packages": record.packages,
            "time": record.time.isoformat(),
        }
        for record in proof.records.values()
    ]
    about = {"format": FORMAT, "slug": entry.slug, "url": f"{address}{entry.slug}/", "proven": proof.proven}
    return {**fields, **about, "lacks": list(proof.lacks), "runs": runs}


def _alerts(entries: tuple[Entry, ...], address: str) -> str:
    groups = [
        {
            "name": entry.slug,
            "rules": [
                {
                    "alert": item.alert,
                    "expr": item.expr,
                    "for": item.for_,
                    "labels": {"severity": entry.severity.value, "faultbook": entry.id},
                    "annotations": {
                        "summary": _literal(entry.title),
                        "description": _literal(item.because),
                        "runbook_url": f"{address}{entry.slug}/",
                    },
                }
                for item in entry.monitor
            ],
        }
        for entry in entries
        if entry.monitor
    ]
    head = f"# Prometheus rules of Faultbook, {address}\n# Check them with: promtool check rules alerts.yml\n"
    return head + yaml.safe_dump({"groups": groups}, sort_keys=False, allow_unicode=True, width=1000)


def _literal(text: str) -> str:
    """Return *text* so that Prometheus, which expands annotations as Go templates, shows it as it is."""
    return text.replace("{{", '{{ "{{" }}')


def _llms(entries: tuple[Entry, ...], address: str) -> str:
    lines = [
        "# Faultbook",
        "",
        "> An open encyclopedia of ML training and serving failures in which every claim runs.",
        "",
        "Each entry as JSON: put .json in place of the slash at the end of its address.",
        f"All entries: {address}index.json. Log signatures: {address}signatures.json.",
        "",
    ]
    for area in dict.fromkeys(sorted(entry.area for entry in entries)):
        lines += [f"## {area.label.capitalize()}", ""]
        for entry in entries:
            if entry.area is area:
                lines.append(f"- [{entry.title}]({address}{entry.slug}/): {' '.join(entry.summary.split())}")
        lines.append("")
    return "\n".join(lines)
