"""What is done on a node: one part run and judged, or some logs scanned. Nothing here knows Ray."""

from __future__ import annotations

import atexit
import dataclasses
import errno
import functools
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from faultbook.diagnosis.engine import Engine
    from faultbook.diagnosis.scan import Extract
    from faultbook.snippets.record import Record
    from faultbook.snippets.warm import Warmth

__all__ = ["LEAST_FREE", "Asked", "NodeFault", "Ran", "Scanned", "run_here", "scan_here"]

LEAST_FREE = "FAULTBOOK_LEAST_FREE"
"""Environment variable of a node: MiB that must be free where parts write, 1024 without it."""
_LEAST_FREE = 1024

Say = Callable[[str], None]


class NodeFault(Exception):  # noqa: N818 -- the noun of this package
    """Something that the node lacks and the part is not to blame for."""

    def __init__(self, kind: Literal["disk", "memory", "unfit"], text: str) -> None:
        super().__init__(kind, text)  # so that it can be pickled
        self.kind, self.text = kind, text
        self.node: str | None = None
        """The id of the node, once it is known."""


@dataclasses.dataclass(frozen=True, slots=True)
class Asked:
    """A part to run: where it stands under the folder that travelled, and as what."""

    slug: str
    name: str
    target: str
    digest: str
    """What the part was here when it was sent."""
    commit: str | None
    provision: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Ran:
    """What became of a part; it holds no more than a record needs, so that it comes back at once."""

    state: Literal["passed", "failed", "skipped", "lost"]
    reasons: tuple[str, ...]
    seconds: float
    record: Record | None
    """``None`` of a part that was skipped."""


@dataclasses.dataclass(frozen=True, slots=True)
class Scanned:
    """What is kept of some logs, in the order in which they were asked for."""

    results: tuple[tuple[Extract | None, str | None] | None, ...]
    """What is kept of each and why it could not be read to its end; ``None`` of a log that the node does not see."""


def run_here(asked: Asked, content: bytes, say: Say) -> Ran:
    """Run a part on this node, in the folder that travelled, and return what a record needs.

    Raises:
        NodeFault: when the node, not the part, is at fault; the same part may do well on another.

    """
    from faultbook.snippets.device import find_device  # noqa: PLC0415 -- imported where it is run
    from faultbook.snippets.outcome import as_record  # noqa: PLC0415
    from faultbook.snippets.part import read_parts  # noqa: PLC0415
    from faultbook.snippets.run import run_part, skip_reason  # noqa: PLC0415

    _check_disk()
    part = next(item for item in read_parts(Path.cwd(), asked.slug)[0] if item.name == asked.name)
    if part.digest != asked.digest:
        raise NodeFault("unfit", f"{part.shown_path} arrived as something else than it is here")
    device = find_device()
    if reason := skip_reason(part, asked.target, device):
        raise NodeFault("unfit", reason)
    try:
        outcome = run_part(
            part,
            asked.target,
            device,
            _engine(content).diagnose,
            may_provision=asked.provision,
            on_line=say,
            warmth=_warmth(),
        )
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise NodeFault("disk", f"{error.strerror} at {error.filename or tempfile.gettempdir()}") from error
        if error.errno == errno.ENOMEM:
            raise NodeFault("memory", f"no process could be started: {error.strerror}") from error
        raise
    if outcome.state == "failed":
        _check_disk()  # a part that could not write what it wanted says nothing of the part
    record = as_record(outcome, device, asked.commit) if outcome.state != "skipped" else None
    return Ran(outcome.state, outcome.reasons, outcome.seconds, record)


def _check_disk() -> None:
    folder = tempfile.gettempdir()
    least = int(os.environ.get(LEAST_FREE) or _LEAST_FREE)
    free = shutil.disk_usage(folder).free >> 20
    if free < least:
        raise NodeFault("disk", f"{folder} has {free} MiB free, and a part may need {least}")


@functools.cache
def _warmth() -> Warmth:
    """Return the warm parents of this worker; one at a time, since nobody counts the memory of those that wait."""
    from faultbook.snippets.warm import Warmth  # noqa: PLC0415

    warmth = Warmth(most=1)
    atexit.register(warmth.close)
    return warmth


@functools.lru_cache(maxsize=1)
def _engine(content: bytes) -> Engine:
    """Return the engine of a compiled book; a worker gets many tasks of one book."""
    from faultbook.diagnosis.session import engine_of  # noqa: PLC0415

    return engine_of(json.loads(content))


def scan_here(logs: Sequence[tuple[str, str, int]], content: bytes, say: Say) -> Scanned:
    """Return what is kept of *logs*: of each its name, its full path and its size there where it was asked for.

    A log that is not there, or is another file of that name by its size, is left to the caller.
    """
    from faultbook.diagnosis.session import scan_one  # noqa: PLC0415
    from faultbook.diagnosis.sources import Source  # noqa: PLC0415

    engine, results = _engine(content), []
    for name, path, size in logs:
        try:
            seen = Path(path).stat().st_size == size
        except OSError:
            seen = False
        results.append(scan_one(engine, Source(name, size, path), lambda _: None) if seen else None)
    say(f"{sum(result is not None for result in results)} logs read")
    return Scanned(tuple(results))
