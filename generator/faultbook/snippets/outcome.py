"""What became of a part on a target, and the record that is kept of it."""

from __future__ import annotations

import dataclasses
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from faultbook.snippets.device import Device
from faultbook.snippets.environment import Environment, current
from faultbook.snippets.part import Block, Part
from faultbook.snippets.record import Record, now

__all__ = ["TAIL", "Outcome", "Printed", "as_record", "commit_of"]

TAIL = 8000  # characters of output that a record keeps


@dataclasses.dataclass(frozen=True, slots=True)
class Printed:
    """What one block of a docstring really printed."""

    block: Block
    output: str
    matches: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a part on a target."""

    part: Part
    target: str
    state: Literal["passed", "failed", "skipped", "lost"]
    """``lost`` is said of a fleet's part only: machines failed it, and nothing is known of the part."""
    reasons: tuple[str, ...] = ()
    printed: tuple[Printed, ...] = ()
    diagnosed_as: str | None = None
    signatures: tuple[str, ...] = ()
    captures: Mapping[str, str] = dataclasses.field(default_factory=dict)
    measures: Mapping[str, Any] | None = None
    seconds: float = 0.0
    network: str = ""
    environment: Environment | None = None
    limits: Mapping[str, int] = dataclasses.field(default_factory=dict)
    """Seconds, bytes of memory, bytes of one file, and processes that it might use."""
    breaches: tuple[str, ...] = ()
    """Those of the reasons that no other docstring would remove."""

    @property
    def output(self) -> str:
        """Everything that the part printed."""
        return "".join(item.output for item in self.printed)


def as_record(outcome: Outcome, device: Device, commit: str | None) -> Record:
    """Return the record of an outcome that is not a skip."""
    environment = outcome.environment or current(())
    on_gpu = outcome.target != "cpu"
    return Record(
        entry=outcome.part.slug,
        part=outcome.part.name,
        target=outcome.target,
        outcome="passed" if outcome.state == "passed" else "failed",
        reasons=tuple(reason[:TAIL] for reason in outcome.reasons),
        diagnosed_as=outcome.diagnosed_as,
        signatures=outcome.signatures,
        captures=dict(outcome.captures),
        measures=dict(outcome.measures) if outcome.measures is not None else None,
        seconds=round(outcome.seconds, 1),
        output_tail=outcome.output[-TAIL:],
        digest=outcome.part.digest,
        device=device.name if on_gpu else "CPU",
        gpu_memory=device.memory if on_gpu else 0,
        driver=device.driver if on_gpu else None,
        cuda=device.cuda if on_gpu else None,
        python=environment.version,
        packages=dict(environment.packages),
        network=outcome.network,
        limits=dict(outcome.limits),
        commit=commit,
        time=now(),
    )


def commit_of(root: Path) -> str | None:
    """Return the git commit that *root* is at, or ``None`` outside git."""
    command = ["git", "-C", str(root), "rev-parse", "HEAD"]
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    except OSError:
        return None
    return result.stdout.strip() or None
