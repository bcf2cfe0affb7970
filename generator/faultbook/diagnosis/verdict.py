"""A case to a Diagnosis: what failed first, what it is, what followed from it, and what is missing to be sure."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence

from faultbook.diagnosis.case import Case, Note, findings_of
from faultbook.diagnosis.evidence import Event, Log, near_what, read_log
from faultbook.diagnosis.figures import Finding, series_of
from faultbook.diagnosis.order import surely_before
from faultbook.diagnosis.scan import Extract
from faultbook.diagnosis.suspects import Initiating
from faultbook.diagnosis.tiers import Tier
from faultbook.signatures.compiled import About, CompiledFigure
from faultbook.signatures.matcher import Match, Matcher
from faultbook.vocabulary import Role, Strength

__all__ = ["Diagnosed", "Diagnosis", "Missing", "Note", "judge"]

_MOST = 50  # collateral lines in an answer
_PEER = re.compile(r"remote peer ([A-Za-z0-9][\w.-]*)<", re.ASCII)


@dataclasses.dataclass(frozen=True, slots=True)
class Missing:
    """What to collect or run next, and why."""

    collect: str
    because: str


@dataclasses.dataclass(frozen=True, slots=True)
class Diagnosed:
    """One entry that the logs show."""

    entry: str
    match: Match
    event: Event
    ranks: tuple[int, ...]
    """All ranks that show it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Diagnosis:
    """The answer to logs."""

    verdict: str
    """``diagnosed``, ``inconclusive``, ``unrecognised`` or ``no-failure``."""
    initiating: Initiating | None
    diagnoses: tuple[Diagnosed, ...]
    """Best first, one an entry."""
    collateral: tuple[Note, ...]
    ruled_out: tuple[Note, ...]
    missing: Missing | None
    grounds: Note | None
    """For ``no-failure``: the line that shows that the work came to its end."""
    events: tuple[Event, ...]
    logs: tuple[Log, ...]
    findings: tuple[tuple[Log, Finding], ...]
    """Figures that are off, also those that no entry knows."""

    @property
    def entry(self) -> str | None:
        """The entry that the logs show first by more than a hint."""
        first = next(iter(self.diagnoses), None)
        return first.entry if first is not None and first.match.strength is not Strength.HINT else None

    @property
    def captures(self) -> Mapping[str, str]:
        """What the first diagnosis captures."""
        return self.diagnoses[0].match.captures if self.diagnoses else {}

    @property
    def signatures(self) -> tuple[tuple[str, str], ...]:
        """Every (entry, signature) that matches."""
        return tuple(dict.fromkeys((match.entry, match.signature) for log in self.logs for match in log.matches))


def judge(
    extracts: Sequence[Extract],
    matcher: Matcher,
    about: Mapping[str, About],
    figures: Sequence[CompiledFigure] = (),
    baseline: Extract | None = None,
) -> Diagnosis:
    """Return what *extracts*, the kept lines of one job's logs, show; *baseline* is of a good run's log."""
    near = near_what(extracts)
    logs = tuple(read_log(index, extract, matcher, near) for index, extract in enumerate(extracts))
    good = series_of(baseline.samples) if baseline is not None else {}
    findings = tuple(finding for log in logs for finding in findings_of(log, figures, good))
    return _Answer(logs, about, matcher, findings).decide()


class _Answer(Case):
    """A case that is decided."""

    def decide(self) -> Diagnosis:
        first = self._first()
        if first is None:
            return self._without_failure()
        initiating = self._initiating(first)
        diagnoses = self._diagnoses(first)
        verdict = self._verdict(first, initiating, diagnoses)
        return Diagnosis(
            verdict,
            initiating,
            diagnoses,
            self._collateral(initiating, diagnoses),
            self._ruled_out({item.entry for item in diagnoses}),
            self._missing(first, initiating, verdict),
            None,
            tuple(self.events),
            self.logs,
            self.findings,
        )

    def _diagnoses(self, first: Event) -> tuple[Diagnosed, ...]:
        found: dict[str, Diagnosed] = {}
        ranks: dict[str, set[int]] = {}
        others = sorted(
            (event for event in self.alive if event is not first),
            key=lambda event: (event.tier, event.file, event.line),
        )
        for event in (first, *others):
            match = event.match
            if match is None:
                continue
            if event.rank is not None:
                ranks.setdefault(match.entry, set()).add(event.rank)
            if match.role is Role.COLLATERAL and event is not first and (found or first.tier < Tier.RECORD):
                continue
            if match.entry not in found and not any(self._leads(other, match.entry) for other in found):
                found[match.entry] = Diagnosed(match.entry, match, event, ())
        return tuple(
            dataclasses.replace(item, ranks=tuple(sorted(ranks.get(item.entry, ())))) for item in found.values()
        )

    def _verdict(self, first: Event, initiating: Initiating, diagnoses: Sequence[Diagnosed]) -> str:
        if _is_level(first):
            return "inconclusive"
        if diagnoses:
            if diagnoses[0].match.role is Role.INITIATING:
                return "diagnosed"
            return "diagnosed" if first.tier == Tier.WAIT and initiating.rank is not None else "inconclusive"
        only_code = first.tier == Tier.EXIT and first.raised is None and first.kind != "interrupt"
        return "inconclusive" if first.tier >= Tier.COLLATERAL or only_code else "unrecognised"

    def _collateral(self, initiating: Initiating, diagnoses: Sequence[Diagnosed]) -> tuple[Note, ...]:
        named = {(item.event.file, item.event.line) for item in diagnoses}
        named.add((initiating.event.file, initiating.event.line))
        rest = [event for event in self.alive if (event.file, event.line) not in named]
        return tuple(
            Note(event.file, event.line, self._why(event, initiating, diagnoses), self._slug_of(event), event.rank)
            for event in rest[:_MOST]
        )

    def _why(self, event: Event, initiating: Initiating, diagnoses: Sequence[Diagnosed]) -> str:
        match, first = event.match, initiating.event
        if match is not None and match.entry in {item.entry for item in diagnoses}:
            return "the same failure again" if event.rank == initiating.rank else "the same failure on this rank"
        if match is not None and diagnoses and self._leads(diagnoses[0].entry, match.entry):
            return "the initiating failure causes this one"
        if event.tier == Tier.ECHO:
            return "printed because another process had failed or was stopping"
        if event.tier == Tier.WAIT:
            return "it waited for a process that did not come"
        if event.tier in {Tier.EXIT, Tier.CRASH} and event.raised is None:
            return "says that a process ended, not why"
        later = event.file == first.file and event.line > first.line
        return "came after the initiating failure" if later or surely_before(first, event) else "less near to a cause"

    def _slug_of(self, event: Event) -> str | None:
        return self._slug(event.match.entry) if event.match is not None else None

    def _confirm(self, entry: str) -> str:
        """Return the question that tells *entry* from its look-alikes."""
        return self.about[entry].confirm if entry in self.about else entry

    def _slug(self, entry: str) -> str:
        return self.about[entry].slug if entry in self.about else entry

    def _ruled_out(self, said: set[str]) -> tuple[Note, ...]:
        notes: dict[str, Note] = {}
        for event in self.events:
            match = event.match
            if match is not None and event.survived and match.entry not in said and match.entry not in notes:
                line = self.logs[event.file].number(event.survived)
                because = f"it was survived: the log goes on at line {line}"
                notes[match.entry] = Note(event.file, event.line, because, self._slug(match.entry), event.rank)
        # Of an entry the first signature that is refuted, and of that the first log.
        refuted = [
            (signature, log, why)
            for log in self.logs
            for signature, why in self.matcher.refuted(log.extract.finds, log.matches)
        ]
        order = {id(signature): index for index, signature in enumerate(self.matcher.signatures)}
        for signature, log, why in sorted(refuted, key=lambda each: order[id(each[0])]):
            if signature.entry in said or signature.entry in notes or signature.role is Role.COLLATERAL:
                continue
            if why.line in log.lines:
                slug, rank = self._slug(signature.entry), log.lines[why.line].rank
                notes[signature.entry] = Note(log.index, why.line, str(why), slug, rank)
        return tuple(notes.values())

    def _missing(self, first: Event, initiating: Initiating, verdict: str) -> Missing | None:
        if first.tier == Tier.WAIT and initiating.rank is None:
            because = "the ranks here only waited; the one that failed or stopped wrote elsewhere"
            return Missing("the standard error of every rank, from the same minute", because)
        if first.tier == Tier.CRASH and first.raised is None and verdict != "diagnosed":
            host = f" on {first.host}" if first.host else ""
            return Missing(f"dmesg -T{host}", "a process was ended by a signal; the kernel says by whom and why")
        if _is_level(first) and first.match is not None:
            return Missing(self._confirm(first.match.entry), "a figure is off, and other causes look the same")
        if first.tier == Tier.BACKEND:
            return Missing("the same run with NCCL_DEBUG=WARN", "NCCL names the call that failed only there")
        if verdict != "inconclusive":
            return None
        if first.tier == Tier.EXIT:
            rank = f" of rank {initiating.rank}" if initiating.rank is not None else ""
            return Missing(
                f"the output{rank} before this line, standard error included", "an exit code does not say why"
            )
        for event in self.events:
            peer = _PEER.search(event.text)
            if event.tier == Tier.ECHO and peer is not None:
                because = "every line here only says that this peer went away"
                return Missing(f"the log of {peer[1]} from the same minute", because)
        return Missing("what the failed process wrote before this line", "this line is printed whatever the cause was")

    def _without_failure(self) -> Diagnosis:
        grounds = self._grounds()
        hints: dict[str, Diagnosed] = {}
        for event in self.events:
            if event.matches and event.match is None and not event.survived:
                match = event.matches[0]
                hints.setdefault(match.entry, Diagnosed(match.entry, match, event, ()))
        initiating, missing = None, None
        if hints:
            first = next(iter(hints.values()))
            initiating = Initiating(first.event, first.event.rank, (), "a line hints at it; no line shows a failure")
            missing = Missing(self._confirm(first.entry), "a line hints at this failure and does not prove it")
        elif self.findings:
            missing = Missing(
                "what else changed then: data, neighbours, clocks", "a figure is off, and no line says why"
            )
        elif grounds is None:
            missing = Missing("the rest of the log", "there is no sign of failure, and none of success")
        verdict = "inconclusive" if hints or self.findings or grounds is None else "no-failure"
        ruled_out = self._ruled_out(set(hints))
        found = tuple(hints.values())
        return Diagnosis(
            verdict, initiating, found, (), ruled_out, missing, grounds, tuple(self.events), self.logs, self.findings
        )


def _is_level(event: Event) -> bool:
    """Return whether *event* is a figure that rose or fell: a change of level has many causes."""
    return event.kind == "figure" and event.groups.get("when") in {"falls", "rises"}
