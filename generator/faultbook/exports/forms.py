"""The forms that the engines write and read, ``signatures.json`` and the answer of a diagnosis, as models.

The engines make them by hand, since an installed ``faultbook diagnose`` must not wait for the library that models
them; tests hold what they make to these models, closed: a key that is not described here fails.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from faultbook.diagnosis.report import FORMAT as DIAGNOSIS_FORMAT
from faultbook.model import Id, key
from faultbook.signatures.compiled import FORMAT as SIGNATURES_FORMAT
from faultbook.vocabulary import Figure, HoleKind, Role, Strength, When

__all__ = ["Diagnosis", "Signatures"]

_Slug = str
_Verdict = Literal["diagnosed", "inconclusive", "unrecognised", "no-failure"]


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, populate_by_name=True)


class Capture(_Form):
    """A hole of a line template."""

    name: str = key("Its name.", "requested")
    kind: HoleKind = key("What it takes.", "size")
    group: int = key("Number of the group of the pattern that takes it.", 3)


class Line(_Form):
    """A line template, compiled."""

    text: str = key("As the entry has it.", "Tried to allocate <requested:size>.")
    pattern: str = key("As a regular expression that Python and JavaScript read alike.", "...")
    literal: str = key("Its longest literal text.", "Tried to allocate ")
    literals: tuple[str, ...] = key("All of its literal texts, in order.", ["Tried to allocate ", "."])
    reach: int = key("Characters before the longest literal at most, from where a match begins.", 0)
    captures: tuple[Capture, ...] = key("Its named holes.", [])


class Where(_Form):
    """A comparison between what holes took."""

    text: str = key("As the entry has it.", "unallocated >= requested")
    left: str = key("The hole on the left.", "unallocated")
    minus: str | None = key("The hole that is taken away from it, or null.", None)
    op: str = key("The comparison.", ">=")
    name: str | None = key("The hole on the right, or null.", "requested")
    values: tuple[str | float, ...] = key("The values on the right, when it is no hole.", [])


class Signature(_Form):
    """One signature of one entry."""

    entry: Id = key("The entry's id.", "cuda-oom-fragmentation")
    name: str = key("The signature's name.", "allocator-message")
    role: Role = key("Whether the line is printed by what failed first.", "initiating")
    strength: Strength = key("How much the line says on its own.", "likely")
    within: int = key("Lines from one template's match to the next's at most.", 20)
    lines: tuple[Line, ...] = key("Its templates; all must be found, in this order.", [])
    where: tuple[Where, ...] = key("Its comparisons; all must hold.", [])


class FigureOf(_Form):
    """How a figure of a log, such as the loss, shows an entry."""

    entry: str = key("The entry's id.", "loss-diverges")
    name: str = key("Its name there.", "loss-is-nan")
    figure: Figure = key("The figure.", "loss")
    when: When = key("What of it shows the failure.", "not-finite")
    factor: float = key("Of the baseline, for falls and rises.", 1.0)
    strength: Strength = key("How much it says on its own.", "likely")


class About(_Form):
    """What a diagnosis says of an entry."""

    slug: _Slug = key("Area and id.", "memory/cuda-oom-capacity")
    title: str = key("The failure in one line.", "CUDA out of memory: the device is full")
    summary: str = key("The quick answer.", "The device is full. ...")
    severity: str = key("What it costs when nobody acts.", "high")
    sample: str = key("How a log shows it.", "torch.OutOfMemoryError: ...")
    measured: bool = key("Whether only the entry's own code prints that sample.", False)
    fix: str = key("The first fix.", "Lower the batch size.")
    fix_name: str = key("Its name.", "smaller-batch")
    code: str | None = key("Its code, or null.", "export PYTORCH_ALLOC_CONF=...")
    risk: str = key("What applying it may do.", "restarts-process")
    takes: str = key("Time from decision to effect.", "10 min")
    verify: str = key("How to see that it worked.", "no further message")
    confirm: str = key("The first question that separates it from look-alikes.", "Is the device full?")
    causes: tuple[str, ...] = key("Ids of entries that it leads to.", [])
    confused_with: tuple[str, ...] = key("Ids of entries that it looks like.", [])


class Signatures(_Form):
    """Everything by which a log is diagnosed."""

    format: Literal[2] = key("Version of this form; an engine refuses another.", SIGNATURES_FORMAT)
    signatures: tuple[Signature, ...] = key("Of all entries.", [])
    figures: tuple[FigureOf, ...] = key("Of all entries.", [])
    entries: dict[str, About] = key("By id.", {})
    engine: dict[str, Any] = key("What the engine knows beside the book; for the engine of the same version alone.", {})


class Shown(_Form):
    """A line of a log, as an answer shows it."""

    line: int = key("Its number, from 1; lines end at a line feed.", 73)
    text: str = key("Its text; a long one is cut.", "RuntimeError: ...")


class Raised(_Form):
    """An exception."""

    type: str = key("Its type.", "torch.OutOfMemoryError")
    message: str = key("Its message.", "CUDA out of memory. ...")


class Frame(_Form):
    """Where an exception was raised."""

    path: str = key("The file.", "train.py")
    line: int = key("The line of that file.", 12)
    function: str = key("The function.", "main")


class Initiating(_Form):
    """What failed first."""

    file: str = key("The log.", "node-0.log")
    line: int = key("The line of that log, from 1.", 73)
    rank: int | None = key("The rank, or null.", 6)
    one_of: tuple[int, ...] = key("The ranks that it may be, when that cannot be told.", [])
    host: str | None = key("The host, or null.", "gpu-node-1")
    process: str | None = key("The process as the log names it, or null.", None)
    time: str | None = key("The time as the log has it, or null.", "2026-11-03T03:41:07")
    because: str = key("Why it is taken to be the first.", "its clock is ahead of all others")
    text: str = key("The line.", "...")
    exception: Raised | None = key("The exception, or null.", None)
    frame: Frame | None = key("Where it was raised, or null.", None)
    context: tuple[Shown, ...] = key("The lines around it.", [])


class Diagnosed(_Form):
    """An entry that the logs show."""

    slug: _Slug = key("Area and id.", "memory/cuda-oom-capacity")
    title: str = key("The failure in one line.", "CUDA out of memory: the device is full")
    summary: str = key("The quick answer.", "...")
    signature: str = key("The signature that matched.", "allocator-message")
    role: Role = key("Whether the line is printed by what failed first.", "initiating")
    strength: Strength = key("How much the line says on its own.", "certain")
    file: str = key("The log.", "node-0.log")
    line: int = key("The first line of the match.", 73)
    end_line: int = key("The last line of the match.", 73)
    rank: int | None = key("The rank that printed it first, or null.", 6)
    ranks: tuple[int, ...] = key("Every rank that printed it.", [6])
    captures: dict[str, str] = key("What the named holes took.", {"requested": "888.00 MiB"})
    context: tuple[Shown, ...] = key("The lines around it.", [])
    fix: str = key("The first fix.", "...")
    code: str | None = key("Its code, or null.", None)
    risk: str = key("What applying it may do.", "restarts-process")
    takes: str = key("Time from decision to effect.", "10 min")
    verify: str = key("How to see that it worked.", "...")
    confirm: str = key("The first question that separates it from look-alikes.", "...")
    url: str = key("Address of its page; without a site's address, relative to one.", "memory/cuda-oom-capacity/")


class Similar(_Form):
    """An entry whose message shares words with a failure that the book does not know."""

    slug: _Slug = key("Area and id.", "memory/cuda-oom-capacity")
    title: str = key("The failure in one line.", "...")
    url: str = key("Address of its page.", "memory/cuda-oom-capacity/")


class Note(_Form):
    """A line, and why it is named."""

    file: str = key("The log.", "node-0.log")
    line: int = key("The line, from 1.", 80)
    rank: int | None = key("The rank, or null.", 0)
    slug: str | None = key("The entry that the line would show, or null.", None)
    because: str = key("Why it only follows, or is ruled out.", "...")
    text: str = key("The line.", "...")


class Missing(_Form):
    """What to collect or run next."""

    collect: str = key("What.", "the log of rank 6")
    because: str = key("Why.", "...")


class Found(_Form):
    """A figure that went wrong."""

    slug: str | None = key("The entry that it shows, or null.", "training/loss-diverges")
    figure: str = key("The figure.", "loss")
    when: str = key("What of it went wrong.", "not-finite")
    file: str = key("The log.", "train.log")
    line: int = key("The first line from which on it was so.", 120)
    step: int | None = key("The step, or null.", 700)
    time: str | None = key("The time as the log has it, or null.", None)
    value: str = key("The value there, as the log has it.", "nan")
    baseline: str | None = key("What it is held against, or null.", "2.41")
    values: tuple[str, ...] = key("Values over the log, for a picture.", [])
    at: int = key("Which of them is the first that is wrong.", 3)


class Event(_Form):
    """A mark of the picture by rank."""

    file: str = key("The log.", "node-0.log")
    line: int = key("The line.", 73)
    rank: int | None = key("The rank, or null.", 6)
    host: str | None = key("The host, or null.", None)
    us: int | None = key("Microseconds of its clock, or null.", None)
    kind: Literal["initiating", "collateral", "survived"] = key("What it is.", "initiating")


class File(_Form):
    """A log that was read."""

    name: str = key("Its name.", "node-0.log")
    bytes: int = key("Its size.", 70_000)
    lines: int = key("Its lines.", 800)
    cut: bool = key("Whether it begins or ends in the middle of something.", False)
    binary: bool = key("Whether it is no text.", False)


class Diagnosis(_Form):
    """What failed first in the logs of a job, and what to do."""

    format: Literal[1] = key("Version of this form.", DIAGNOSIS_FORMAT)
    verdict: _Verdict = key("The kind of answer.", "diagnosed")
    initiating: Initiating | None = key("What failed first, or null.", None)
    diagnoses: tuple[Diagnosed, ...] = key("Entries, best first.", [])
    similar: tuple[Similar, ...] = key("For an unrecognised failure: entries with like messages.", [])
    collateral: tuple[Note, ...] = key("Lines that only follow, and why.", [])
    ruled_out: tuple[Note, ...] = key("Lines that look like a cause and are none, and why.", [])
    missing: tuple[Missing, ...] = key("The one thing to collect or run next.", [])
    grounds: Note | None = key("The line by which a log counts as healthy, or null.", None)
    figures: tuple[Found, ...] = key("Figures that went wrong.", [])
    events: tuple[Event, ...] = key("Marks of the picture by rank.", [])
    files: tuple[File, ...] = key("The logs that were read.", [])
