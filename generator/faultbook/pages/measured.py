"""Before and after: the quantity by which a signature tells the failure, as the records of the parts hold it."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator

from markupsafe import Markup

from faultbook.entry import Entry, Signature
from faultbook.pages.figure import number
from faultbook.signatures.compiled import CompiledSignature, compile_signature
from faultbook.signatures.fit import first_fit
from faultbook.signatures.quantity import Comparison, Value, WhereError, read_quantity
from faultbook.signatures.template import TemplateError
from faultbook.snippets.gate import Proof
from faultbook.snippets.part import Kind
from faultbook.snippets.record import Record

__all__ = ["Measured", "charts", "measured"]

_WIDTH, _ROW, _VALUE = 360, 36, 130  # as the bar charts, so that a telephone shows both alike
_UNORDERED = {"in", "==", "!="}  # comparisons that no bar shows


@dataclasses.dataclass(frozen=True, slots=True)
class Measured:
    """What one part printed on one target, against the limit that makes it a failure."""

    label: str
    value: float
    limit: float
    shown: str
    """The value as it was printed."""
    shown_limit: str
    fails: bool


def charts(entry: Entry, proof: Proof) -> Markup:
    """Return a chart for each comparison of the entry's signatures that one part meets and another does not."""
    drawn = [
        _chart(condition, rows)
        for name, signature in entry.signatures.items()
        if signature.where
        for condition, rows in _by_condition(entry.id, name, signature, proof)
        if {row.fails for row in rows} == {True, False} and max(row.value for row in rows) > 0
    ]
    return Markup("\n").join(drawn)


def measured(condition: Comparison, signature: CompiledSignature, printed: str) -> tuple[float, float, str, str] | None:
    """Return value, limit and their words as *printed* shows them for *condition*; ``None`` when it does not."""
    captures = _captures(signature, printed)
    if not set(condition.names) <= captures.keys():
        return None
    try:
        values: dict[str, Value] = {n: read_quantity(captures[n], signature.kinds[n]) for n in condition.names}
        value = float(values[condition.left])
        value -= float(values[condition.minus]) if condition.minus else 0.0
        limit = float(values[condition.right_name] if condition.right_name else condition.right_values[0])
    except ValueError:
        return None
    if not (math.isfinite(value) and math.isfinite(limit) and value >= 0 and limit >= 0):
        return None
    said = number(value) if condition.minus else captures[condition.left]
    return value, limit, said, captures[condition.right_name] if condition.right_name else _last_word(condition)


def _last_word(condition: Comparison) -> str:
    """Return the constant of *condition* as its author wrote it."""
    return condition.text.partition(condition.op)[2].strip()


def _captures(signature: CompiledSignature, printed: str) -> dict[str, str]:
    """Return what the named holes take in *printed*, whatever the comparisons say; empty unless all lines are there."""
    found: dict[str, str] = {}
    start = 0
    for line in signature.lines:
        if (fit := first_fit(line, printed, start)) is None:
            return {}
        found |= {name: printed[first:last] for first, last, name in fit.captures}
        start = fit.end
    return found


def _by_condition(
    entry: str, name: str, signature: Signature, proof: Proof
) -> Iterator[tuple[Comparison, tuple[Measured, ...]]]:
    try:
        compiled = compile_signature(entry, name, signature)
    except (TemplateError, WhereError):
        return
    for condition in compiled.where:
        if condition.op not in _UNORDERED:
            yield condition, tuple(_rows(condition, compiled, _records(proof)))


def _records(proof: Proof) -> Iterator[tuple[str, Record]]:
    """Yield the records of the parts as they stand, with a label: what fails first, then repairs, then the rest."""
    order = list(Kind)
    digests = {part.name: part.digest for part in proof.parts}
    kinds = {part.name: order.index(part.kind) for part in proof.parts}
    current = [record for record in proof.records.values() if digests.get(record.part) == record.digest]
    several = len({record.target for record in current}) > 1
    for record in sorted(current, key=lambda record: (record.target, kinds[record.part], record.part)):
        if record.passed:
            yield f"{record.part} on {record.target}" if several else record.part, record


def _rows(
    condition: Comparison, signature: CompiledSignature, records: Iterable[tuple[str, Record]]
) -> Iterator[Measured]:
    for label, record in records:
        if (found := measured(condition, signature, record.output_tail)) is not None:
            value, limit, said, said_limit = found
            fails = {"<": value < limit, "<=": value <= limit, ">": value > limit, ">=": value >= limit}[condition.op]
            yield Measured(label, value, limit, said, said_limit, fails)


def _chart(condition: Comparison, rows: tuple[Measured, ...]) -> Markup:
    top = max(*(row.value for row in rows), *(row.limit for row in rows))
    scale = (_WIDTH - _VALUE) / top
    what = f"{condition.left} less {condition.minus}" if condition.minus else condition.left
    caption = f"{what}: a failure when {condition.text}"
    said = "; ".join(f"{row.label} {row.shown} {_word(row)}" for row in rows)
    bars = Markup("").join(_bar(row, 4 + index * _ROW, scale) for index, row in enumerate(rows))
    table = Markup("").join(
        Markup("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>").format(
            row.label, row.shown, row.shown_limit, _word(row)
        )
        for row in rows
    )
    return Markup(
        '<figure class="fb-figure"><figcaption>{}</figcaption>'
        '<svg class="fb-chart" viewBox="0 0 {} {}" width="{}" height="{}" role="img" aria-label="{}">'
        "<title>{}</title><desc>{}</desc>{}</svg>"
        '<details class="fb-fold"><summary>The same as a table</summary><div class="fb-scroll"><table>'
        '<thead><tr><th scope="col">part</th><th scope="col">{}</th><th scope="col">limit</th>'
        '<th scope="col">shows</th></tr></thead><tbody>{}</tbody></table></div></details></figure>'
    ).format(
        caption,
        _WIDTH,
        _ROW * len(rows) + 8,
        _WIDTH,
        _ROW * len(rows) + 8,
        f"{caption}: {said}",
        caption,
        said,
        bars,
        what,
        table,
    )


def _bar(row: Measured, y: int, scale: float) -> Markup:
    width, limit = max(1.0, row.value * scale), row.limit * scale
    return Markup(
        '<text class="fb-chart-label" x="0" y="{}">{}</text>'
        '<rect class="fb-bar-{}" x="0" y="{}" width="{:.1f}" height="12" rx="2"></rect>'
        '<line class="fb-limit" x1="{:.1f}" x2="{:.1f}" y1="{}" y2="{}"></line>'
        '<text class="fb-chart-value" x="{:.1f}" y="{}">{}</text>'
    ).format(
        y + 11,
        row.label,
        "fails" if row.fails else "passes",
        y + 16,
        width,
        limit,
        limit,
        y + 13,
        y + 31,
        max(width, limit) + 6,
        y + 26,
        f"{row.shown} {_word(row)}",
    )


def _word(row: Measured) -> str:
    return "failure" if row.fails else "healthy"
