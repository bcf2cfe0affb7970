"""An entry's face: all that other pages and the book's files show of it, as plain data, a third of its text.

Lists, hubs, exports and the search are made of faces, so that a book of thousands is never in memory whole and, of what
has not changed, no file is read. Whoever asks an entry made of a face for what it lacks gets an AttributeError.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
from pathlib import Path
from typing import Any

from faultbook.entry import (
    Confirm,
    Entry,
    FigureSignature,
    Fix,
    NearMiss,
    Origin,
    Question,
    Related,
    Sample,
    Signature,
    Source,
    Symptom,
)
from faultbook.monitor import Monitor
from faultbook.pages.search import entry_words
from faultbook.snippets.gate import Proof, found_in
from faultbook.snippets.header import Header
from faultbook.snippets.part import Part
from faultbook.snippets.record import Record
from faultbook.vocabulary import Area, Figure, Layer, Phase, Risk, Role, Severity, Strength, When

__all__ = ["Face", "face_of"]


@dataclasses.dataclass(frozen=True, slots=True)
class Face:
    """What is kept of an entry; :meth:`entry` and :meth:`proof` make of it what lists ask for."""

    path: str
    shown: str
    """JSON of what lists and exports show."""
    proven: str
    """JSON of its proof, without what the check finds."""
    words: str
    """What the search knows of its prose."""

    def entry(self) -> Entry:
        """Return the entry without what only its own page shows; its values are valid already."""
        return _entry_of(json.loads(self.shown), self.path)

    def proof(self, entry: Entry, problems: int) -> Proof:
        """Return the proof of the *entry* of this face, in which the check finds *problems*.

        Its parts and records are there without their texts. A record is of a part as it stands, if it was.
        """
        lacks, parts, records = json.loads(self.proven)
        made = tuple(_part_of(entry.slug, *part) for part in parts)
        digests = {part.name: part.digest for part in made}
        kept = {(record[0], record[1]): _record_of(entry.slug, digests, *record) for record in records}
        return Proof(entry, (*found_in(problems), *lacks), made, kept, None)


def face_of(entry: Entry, proof: Proof) -> Face:
    """Return the face of *entry*; *proof* is the gate's of an entry without problems."""
    return Face(entry.path, _json(_shown(entry)), _json(_proven(proof)), entry_words(entry))


def _json(content: Any) -> str:
    return json.dumps(content, ensure_ascii=True, separators=(",", ":"))


def _shown(entry: Entry) -> dict[str, Any]:
    first = next(iter(entry.fixes))
    return {
        "title": entry.title,
        "aliases": entry.aliases,
        "severity": entry.severity.value,
        "layer": entry.layer.value,
        "phase": [phase.value for phase in entry.phase],
        "stacks": entry.stacks,
        "summary": entry.summary,
        "see": [symptom.see for symptom in entry.symptoms],
        "signatures": {
            name: [item.role.value, item.strength.value, item.lines, item.within, item.where, *_texts(item)]
            for name, item in entry.signatures.items()
        },
        "figures": {
            name: [item.figure.value, item.when.value, item.strength.value, item.factor, *_texts(item)]
            for name, item in entry.figures.items()
        },
        "confirm": [[step.ask, step.run, step.yes_when, step.rules_out] for step in entry.confirm],
        "fixes": {
            name: [fix.unproven, fix.do, fix.code, fix.risk.value, fix.takes, fix.verify]
            if name == first
            else [fix.unproven]
            for name, fix in entry.fixes.items()
        },
        "monitor": [item.model_dump(mode="json", by_alias=True) for item in entry.monitor],
        "related": [[item.kind.value, item.target, item.because] for item in entry.related],
        "sources": len(entry.sources),
        "questions": [item.q for item in entry.faq],
    }


def _texts(item: Signature | FigureSignature) -> tuple[list[Any], list[Any]]:
    """Return the samples, of which only the first has its text, and the near misses."""
    samples = [
        [sample.origin.part, sample.origin.package, "" if at else sample.text] for at, sample in enumerate(item.samples)
    ]
    return samples, [[miss.is_, miss.because] for miss in item.near_misses]


def _proven(proof: Proof) -> list[Any]:
    digests = {part.name: part.digest for part in proof.parts}
    return [
        proof.lacks,
        [[part.name, part.shown_path, part.header.targets] for part in proof.parts],
        [
            [
                record.part,
                record.target,
                record.outcome,
                record.reasons[:1],
                record.digest == digests.get(record.part),
                record.time.isoformat(),
            ]
            for record in proof.records.values()
        ],
    ]


def _entry_of(plain: dict[str, Any], path: str) -> Entry:
    _, area, name = path.split("/")
    return Entry.model_construct(
        id=name.removesuffix(".yaml"),
        area=Area(area),
        path=path,
        title=plain["title"],
        aliases=tuple(plain["aliases"]),
        severity=Severity(plain["severity"]),
        layer=Layer(plain["layer"]),
        phase=tuple(map(Phase, plain["phase"])),
        stacks=tuple(plain["stacks"]),
        summary=plain["summary"],
        symptoms=tuple(Symptom.model_construct(see=see) for see in plain["see"]),
        signatures={name: _signature_of(*item) for name, item in plain["signatures"].items()},
        figures={name: _figure_of(*item) for name, item in plain["figures"].items()},
        confirm=tuple(
            Confirm.model_construct(ask=ask, run=run, yes_when=yes_when, rules_out=tuple(rules_out))
            for ask, run, yes_when, rules_out in plain["confirm"]
        ),
        fixes={name: _fix_of(*item) for name, item in plain["fixes"].items()},
        monitor=tuple(map(Monitor.model_validate, plain["monitor"])),
        related=tuple(
            Related.model_construct(**{kind: target}, because=because) for kind, target, because in plain["related"]
        ),
        sources=(Source.model_construct(),) * plain["sources"],
        faq=tuple(Question.model_construct(q=q) for q in plain["questions"]),
    )


def _signature_of(
    role: str, strength: str, lines: list[str], within: int, where: list[str], samples: list[Any], misses: list[Any]
) -> Signature:
    return Signature.model_construct(
        role=Role(role),
        strength=Strength(strength),
        lines=tuple(lines),
        within=within,
        where=tuple(where),
        samples=_samples_of(samples),
        near_misses=_misses_of(misses),
    )


def _figure_of(
    figure: str, when: str, strength: str, factor: float, samples: list[Any], misses: list[Any]
) -> FigureSignature:
    return FigureSignature.model_construct(
        figure=Figure(figure),
        when=When(when),
        strength=Strength(strength),
        factor=factor,
        samples=_samples_of(samples),
        near_misses=_misses_of(misses),
    )


def _samples_of(samples: list[Any]) -> tuple[Sample, ...]:
    return tuple(
        Sample.model_construct(text=text, origin=Origin.model_construct(part=part, package=package))
        for part, package, text in samples
    )


def _misses_of(misses: list[Any]) -> tuple[NearMiss, ...]:
    return tuple(NearMiss.model_construct(is_=is_, because=because) for is_, because in misses)


def _fix_of(
    unproven: str | None, do: str = "", code: str | None = None, risk: str = "", takes: str = "", verify: str = ""
) -> Fix:
    if not risk:
        return Fix.model_construct(unproven=unproven)
    return Fix.model_construct(unproven=unproven, do=do, code=code, risk=Risk(risk), takes=takes, verify=verify)


def _part_of(slug: str, name: str, shown_path: str, targets: list[str]) -> Part:
    header = Header.model_construct(targets=tuple(targets))
    return Part(slug, name, Path(shown_path), shown_path, "", "", (), header, (), (), "", ())


def _record_of(
    slug: str,
    digests: dict[str, str],
    part: str,
    target: str,
    outcome: str,
    reasons: list[str],
    current: bool,
    time: str,
) -> Record:
    known: dict[str, Any] = {
        "entry": slug,
        "part": part,
        "target": target,
        "outcome": outcome,
        "reasons": tuple(reasons),
        "digest": digests[part] if current else "",
        "time": dt.datetime.fromisoformat(time),
    }
    return Record.model_construct(**known)
