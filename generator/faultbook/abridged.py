"""An entry without its prose: all that a rule over a whole book reads of one, as plain data, a tenth of its text.

A book of thousands is checked by these, and only an entry that has changed, or has a problem, is read from its file.
Whoever asks an abridged entry for what it lacks gets an AttributeError.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from pydantic import BaseModel

from faultbook.entry import Confirm, Entry, FigureSignature, Fix, NearMiss, Related, Sample, Signature
from faultbook.monitor import Monitor
from faultbook.vocabulary import Area, Figure, Layer, Phase, Relation, Risk, Role, Severity, Strength, When

__all__ = ["abridged", "entry_of", "figure_of", "signature_of"]

_M = TypeVar("_M", bound=BaseModel)
_NO_RELATION: dict[str, Any] = {kind.value: None for kind in Relation}


def abridged(entry: Entry) -> dict[str, Any]:
    """Return what `entry_of` makes an entry of again; JSON can say it."""
    first = next(iter(entry.fixes))
    return {
        "title": entry.title,
        "aliases": [*entry.aliases],
        "severity": entry.severity.value,
        "layer": entry.layer.value,
        "phase": [phase.value for phase in entry.phase],
        "stacks": [*entry.stacks],
        "summary": entry.summary,
        "signatures": {name: _signature(item) for name, item in entry.signatures.items()},
        "figures": {name: _figure(item) for name, item in entry.figures.items()},
        "confirm": [[item.ask, item.run, [*item.rules_out]] for item in entry.confirm],
        "fixes": {
            name: [fix.do, fix.code, fix.risk.value, fix.takes, fix.verify] if name == first else None
            for name, fix in entry.fixes.items()
        },
        "monitor": [item.alert for item in entry.monitor],
        "related": [[item.kind.value, item.target, item.because] for item in entry.related],
    }


def _signature(item: Signature) -> list[Any]:
    return [
        item.role.value,
        item.strength.value,
        [*item.lines],
        item.within,
        [*item.where],
        [sample.text for sample in item.samples],
        [[miss.text, miss.is_] for miss in item.near_misses],
    ]


def _figure(item: FigureSignature) -> list[Any]:
    return [
        item.figure.value,
        item.when.value,
        item.strength.value,
        item.factor,
        [sample.text for sample in item.samples],
        [[miss.text, miss.is_] for miss in item.near_misses],
    ]


def entry_of(plain: dict[str, Any], path: str) -> Entry:
    """Return the entry at *path* with the fields that *plain*, made by `abridged`, holds; they are valid already."""
    _, area, name = path.split("/")
    return _made(
        Entry,
        id=name.removesuffix(".yaml"),
        area=Area(area),
        path=path,
        title=plain["title"],
        aliases=tuple(plain["aliases"]),
        severity=Severity(plain["severity"]),
        layer=Layer(plain["layer"]),
        phase=tuple(Phase(phase) for phase in plain["phase"]),
        stacks=tuple(plain["stacks"]),
        summary=plain["summary"],
        signatures={name: signature_of(*_with_texts(item)) for name, item in plain["signatures"].items()},
        figures={name: figure_of(*_with_texts(item)) for name, item in plain["figures"].items()},
        confirm=tuple(
            _made(Confirm, ask=ask, run=run, rules_out=tuple(rules_out)) for ask, run, rules_out in plain["confirm"]
        ),
        fixes={name: _fix_of(item) for name, item in plain["fixes"].items()},
        monitor=tuple(_made(Monitor, alert=alert) for alert in plain["monitor"]),
        related=tuple(
            _made(Related, **{**_NO_RELATION, kind: target}, because=because)
            for kind, target, because in plain["related"]
        ),
    )


def _made(model: type[_M], /, **fields: Any) -> _M:
    """Return a *model* of *fields* and no others: `model_construct` takes ten times as long over defaults."""
    made = model.__new__(model)
    for name, value in (
        ("__dict__", fields),
        ("__pydantic_fields_set__", set(fields)),
        ("__pydantic_extra__", None),
        ("__pydantic_private__", None),
    ):
        object.__setattr__(made, name, value)
    return made


def signature_of(
    role: str,
    strength: str,
    lines: Iterable[str],
    within: int,
    where: Iterable[str],
    samples: tuple[Sample, ...],
    misses: tuple[NearMiss, ...],
) -> Signature:
    """Return a signature of what was one before, so it is valid already."""
    return _made(
        Signature,
        role=Role(role),
        strength=Strength(strength),
        lines=tuple(lines),
        within=within,
        where=tuple(where),
        samples=samples,
        near_misses=misses,
    )


def figure_of(
    figure: str,
    when: str,
    strength: str,
    factor: float | None,
    samples: tuple[Sample, ...],
    misses: tuple[NearMiss, ...],
) -> FigureSignature:
    """Return a figure's signature of what was one before."""
    return _made(
        FigureSignature,
        figure=Figure(figure),
        when=When(when),
        strength=Strength(strength),
        factor=factor,
        samples=samples,
        near_misses=misses,
    )


def _with_texts(item: list[Any]) -> list[Any]:
    """Return *item* with the samples and near misses that stand last in it."""
    return [*item[:-2], _samples_of(item[-2]), _misses_of(item[-1])]


def _samples_of(texts: list[str]) -> tuple[Sample, ...]:
    return tuple(_made(Sample, text=text) for text in texts)


def _misses_of(items: list[list[str]]) -> tuple[NearMiss, ...]:
    return tuple(_made(NearMiss, text=text, is_=is_) for text, is_ in items)


def _fix_of(item: list[Any] | None) -> Fix:
    if item is None:
        return _made(Fix)
    do, code, risk, takes, verify = item
    return _made(Fix, do=do, code=code, risk=Risk(risk), takes=takes, verify=verify)
