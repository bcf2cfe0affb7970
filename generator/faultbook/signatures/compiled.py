"""Compiled signatures: plain data that a matcher in Python or JavaScript executes without the book."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from faultbook.signatures.quantity import Comparison, parse_where
from faultbook.signatures.template import Capture, Template, TemplateError, compile_template
from faultbook.vocabulary import HoleKind, Role, Strength, is_measured

if TYPE_CHECKING:  # a diagnosis needs no entry, and must start without the library that models them
    from faultbook.entry import Entry, Signature

__all__ = [
    "FORMAT",
    "About",
    "CompiledFigure",
    "CompiledSignature",
    "about_entries",
    "about_from_json",
    "compile_figures",
    "compile_signature",
    "compile_signatures",
    "figures_from_json",
    "from_json",
    "related_entries",
    "to_json",
]

FORMAT = 2  # of signatures.json; a matcher refuses another


@dataclasses.dataclass(frozen=True, slots=True)
class CompiledSignature:
    """One signature of one entry, ready to match."""

    entry: str
    name: str
    role: Role
    strength: Strength
    lines: tuple[Template, ...]
    within: int
    where: tuple[Comparison, ...]

    @property
    def kinds(self) -> dict[str, HoleKind]:
        """The kind of each capture by name."""
        return {capture.name: capture.kind for line in self.lines for capture in line.captures}

    @property
    def weight(self) -> int:
        """Characters of literal text: of two signatures that match, the heavier says more."""
        return sum(len(text) for line in self.lines for text in line.literals)


@dataclasses.dataclass(frozen=True, slots=True)
class CompiledFigure:
    """How a figure of a log, such as the loss, shows an entry's failure."""

    entry: str
    """Empty for what is looked for in any log."""
    name: str
    figure: str
    when: str
    """``not-finite``, ``falls``, ``rises`` or ``flat``."""
    factor: float
    """Of the baseline, for ``falls`` and ``rises``."""
    strength: str = "likely"


@dataclasses.dataclass(frozen=True, slots=True)
class About:
    """What a diagnosis says of an entry."""

    slug: str
    title: str
    summary: str
    fix: str
    code: str | None
    risk: str
    takes: str
    verify: str
    confirm: str
    """The first question that separates it from look-alikes, with the command that answers it."""
    causes: tuple[str, ...]
    confused_with: tuple[str, ...]
    severity: str = ""
    sample: str = ""
    """How a log shows it."""
    fix_name: str = ""
    measured: bool = False
    """Whether that sample is of a line that only the entry's own part prints."""


def about_entries(entries: Iterable[Entry]) -> dict[str, About]:
    """Return what a diagnosis says of each entry, by id; relations are those that either side states."""
    entries = tuple(entries)
    causes, confused = related_entries(entries)
    found = {}
    for entry in entries:
        (fix_name, fix), confirm = next(iter(entry.fixes.items())), entry.confirm[0]
        found[entry.id] = About(
            entry.slug,
            entry.title,
            " ".join(entry.summary.split()),
            " ".join(fix.do.split()),
            fix.code,
            fix.risk.value,
            fix.takes,
            " ".join(fix.verify.split()),
            " ".join(confirm.ask.split()) + (f" ({confirm.run.strip()})" if confirm.run else ""),
            causes[entry.id],
            confused[entry.id],
            entry.severity.value,
            next(iter(entry.shown.values())).samples[0].text,
            fix_name,
            is_measured(next(iter(entry.shown))),
        )
    return found


def related_entries(entries: Iterable[Entry]) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Return by id what each entry causes, and what it is confused with, as either side states it."""
    entries = tuple(entries)
    causes: dict[str, list[str]] = {entry.id: [] for entry in entries}
    confused: dict[str, list[str]] = {entry.id: [] for entry in entries}
    for entry in entries:
        # Not by its kind, which looks through all kinds: of many entries most relations are none of these.
        for related in entry.related:
            if related.causes is not None:
                causes[entry.id].append(related.causes)
            elif related.caused_by is not None:
                causes.setdefault(related.caused_by, []).append(entry.id)
            elif related.confused_with is not None:
                confused[entry.id].append(related.confused_with)
                confused.setdefault(related.confused_with, []).append(entry.id)
    return _settled(causes), _settled(confused)


def _settled(related: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {id_: tuple(sorted(set(others))) for id_, others in related.items()}


def compile_signature(entry: str, name: str, signature: Signature) -> CompiledSignature:
    """Return *signature* compiled.

    Raises:
        TemplateError: for a faulty line, or two holes of one name.
        WhereError: for a faulty comparison.

    """
    lines = tuple(compile_template(line) for line in signature.lines)
    kinds: dict[str, HoleKind] = {}
    for capture in (capture for line in lines for capture in line.captures):
        if capture.name in kinds:
            raise TemplateError(
                f"'{capture.name}' names a hole of an earlier line too", 0, "give each hole a name of its own"
            )
        kinds[capture.name] = capture.kind
    where = tuple(parse_where(text, kinds) for text in signature.where)
    return CompiledSignature(entry, name, signature.role, signature.strength, lines, signature.within, where)


def compile_figures(entries: Iterable[Entry]) -> tuple[CompiledFigure, ...]:
    """Return every figure that an entry knows itself by."""
    return tuple(
        CompiledFigure(entry.id, name, item.figure.value, item.when.value, item.factor, item.strength.value)
        for entry in entries
        for name, item in entry.figures.items()
    )


def compile_signatures(entries: Iterable[Entry]) -> tuple[CompiledSignature, ...]:
    """Return every signature of *entries* that compiles; the rules report the others."""
    compiled = []
    for entry in entries:
        for name, signature in entry.signatures.items():
            try:
                compiled.append(compile_signature(entry.id, name, signature))
            except ValueError:
                continue
    return tuple(compiled)


def to_json(
    signatures: Iterable[CompiledSignature],
    about: Mapping[str, About] | None = None,
    figures: Iterable[CompiledFigure] = (),
) -> dict[str, Any]:
    """Return the content of ``signatures.json``."""
    return {
        "format": FORMAT,
        "signatures": [_as_json(signature) for signature in signatures],
        "figures": [dataclasses.asdict(figure) for figure in figures],
        "entries": {entry: dataclasses.asdict(item) for entry, item in (about or {}).items()},
    }


def _as_json(signature: CompiledSignature) -> dict[str, Any]:
    return {
        "entry": signature.entry,
        "name": signature.name,
        "role": signature.role.value,
        "strength": signature.strength.value,
        "within": signature.within,
        "lines": [
            {
                "text": line.text,
                "pattern": line.pattern,
                "literal": line.literal,
                "literals": list(line.literals),
                "reach": line.reach,
                "captures": [{"name": c.name, "kind": c.kind.value, "group": c.group} for c in line.captures],
            }
            for line in signature.lines
        ],
        "where": [
            {
                "text": c.text,
                "left": c.left,
                "minus": c.minus,
                "op": c.op,
                "name": c.right_name,
                "values": list(c.right_values),
            }
            for c in signature.where
        ],
    }


def from_json(content: dict[str, Any]) -> tuple[CompiledSignature, ...]:
    """Return the signatures of a ``signatures.json``.

    Raises:
        ValueError: when it is of another format.

    """
    if content.get("format") != FORMAT:
        message = f"signatures of format {content.get('format')}; this version reads {FORMAT}"
        raise ValueError(message)
    return tuple(
        CompiledSignature(
            item["entry"],
            item["name"],
            Role(item["role"]),
            Strength(item["strength"]),
            tuple(
                Template(
                    line["text"],
                    line["pattern"],
                    tuple(line["literals"]),
                    tuple(Capture(c["name"], HoleKind(c["kind"]), c["group"]) for c in line["captures"]),
                    line["reach"],
                )
                for line in item["lines"]
            ),
            item["within"],
            tuple(
                Comparison(c["text"], c["left"], c["minus"], c["op"], c["name"], tuple(c["values"]))
                for c in item["where"]
            ),
        )
        for item in content["signatures"]
    )


def about_from_json(content: dict[str, Any]) -> dict[str, About]:
    """Return what a ``signatures.json`` says of each entry."""
    return {
        entry: About(**{**item, "causes": tuple(item["causes"]), "confused_with": tuple(item["confused_with"])})
        for entry, item in content["entries"].items()
    }


def figures_from_json(content: dict[str, Any]) -> tuple[CompiledFigure, ...]:
    """Return the figures of a ``signatures.json``."""
    return tuple(CompiledFigure(**item) for item in content["figures"])
