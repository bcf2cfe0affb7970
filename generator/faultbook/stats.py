"""What the book holds, counted: entries by area, layer, phase, stack and kind of proof, and what they stand on."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping

from faultbook.book import Book
from faultbook.entry import Entry, FigureSignature, Sample, Signature
from faultbook.place import Problem
from faultbook.snippets.gate import Proof, gate
from faultbook.snippets.part import Kind
from faultbook.vocabulary import Area, Layer, Phase, Severity, Word

__all__ = ["END", "START", "Stats", "as_sentences", "as_text", "read_stats", "with_sentences"]

START, END = "<!-- faultbook stats: written by faultbook generate -->", "<!-- end of faultbook stats -->"
_TEXTS = "texts of releases and documents"
_WAITS = "waits for a run"


@dataclasses.dataclass(frozen=True, slots=True)
class Stats:
    """Counts over a book; of each word of a vocabulary, entries and how many of them are proven."""

    entries: int
    proven: int
    area: dict[str, tuple[int, int]]
    layer: dict[str, tuple[int, int]]
    phase: dict[str, tuple[int, int]]
    stack: dict[str, tuple[int, int]]
    severity: dict[str, tuple[int, int]]
    proof: dict[str, int]
    """Entries by what shows the failure: a run on a target, or texts; age does not count."""
    signatures: int
    parts: int
    fixes: dict[str, int]
    """Fixes that a part proves, and fixes that say why none does."""
    samples: dict[str, int]
    """Samples by their origin: a part's run, a package, a document."""
    near_misses: int
    sources: int
    incidents: int


def read_stats(book: Book, problems: Iterable[Problem] = (), proofs: Mapping[str, Proof] | None = None) -> Stats:
    """Return the counts of *book*, in which the check found *problems*; *proofs* are its gate's, if it ran already."""
    proofs = gate(book, problems) if proofs is None else proofs
    entries = tuple(book.entries.values())
    samples = Counter(_origin(sample) for entry in entries for each in _signatures(entry) for sample in each.samples)
    signatures = [signature for entry in entries for signature in _signatures(entry)]

    def split(words: Iterable[str], of: Iterable[tuple[str, Entry]]) -> dict[str, tuple[int, int]]:
        counts = {word: [0, 0] for word in words}
        for word, entry in of:
            count = counts.setdefault(word, [0, 0])
            count[0] += 1
            count[1] += proofs[entry.id].proven
        return {word: (all_, proven) for word, (all_, proven) in counts.items()}

    stacks = Counter(stack for entry in entries for stack in entry.stacks)
    proof = Counter(_shown_by(proofs[entry.id]) for entry in entries)
    return Stats(
        entries=len(entries),
        proven=sum(proofs[entry.id].proven for entry in entries),
        area=split(_words(Area), ((entry.area, entry) for entry in entries)),
        layer=split(_words(Layer), ((entry.layer, entry) for entry in entries)),
        phase=split(_words(Phase), ((phase, entry) for entry in entries for phase in entry.phase)),
        stack=split(
            sorted(stacks, key=lambda stack: (-stacks[stack], stack)),
            ((stack, entry) for entry in entries for stack in entry.stacks),
        ),
        severity=split(_words(Severity), ((entry.severity, entry) for entry in entries)),
        proof=dict(sorted(proof.items(), key=lambda item: (-item[1], item[0]))),
        signatures=len(signatures),
        parts=sum(len(proof.parts) for proof in proofs.values()),
        fixes={
            "proven by a part": sum(fix.unproven is None for entry in entries for fix in entry.fixes.values()),
            "with a reason why none proves it": sum(
                fix.unproven is not None for entry in entries for fix in entry.fixes.values()
            ),
        },
        samples={kind: samples[kind] for kind in ("part", "package", "document")},
        near_misses=sum(len(signature.near_misses) for signature in signatures),
        sources=sum(len(entry.sources) for entry in entries),
        incidents=len(book.incidents),
    )


def _words(of: type[Word]) -> list[str]:
    return [word.value for word in of]


def _signatures(entry: Entry) -> tuple[Signature | FigureSignature, ...]:
    return (*entry.signatures.values(), *entry.figures.values())


def _origin(sample: Sample) -> str:
    return "part" if sample.origin.part else "package" if sample.origin.package else "document"


def _shown_by(proof: Proof) -> str:
    """Return what shows the failure itself: a run of a reproduce part as it is now, or texts when there is none."""
    reproduces = {part.name: part.digest for part in proof.parts if part.kind is Kind.REPRODUCE}
    if not reproduces:
        return _TEXTS
    targets = {
        record.target
        for record in proof.records.values()
        if record.passed and reproduces.get(record.part) == record.digest
    }
    return f"run on {', '.join(sorted(targets))}" if targets else _WAITS


def as_text(stats: Stats) -> str:
    """Return the counts as tables for a terminal."""
    blocks = [f"{stats.entries} entries, {stats.proven} proven"]
    for name in ("area", "layer", "phase", "stack", "severity"):
        rows = [f"{name:<24}{'entries':>8}{'proven':>8}"]
        counts: dict[str, tuple[int, int]] = getattr(stats, name)
        rows += [f"  {word:<22}{all_:>8}{proven:>8}" for word, (all_, proven) in counts.items()]
        blocks.append("\n".join(rows))
    shown = {
        "shown by": stats.proof,
        "fixes": stats.fixes,
        "samples from a": stats.samples,
        "also": {
            "signatures": stats.signatures,
            "parts": stats.parts,
            "near misses": stats.near_misses,
            "sources": stats.sources,
            "incidents": stats.incidents,
        },
    }
    for name, each in shown.items():
        blocks.append("\n".join([name, *(f"  {word:<38}{count}" for word, count in each.items())]))
    return "\n\n".join(blocks)


def as_sentences(stats: Stats) -> str:
    """Return the counts that no date changes, as Markdown for a README."""
    areas = ", ".join(f"{area} {count}" for area, (count, _) in stats.area.items() if count)
    kinds = {f"a {kind}" if kind.startswith("run") else kind: count for kind, count in stats.proof.items()}
    shown = ", ".join(f"{count} by {kind}" for kind, count in kinds.items() if kind != _WAITS)
    waiting = stats.proof.get(_WAITS, 0)
    waits = (
        f"; {waiting} wait{'s' if waiting == 1 else ''} for {'its' if waiting == 1 else 'their'} run" if waiting else ""
    )
    proven, reasoned = stats.fixes.values()
    part, package, document = stats.samples.values()
    return (
        f"**{stats.entries} {'entry' if stats.entries == 1 else 'entries'}** ({areas}). "
        f"Failures are shown: {shown or 'none yet'}{waits}. "
        f"{stats.parts} parts; {proven} fixes that a part proves and {reasoned} that say why none does; "
        f"{part + package + document} samples ({part} printed by a part, {package} found in a released package, "
        f"{document} in a document); {stats.near_misses} near misses; {stats.sources} sources; "
        f"{stats.incidents} solved incidents."
    )


def with_sentences(text: str, stats: Stats) -> str:
    """Return *text*, a README, with the counts between its two marks; as it is when it has none."""
    before, start, rest = text.partition(START)
    _, end, after = rest.partition(END)
    return f"{before}{start}\n{as_sentences(stats)}\n{end}{after}" if start and end else text
