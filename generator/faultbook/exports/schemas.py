"""JSON Schemas of what the book exports, made from the models that the exports are made of or held to."""

from __future__ import annotations

import dataclasses
import functools
import json
from typing import Any

from pydantic import BaseModel

from faultbook.diagnosis.report import FORMAT as DIAGNOSIS_FORMAT
from faultbook.exports.forms import Diagnosis, Signatures
from faultbook.exports.published import FORMAT, Index, Moved, PublishedEntry
from faultbook.signatures.compiled import FORMAT as SIGNATURES_FORMAT

__all__ = ["FORMS", "Form", "schema", "schema_files"]


@dataclasses.dataclass(frozen=True, slots=True)
class Form:
    """A form of JSON that is published, under its name and version."""

    name: str
    version: int
    model: type[BaseModel]
    of: str
    """What has this form."""

    @property
    def path(self) -> str:
        """Its path in the site; a new version has a new one, and the old one stays."""
        return f"schemas/{self.name}-{self.version}.json"


FORMS = (
    Form("entry", FORMAT, PublishedEntry, "AREA/ID.json"),
    Form("index", FORMAT, Index, "index.json"),
    Form("moved", FORMAT, Moved, "AREA/ID.json, where an entry was"),
    Form("signatures", SIGNATURES_FORMAT, Signatures, "signatures.json"),
    Form("diagnosis", DIAGNOSIS_FORMAT, Diagnosis, "faultbook diagnose --json"),
)


@functools.cache
def schema_files(address: str) -> dict[str, str]:
    """Return the text of each schema by its path in the site at *address*."""
    return {
        form.path: json.dumps(schema(form, address), indent=1, sort_keys=True, ensure_ascii=False) + "\n"
        for form in FORMS
    }


@functools.cache
def schema(form: Form, address: str) -> dict[str, Any]:
    """Return the schema of *form*, draft 2020-12.

    It is open, since later books may have more keys; a key that it requires stays as long as the version does.
    """
    content = form.model.model_json_schema(by_alias=True, mode="validation")
    _open(content)
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{address}{form.path}",
        "title": f"Faultbook {form.name}, version {form.version}",
    }
    return {**content, **head}


def _open(node: Any) -> None:
    """Let every mapping of *node* with known keys have others too."""
    if isinstance(node, dict):
        if "properties" in node and node.get("additionalProperties") is False:
            del node["additionalProperties"]
        for value in node.values():
            _open(value)
    elif isinstance(node, list):
        for value in node:
            _open(value)
