"""SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format): what problems and diagnoses both become."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from faultbook import __version__

__all__ = ["Finding", "SarifRule", "sarif_text"]

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


@dataclasses.dataclass(frozen=True, slots=True)
class SarifRule:
    """What a finding is an instance of."""

    id: str
    title: str
    help: str
    address: str = ""
    """Its page; left out unless it is https."""
    markdown: bool = False
    """Whether *help* is Markdown."""

    def as_json(self) -> dict[str, Any]:
        """Return the reportingDescriptor."""
        text = {"text": self.help} | ({"markdown": self.help} if self.markdown else {})
        return {"id": self.id, "shortDescription": {"text": self.title}, "help": text} | (
            {"helpUri": self.address} if self.address.startswith("https://") else {}
        )


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """One thing found at one place; lines and columns count characters from 1, the end is exclusive."""

    rule: str
    level: str
    message: str
    path: str
    line: int
    column: int | None = None
    end_column: int | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the result."""
        region = {"startLine": self.line}
        if self.column is not None:
            region["startColumn"] = self.column
        if self.end_column is not None:
            region["endColumn"] = self.end_column
        place = {"artifactLocation": {"uri": quote(self.path)}, "region": region}
        return {
            "ruleId": self.rule,
            "level": self.level,
            "message": {"text": self.message},
            "locations": [{"physicalLocation": place}],
        }


def sarif_text(rules: Iterable[SarifRule], findings: Iterable[Finding]) -> str:
    """Return a log of one run of this tool, as JSON text with a line feed at its end."""
    driver = {"name": "faultbook", "version": __version__, "rules": [rule.as_json() for rule in rules]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [finding.as_json() for finding in findings],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"
