"""A comparison: a question over the book, whose answer is a page that sets entries side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from pydantic import ValidationError, model_validator

from faultbook.document import Document, read_document
from faultbook.model import Id, Part, Text, key
from faultbook.place import Problem
from faultbook.schema import schema_problems
from faultbook.vocabulary import Area, Layer, Phase, Severity

__all__ = ["COMPARISONS_FILE", "Comparison", "Query", "load_comparisons"]

COMPARISONS_FILE = "comparisons.yaml"


class Query(Part):
    """What an entry must be to be taken; every key that is given must hold, one of its values is enough."""

    title: Text | None = key("Heading of what it takes, where the page has several.", "Host memory", default=None)
    areas: tuple[Area, ...] = key("Areas.", ["memory"], default=())
    layers: tuple[Layer, ...] = key("Layers of the cause.", ["hardware"], default=())
    phases: tuple[Phase, ...] = key("When it shows.", ["serving"], default=())
    severities: tuple[Severity, ...] = key("Severities.", ["critical"], default=())
    stacks: tuple[Id, ...] = key("Software that shows it.", ["vllm"], default=())
    says: tuple[Text, ...] = key(
        "Whole words of its title, its aliases or the lines of its signatures; case does not count.",
        ["out of memory"],
        default=(),
    )
    ends_in: Id | None = key(
        "An entry that it causes, also by way of others.", "nccl-watchdog-collective-timeout", default=None
    )
    ids: tuple[Id, ...] = key("Entries by name.", ["host-oom-killer"], default=())

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if not any(value for name, value in self if name != "title"):
            message = (
                "say what it takes: 'areas', 'layers', 'phases', 'severities', 'stacks', 'says', 'ends_in' or 'ids'"
            )
            raise ValueError(message)
        return self


class Comparison(Part):
    """One page of entries side by side."""

    title: Text = key("What they have in common.", "vLLM does not start", max_length=80)
    words: Text = key("What a reader finds there, in one or two sentences.", "From flags to memory.")
    takes: tuple[Query, ...] = key(
        "What it takes; an entry stands where the first of them takes it.", [{"says": ["Xid"]}], min_length=1
    )
    without: tuple[Id, ...] = key("Entries that it leaves out all the same.", ["host-oom-killer"], default=())


class _File(Part):
    """The file that holds them."""

    comparisons: dict[Id, Comparison] = key("Comparisons by id, which is their address.", {}, default_factory=dict)


def load_comparisons(root: Path) -> tuple[dict[str, Comparison], dict[str, Document], tuple[Problem, ...]]:
    """Read the comparisons of the book under *root*: by id, with the document by path, and what is wrong with them."""
    file = root / COMPARISONS_FILE
    if not file.is_file():
        return {}, {}, ()
    document = read_document(file.read_bytes(), COMPARISONS_FILE)
    documents = {COMPARISONS_FILE: document}
    if document.values is None or document.problems:
        return {}, documents, document.problems
    try:
        return _File.model_validate(document.values).comparisons, documents, ()
    except ValidationError as error:
        return {}, documents, tuple(schema_problems(error, document, _File))
