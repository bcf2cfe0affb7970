"""An entry's face: all that other pages and the book's files show of it, as plain data, a third of its text.

Lists, hubs, exports and the search are made of faces, so that a book of thousands is never in memory whole and, of what
has not changed, no file is read. Whoever asks an entry made of a face for what it lacks gets an AttributeError.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from faultbook.abridged import figure_of, signature_of
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
from faultbook.vocabulary import Area, Layer, Phase, Risk, Severity

__all__ = ["Face", "face_of"]


@dataclasses.dataclass(frozen=True, slots=True)
class Face:
    """What is kept of an entry; :meth:`entry` and :meth:`proof` make of it what lists ask for."""

    path: str
    head: str
    """JSON of what tells entries apart and joins them: title, severity, relations and the like."""
    rest: str
    """JSON of what else lists and exports show."""
    proven: str
    """JSON of its proof, without what the check finds."""
    words: str
    """What the search knows of its prose."""

    def entry(self) -> Entry:
        """Return the entry without what only its own page shows; its values are valid already.

        They are taken from the face when they are first asked for: of most entries of a large book few ever are.
        """
        _, area, name = self.path.split("/")
        known = {"id": name.removesuffix(".yaml"), "area": Area(area), "path": self.path, _FACE: self}
        entry = _Faced.__new__(_Faced)
        object.__setattr__(entry, "__dict__", known)
        object.__setattr__(entry, "__pydantic_fields_set__", set(known))
        object.__setattr__(entry, "__pydantic_extra__", None)
        object.__setattr__(entry, "__pydantic_private__", None)
        return entry

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
    return Face(entry.path, _json(_head(entry)), _json(_rest(entry)), _json(_proven(proof)), entry_words(entry))


_FACE = "face of the entry"


class _Faced(Entry):
    """An entry that takes its values from a face."""

    def __getattr__(self, name: str) -> Any:
        face = self.__dict__.get(_FACE)
        made = _HEAD if name in _HEAD else _REST if name in _REST else None
        if face is None or made is None:
            raise AttributeError(f"the face of {self.__dict__.get('path')} has no '{name}'")
        plain = json.loads(face.head if made is _HEAD else face.rest)
        # Another thread may do the same meanwhile, and find the same.
        self.__dict__.update({key: make(plain[key]) for key, make in made.items()})
        return self.__dict__[name]


def _json(content: Any) -> str:
    return json.dumps(content, ensure_ascii=True, separators=(",", ":"))


def _head(entry: Entry) -> dict[str, Any]:
    return {
        "title": entry.title,
        "aliases": entry.aliases,
        "severity": entry.severity.value,
        "layer": entry.layer.value,
        "phase": [phase.value for phase in entry.phase],
        "stacks": entry.stacks,
        "summary": entry.summary,
        "related": [[item.kind.value, item.target, item.because] for item in entry.related],
    }


def _rest(entry: Entry) -> dict[str, Any]:
    first = next(iter(entry.fixes))
    return {
        "symptoms": [symptom.see for symptom in entry.symptoms],
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
        "sources": len(entry.sources),
        "faq": [item.q for item in entry.faq],
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


def _with_texts(make: Callable[..., Any]) -> Callable[..., Any]:
    """Return *make* for samples and near misses as a face has them, which stand last."""
    return lambda *item: make(*item[:-2], _samples_of(item[-2]), _misses_of(item[-1]))


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


def _confirm_of(item: list[Any]) -> Confirm:
    ask, run, yes_when, rules_out = item
    return Confirm.model_construct(ask=ask, run=run, yes_when=yes_when, rules_out=tuple(rules_out))


def _related_of(item: list[Any]) -> Related:
    kind, target, because = item
    return Related.model_construct(**{kind: target}, because=because)


def _all(make: Callable[[Any], Any]) -> Callable[[Iterable[Any]], tuple[Any, ...]]:
    return lambda items: tuple(map(make, items))


def _named(make: Callable[..., Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    return lambda items: {name: make(*item) for name, item in items.items()}


#: How each field of an entry is made of what its face has of it.
_HEAD: dict[str, Callable[[Any], Any]] = {
    "title": str,
    "aliases": tuple,
    "severity": Severity,
    "layer": Layer,
    "phase": _all(Phase),
    "stacks": tuple,
    "summary": str,
    "related": _all(_related_of),
}
_REST: dict[str, Callable[[Any], Any]] = {
    "symptoms": _all(lambda see: Symptom.model_construct(see=see)),
    "signatures": _named(_with_texts(signature_of)),
    "figures": _named(_with_texts(figure_of)),
    "confirm": _all(_confirm_of),
    "fixes": _named(_fix_of),
    "monitor": _all(Monitor.model_validate),
    "sources": lambda count: (Source.model_construct(),) * count,
    "faq": _all(lambda q: Question.model_construct(q=q)),
}


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
