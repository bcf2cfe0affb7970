"""An entry without its prose: all that a rule over a whole book reads of one, as plain data, a tenth of its text.

A book of thousands is checked by these, and only an entry that has changed, or has a problem, is read from its file.
Whoever asks an abridged entry for what it lacks gets an AttributeError.
"""

from __future__ import annotations

from typing import Any

from faultbook.entry import Confirm, Entry, FigureSignature, Fix, NearMiss, Related, Sample, Signature
from faultbook.monitor import Monitor
from faultbook.vocabulary import Area, Figure, Layer, Phase, Risk, Role, Severity, Strength, When

__all__ = ["abridged", "entry_of"]


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
    return Entry.model_construct(
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
        signatures={name: _signature_of(item) for name, item in plain["signatures"].items()},
        figures={name: _figure_of(item) for name, item in plain["figures"].items()},
        confirm=tuple(
            Confirm.model_construct(ask=ask, run=run, rules_out=tuple(rules_out))
            for ask, run, rules_out in plain["confirm"]
        ),
        fixes={name: _fix_of(item) for name, item in plain["fixes"].items()},
        monitor=tuple(Monitor.model_construct(alert=alert) for alert in plain["monitor"]),
        related=tuple(
            Related.model_construct(**{kind: target}, because=because) for kind, target, because in plain["related"]
        ),
    )


def _signature_of(item: list[Any]) -> Signature:
    role, strength, lines, within, where, samples, misses = item
    return Signature.model_construct(
        role=Role(role),
        strength=Strength(strength),
        lines=tuple(lines),
        within=within,
        where=tuple(where),
        samples=_samples_of(samples),
        near_misses=_misses_of(misses),
    )


def _figure_of(item: list[Any]) -> FigureSignature:
    figure, when, strength, factor, samples, misses = item
    return FigureSignature.model_construct(
        figure=Figure(figure),
        when=When(when),
        strength=Strength(strength),
        factor=factor,
        samples=_samples_of(samples),
        near_misses=_misses_of(misses),
    )


def _samples_of(texts: list[str]) -> tuple[Sample, ...]:
    return tuple(Sample.model_construct(text=text) for text in texts)


def _misses_of(items: list[list[str]]) -> tuple[NearMiss, ...]:
    return tuple(NearMiss.model_construct(text=text, is_=is_) for text, is_ in items)


def _fix_of(item: list[Any] | None) -> Fix:
    if item is None:
        return Fix.model_construct()
    do, code, risk, takes, verify = item
    return Fix.model_construct(do=do, code=code, risk=Risk(risk), takes=takes, verify=verify)
