"""An incident: a solved case with its logs, and what the diagnosis must say of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from pydantic import Field, StringConstraints, ValidationError
from pydantic.json_schema import SkipJsonSchema

from faultbook.document import Document, read_document
from faultbook.model import ID_PATTERN, Id, Part, Text, key
from faultbook.place import Place, Problem
from faultbook.schema import schema_problems
from faultbook.vocabulary import Made

__all__ = ["INCIDENT_FILE", "Incident", "InitiatingLine", "LogLine", "load_incidents"]

INCIDENT_FILE = "incident.yaml"
_FOLDER = "incidents"

Slug = Annotated[str, StringConstraints(pattern=rf"^{ID_PATTERN}/{ID_PATTERN}$")]
LogName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*\.(?:log|txt|out|err)$")]


class LogLine(Part):
    """One line of one of the logs."""

    file: LogName = key("Name of the log.", "node-0.log")
    line: int = key("Number of the line, from 1.", 73, ge=1)


class InitiatingLine(LogLine):
    """The line that failed first, and whose it is."""

    also_lines: tuple[int, ...] = key("Lines of the same file that say the same and are right too.", [35], default=())
    rank: int | None = key("Rank that it belongs to, or null.", 6)
    host: Text | None = key("Host that it belongs to, or null.", "gpu-node-1")

    @property
    def lines(self) -> tuple[int, ...]:
        """Every line that a diagnosis may name."""
        return (self.line, *self.also_lines)


class Incident(Part):
    """One solved case."""

    id: SkipJsonSchema[Id]
    path: SkipJsonSchema[str]
    """Path of the file under the book's root, with forward slashes."""

    title: Text = key("What happened, in one line.", "Seven ranks time out after a node lost a GPU", max_length=140)
    logs: tuple[LogName, ...] = key("Its logs, as a person would open them.", ["a.log"], min_length=1)
    made: Made = key("Whether a run printed the logs.", "run")
    how: Text = key("Versions, hardware, and what was replaced.", "torchrun with four ranks on one machine.")
    entry: Slug = key("Area and id of the entry that the diagnosis must name.", "memory/cuda-oom-capacity")
    initiating: InitiatingLine = key("The line that failed first.", {"file": "a.log", "line": 55, "rank": 2})
    never: tuple[Slug, ...] = key("Entries that the diagnosis must not name.", ["hardware/host-oom-killer"], default=())
    collateral: tuple[LogLine, ...] = key("Lines that only follow.", [{"file": "a.log", "line": 72}], default=())
    story: Text = key("What the people saw, in Markdown.", "The run had trained for six hours when ...")
    misled: Text = key("What pointed elsewhere, in Markdown.", "The last traceback names the network.")
    told: Text = key("What gave it away, in Markdown.", "Rank 2 raised first.")
    fix: Text = key("What repaired it, in Markdown.", "One flag.")
    sources: tuple[Annotated[str, Field(pattern=r"^https://\S+$")], ...] = key(
        "Addresses of what it rests on.", ["https://docs.pytorch.org/"], default=()
    )

    @property
    def slug(self) -> str:
        """The address in the site: ``incidents/oom-with-gigabytes-free``."""
        return f"{_FOLDER}/{self.id}"

    @property
    def entry_id(self) -> str:
        """The id of its entry."""
        return self.entry.rpartition("/")[2]


def load_incidents(root: Path) -> tuple[dict[str, Incident], dict[str, Document], tuple[Problem, ...]]:
    """Read every incident under *root*: incidents by id, documents by path, and what is wrong with them."""
    incidents: dict[str, Incident] = {}
    documents: dict[str, Document] = {}
    problems: list[Problem] = []
    for file in sorted((root / _FOLDER).glob(f"*/{INCIDENT_FILE}")):
        path = file.relative_to(root).as_posix()
        documents[path] = document = read_document(file.read_bytes(), path)
        problems += document.problems
        incident, found = _read_incident(document, file.parent.name)
        problems += found
        if incident is not None:
            incidents[incident.id] = incident
    return incidents, documents, tuple(problems)


def _read_incident(document: Document, id_: str) -> tuple[Incident | None, list[Problem]]:
    problems = list(_path_problems(document.path, id_))
    if document.values is None or problems:
        return None, problems
    try:
        incident = Incident.model_validate({**document.values, "id": id_, "path": document.path})
    except ValidationError as error:
        return None, list(schema_problems(error, document, Incident))
    return (None if document.problems else incident), []


def _path_problems(path: str, id_: str) -> Iterator[Problem]:
    if not re.fullmatch(ID_PATTERN, id_):
        sentence = f"folder '{id_}' is no id: lower case, digits and single hyphens"
        yield Problem(Place(path), "identity", sentence, "rename the folder")
