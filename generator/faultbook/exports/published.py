"""An entry as it is published: what its file says, what its parts showed, and where it stands."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from faultbook.book import Book
from faultbook.entry import Entry
from faultbook.exports.sorted_json import sorted_json
from faultbook.history import NO_HISTORY, Dates, History
from faultbook.model import Id, key
from faultbook.snippets.gate import Proof
from faultbook.snippets.part import Part
from faultbook.snippets.record import Record
from faultbook.vocabulary import Area, Layer, Phase, Severity

__all__ = [
    "FORMAT",
    "Index",
    "IndexLine",
    "Moved",
    "PublishedEntry",
    "PublishedPart",
    "Run",
    "at",
    "entry_text",
    "in_brief",
    "index",
    "index_text",
    "published",
]

FORMAT = 1
"""Of index.json, of an entry's JSON and of what stands where an entry was; a key that goes or changes raises it."""


class _Published(BaseModel):
    """A mapping of an export; a reader of an older version passes over keys that it does not know."""

    model_config = ConfigDict(extra="ignore", frozen=True, populate_by_name=True)


class Run(_Published):
    """The newest run of a part on a target."""

    part: str = key("Name of the part.", "reproduce")
    target: str = key("What it ran on.", "cpu", "sm_90")
    outcome: Literal["passed", "failed"] = key("Whether the part did what the page says.", "passed")
    current: bool = key("Whether the run is of the part as it stands now.", True)
    diagnosed_as: str | None = key("The entry that its output is diagnosed as, or null.", "cuda-oom-capacity")
    device: str = key("Name of the device.", "NVIDIA H200")
    driver: str | None = key("Version of the driver.", "580.65.06", default=None)
    cuda: str | None = key("Version of CUDA.", "13.0", default=None)
    python: str = key("Version of Python.", "3.11.2", default="")
    packages: dict[str, str] = key("Versions of the packages that mattered.", {"torch": "2.13.0"})
    time: dt.datetime = key("When, in UTC.", "2026-11-20T09:00:00+00:00")
    output: str = key("The end of what it printed.", "RuntimeError: ...", default="")


class PublishedPart(_Published):
    """One runnable file of the entry."""

    name: str = key("Name of the file without .py.", "fix_padded_bmm")
    kind: Literal["reproduce", "fix", "confirm", "prevent"] = key("What it is for.", "fix")
    fix: str | None = key("The fix that it proves.", "padded-bmm", default=None)
    summary: str = key("What it shows.", "The same program, repaired.")
    file: str = key("Its path in the repository.", "snippets/memory/cuda-oom-capacity/reproduce.py")
    targets: tuple[str, ...] = key("Targets on which it means something.", ["cpu"])
    code: str = key("The whole file: a PEP 723 script.", "# /// script ...")


class PublishedEntry(Entry):
    """One failure of the book. Keys with their default are left out."""

    model_config = ConfigDict(extra="ignore", frozen=True, populate_by_name=True)

    schema_: str = Field(alias="$schema", description="Address of the JSON Schema of this file.", examples=["/x.json"])
    format: int = key("Version of this form.", FORMAT)
    id: Id = key("Its id, for ever.", "cuda-oom-capacity")
    area: Area = key("The area that it belongs to.", "memory")
    path: str = key("Its file in the repository.", "entries/memory/cuda-oom-capacity.yaml")
    slug_: str = Field(alias="slug", description="Area and id.", examples=["memory/cuda-oom-capacity"])
    url: str = key("Address of its page.", "https://faultbook.example/memory/cuda-oom-capacity/")
    proven: bool = key("Whether everything that it rests on was shown.", True)
    lacks: tuple[str, ...] = key("What it lacks to be proven.", [])
    targets: tuple[str, ...] = key("Targets on which a part passed, as it stands now.", ["cpu", "sm_90"], default=())
    created: dt.date | None = key("Day of its first commit, where known.", "2026-10-01", default=None)
    changed: dt.date | None = key("Day of its last commit, where known.", "2026-11-20", default=None)
    parts: tuple[PublishedPart, ...] = key("Its code.", [], default=())
    modules: dict[str, str] = key("Modules that its parts import, by file name.", {}, default_factory=dict)
    runs: tuple[Run, ...] = key("What its code showed.", [])

    def as_json(self) -> dict[str, Any]:
        """Return the entry as plain data, as its JSON file has it."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True)


class IndexLine(_Published):
    """An entry in short."""

    id: Id = key("Its id, for ever.", "cuda-oom-capacity")
    area: Area = key("The area that it belongs to.", "memory")
    slug: str = key("Area and id.", "memory/cuda-oom-capacity")
    title: str = key("The failure in one line.", "CUDA out of memory: the device is full")
    aliases: tuple[str, ...] = key("What people call it.", ["CUDA OOM"])
    summary: str = key("The quick answer.", "The device is full. ...")
    severity: Severity = key("What it costs when nobody acts.", "high")
    layer: Layer = key("Where the cause lies.", "configuration")
    phase: tuple[Phase, ...] = key("When it shows.", ["training"])
    stacks: tuple[str, ...] = key("Software that shows it.", ["pytorch"])
    proven: bool = key("Whether everything that it rests on was shown.", True)
    targets: tuple[str, ...] = key("Targets on which a part passed, as it stands now.", ["cpu"])
    created: dt.date | None = key("Day of its first commit; null where unknown.", "2026-10-01")
    changed: dt.date | None = key("Day of its last commit; null where unknown.", "2026-11-20")
    url: str = key("Address of its page.", "https://faultbook.example/memory/cuda-oom-capacity/")
    json_: str = Field(alias="json", description="Address of all of it as JSON.", examples=["/memory/x.json"])
    markdown: str = key("Address of all of it as Markdown.", "/memory/x.md")


class Index(_Published):
    """Every entry of the book in short."""

    schema_: str = Field(alias="$schema", description="Address of the JSON Schema of this file.", examples=["/x.json"])
    format: int = key("Version of this form.", FORMAT)
    entries: tuple[IndexLine, ...] = key("By id.", [])


class Moved(_Published):
    """What stands at the address of an entry that is not there any more."""

    schema_: str = Field(alias="$schema", description="Address of the JSON Schema of this file.", examples=["/x.json"])
    format: int = key("Version of this form.", FORMAT)
    moved: Literal[True] = key("Always true: by this key such a file is told from an entry.", True)
    slug: str = key("Area and id that it had.", "memory/cuda-oom")
    reason: str = key("Why it is gone.", "renamed")
    successor: str | None = key("Area and id of the entry to read instead, or null.", "memory/cuda-oom-capacity")
    url: str | None = key("Address of that entry's page, or null.", "https://faultbook.example/memory/x/")
    json_: str | None = Field(alias="json", description="Address of its JSON, or null.", examples=["/memory/x.json"])


def in_brief(entry: Entry, proof: Proof, address: str, dates: Dates | None) -> PublishedEntry:
    """Return *entry* as far as the files of the whole book show it, which is all that an entry's face has."""
    return PublishedEntry.model_construct(
        **{name: getattr(entry, name) for name in _IN_BRIEF}, **_standing(entry, proof, address, dates)
    )


_IN_BRIEF = (
    *("id", "area", "path", "title", "aliases", "summary", "severity"),
    *("layer", "phase", "stacks", "monitor"),
)


def published(
    book: Book, proofs: Mapping[str, Proof], address: str, history: History = NO_HISTORY
) -> tuple[PublishedEntry, ...]:
    """Return the entries of *book* by id; *address* is the site's, with a slash at its end, or empty."""
    return tuple(
        _published(entry, proofs[entry.id], address, history.get(entry.path)) for entry in book.entries.values()
    )


def _published(entry: Entry, proof: Proof, address: str, dates: Dates | None) -> PublishedEntry:
    digests = {part.name: part.digest for part in proof.parts}
    return PublishedEntry.model_construct(
        **{name: getattr(entry, name) for name in Entry.model_fields},
        **_standing(entry, proof, address, dates),
        parts=tuple(_part(part) for part in proof.parts),
        modules={
            file.name: file.read_text("utf-8") for file in sorted({m for part in proof.parts for m in part.modules})
        },
        runs=tuple(_run(record, digests.get(record.part)) for record in proof.records.values()),
    )


def _standing(entry: Entry, proof: Proof, address: str, dates: Dates | None) -> dict[str, Any]:
    return {
        "schema_": f"{address}schemas/entry-{FORMAT}.json",
        "format": FORMAT,
        "slug_": entry.slug,
        "url": f"{address}{entry.slug}/",
        "proven": proof.proven,
        "lacks": proof.lacks,
        "targets": proof.targets,
        "created": dates.first.date() if dates else None,
        "changed": dates.last.date() if dates else None,
    }


def _part(part: Part) -> PublishedPart:
    return PublishedPart(
        name=part.name,
        kind=part.kind.value,
        fix=part.fix,
        summary=part.summary,
        file=part.shown_path,
        targets=part.header.targets,
        code=part.text,
    )


def _run(record: Record, digest: str | None) -> Run:
    return Run(
        part=record.part,
        target=record.target,
        outcome=record.outcome,
        current=record.digest == digest,
        diagnosed_as=record.diagnosed_as,
        device=record.device,
        driver=record.driver,
        cuda=record.cuda,
        python=record.python,
        packages=record.packages,
        time=record.time,
        output=record.output_tail,
    )


def at(entry: PublishedEntry, address: str) -> PublishedEntry:
    """Return *entry* as the site at *address* publishes it."""
    addresses = {"url": f"{address}{entry.slug}/", "schema_": f"{address}schemas/entry-{entry.format}.json"}
    return entry.model_copy(update=addresses)


def index(entries: Iterable[PublishedEntry], address: str) -> Index:
    """Return the index of *entries*."""
    return Index.model_construct(
        schema_=f"{address}schemas/index-{FORMAT}.json",
        format=FORMAT,
        entries=tuple(
            IndexLine.model_construct(
                **{name: getattr(entry, name) for name in IndexLine.model_fields if name not in {"json_", "markdown"}},
                json_=f"{address}{entry.slug}.json",
                markdown=f"{address}{entry.slug}.md",
            )
            for entry in entries
        ),
    )


def entry_text(entry: PublishedEntry) -> str:
    """Return the text of the entry's JSON file."""
    return sorted_json(entry.as_json())


def index_text(entries: Iterable[PublishedEntry], address: str) -> str:
    """Return the text of ``index.json``."""
    return sorted_json(index(entries, address).model_dump(mode="json", by_alias=True))
