"""Logs to an answer: what every face calls. It needs compiled signatures, and neither a book nor what models one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from faultbook.diagnosis.report import as_json
from faultbook.diagnosis.scan import Extract, Scanner
from faultbook.diagnosis.verdict import Diagnosis, judge
from faultbook.signatures.compiled import About, CompiledFigure, CompiledSignature
from faultbook.signatures.matcher import Matcher

__all__ = ["Engine"]


class Engine:
    """Diagnoses logs by one book's signatures; made once, used for many."""

    def __init__(
        self,
        signatures: Iterable[CompiledSignature],
        about: Mapping[str, About],
        figures: Iterable[CompiledFigure] = (),
        address: str = "",
    ) -> None:
        self.matcher = Matcher(signatures)
        self.about, self.figures, self.address = about, tuple(figures), address
        self.scanner = Scanner(self.matcher)

    def scan(self, name: str, pieces: Iterable[bytes]) -> Extract:
        """Return what is kept of the log *name*, which comes as *pieces* of any size."""
        return self.scanner.scan(name, pieces)

    def judge(self, extracts: Sequence[Extract], baseline: Extract | None = None) -> Diagnosis:
        """Return what the logs of one job show together; *baseline* is what is kept of a good run's log."""
        return judge(extracts, self.matcher, self.about, self.figures, baseline)

    def answer(self, extracts: Sequence[Extract], baseline: Extract | None = None) -> dict[str, Any]:
        """Return the same as plain data."""
        return as_json(self.judge(extracts, baseline), self.about, self.matcher.signatures, self.address)

    def diagnose(self, data: bytes) -> Diagnosis:
        """Return what *data*, one log as it was written, shows."""
        return self.judge([self.scan("log", [data])])
