"""What a run of a part showed, on what, and when: canonical JSON, written by the runner alone."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from faultbook.disk import write_whole
from faultbook.place import Place, Problem

__all__ = ["MAX_AGE_DAYS", "ORIGINS_FILE", "Record", "now", "read_records", "record_path", "write_json", "write_record"]

MAX_AGE_DAYS = 365
ORIGINS_FILE = "origins.json"


class Record(BaseModel):
    """The newest run of a part on a target."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    entry: str
    part: str
    target: str
    outcome: Literal["passed", "failed"]
    reasons: tuple[str, ...] = ()
    """Why it failed; empty when it passed."""
    diagnosed_as: str | None
    signatures: tuple[str, ...]
    """Signatures of this entry that the output shows."""
    captures: dict[str, str]
    measures: dict[str, Any] | None
    """What the part measured, for figures."""
    seconds: float
    output_tail: str
    digest: str
    device: str
    gpu_memory: int
    driver: str | None
    cuda: str | None
    python: str
    packages: dict[str, str]
    network: str
    """``cut``, ``open``, or ``could not be cut: reason``."""
    limits: dict[str, int] = Field(default_factory=dict)
    """Seconds, bytes of memory, bytes of one file, and processes that it might use."""
    commit: str | None
    time: dt.datetime = Field(description="UTC")

    @property
    def passed(self) -> bool:
        """Whether the part did what its page says."""
        return self.outcome == "passed"

    def is_current(self, digest: str) -> bool:
        """Return whether it is of the part as it stands, *digest*, and younger than a year."""
        return self.digest == digest and self.age_days <= MAX_AGE_DAYS

    @property
    def age_days(self) -> int:
        """Days since the run."""
        return (now() - self.time).days


def now() -> dt.datetime:
    """Return the time in UTC, to the second."""
    return dt.datetime.now(dt.UTC).replace(microsecond=0)


def record_path(root: Path, entry: str, part: str, target: str) -> Path:
    """Return where the record of *part* of the entry (its slug) on *target* stands."""
    return root / "evidence" / entry / f"{part}@{target}.json"


def write_record(root: Path, record: Record) -> Path:
    """Write *record* over the one before it, whole or not at all."""
    path = record_path(root, record.entry, record.part, record.target)
    write_json(path, record.model_dump(mode="json"))
    return path


def write_json(path: Path, content: Any) -> None:
    """Write canonical JSON: sorted keys, two spaces, one newline at the end; whole or not at all."""
    write_whole(path, json.dumps(content, indent=2, sort_keys=True, ensure_ascii=False) + "\n")


def read_records(root: Path, entry: str) -> tuple[dict[tuple[str, str], Record], tuple[Problem, ...]]:
    """Return the records of the entry (its slug) by part and target, and a Problem for each that cannot be read."""
    records: dict[tuple[str, str], Record] = {}
    problems: list[Problem] = []
    for file in sorted((root / "evidence" / entry).glob("*@*.json")):
        place = Place(file.relative_to(root).as_posix())
        hint = "records are written by the runner alone: run the part again"
        try:
            record = Record.model_validate_json(file.read_bytes())
        except (ValidationError, UnicodeDecodeError) as error:
            cause = error.errors(include_url=False)[0]["msg"] if isinstance(error, ValidationError) else "not UTF-8"
            problems.append(Problem(place, "record", f"the file is no record: {cause[:1].lower()}{cause[1:]}", hint))
            continue
        if file.name != f"{record.part}@{record.target}.json" or record.entry != entry:
            sentence = f"the record is of {record.part}@{record.target} of {record.entry}"
            problems.append(Problem(place, "record", sentence, hint))
            continue
        records[record.part, record.target] = record
    return records, tuple(problems)
