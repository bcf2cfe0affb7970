"""The Markdown twin of an entry's page: all of it, to paste into a ticket or a chat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from faultbook.entry import HEALTHY, UNLISTED, Affected, Fix, NearMiss, Origin, Sample, Signature
from faultbook.exports.escape import block, escape, inline, span
from faultbook.exports.published import PublishedEntry, PublishedPart, Run
from faultbook.pages.markdown_prose import markdown_prose
from faultbook.questions import affected, figure_in_words
from faultbook.vocabulary import is_measured

__all__ = ["LICENCE", "twin"]

LICENCE = "https://creativecommons.org/licenses/by/4.0/"


def twin(entry: PublishedEntry, others: Mapping[str, PublishedEntry]) -> str:
    """Return *entry* as Markdown; *others* are the entries by id, for links to them."""
    sections = (
        "\n".join(_head(entry)),
        *_section("In a log", _log(entry)),
        *_section("Not this?", _near_misses(entry, others)),
        *_section("Confirm", _confirm(entry, others)),
        *_section("Fix", _fixes(entry)),
        *_section("What does not help", ("\n".join(f"- {inline(x.do)} {inline(x.because)}" for x in entry.not_fixes),)),
        *_section("Mechanism", (markdown_prose(entry.cause, entry.url),)),
        *_section("Symptoms", ("\n".join(f"- {inline(x.see)} Why: {inline(x.because)}" for x in entry.symptoms),)),
        *_section("Scale", (markdown_prose(entry.scale, entry.url),)),
        *_section("Prevention", ("\n".join(f"- {inline(text)}" for text in entry.prevention),)),
        *_section("Monitor", _alerts(entry)),
        *_section("Perspectives", _perspectives(entry)),
        *_section("Questions", (f"### {inline(x.q)}\n\n{markdown_prose(x.a, entry.url)}" for x in entry.faq)),
        *_section("Code that ran", _code(entry)),
        *_section("Related", ("\n".join(_related(entry, others)),)),
        *_section("Sources", ("\n".join(_sources(entry)),)),
        f"---\n\nFrom Faultbook, <{entry.url}>, under [CC BY 4.0]({LICENCE}).",
    )
    return "\n\n".join(sections) + "\n"


def _section(title: str, texts: Iterable[str]) -> Iterator[str]:
    """Yield the section under its heading; nothing when it has no text."""
    if body := "\n\n".join(text for text in texts if text):
        yield f"## {title}\n\n{body}"


def _head(entry: PublishedEntry) -> Iterator[str]:
    yield f"# {inline(entry.title)}\n\n{inline(entry.summary)}\n"
    words = (entry.severity.label, entry.layer.label, ", ".join(phase.label for phase in entry.phase))
    yield f"- Severity {words[0]}; {words[1]}; in {words[2]}; {', '.join(entry.stacks)}"
    shown = ", ".join(entry.targets) or "texts of releases and documents"
    yield f"- Proven on {shown}" if entry.proven else f"- Not proven yet: {'; '.join(inline(x) for x in entry.lacks)}"
    yield f"- Affects {'; '.join(_affected(item) for item in entry.affects)}"
    if entry.aliases:
        yield f"- Also known as {'; '.join(inline(alias) for alias in entry.aliases)}"
    if entry.created and entry.changed:
        yield f"- Written {entry.created.isoformat()}, changed {entry.changed.isoformat()}"
    yield f"- Page: <{entry.url}>"


def _affected(item: Affected) -> str:
    return inline(affected(item))


def _log(entry: PublishedEntry) -> Iterator[str]:
    for name, signature in entry.shown.items():
        head = f"### {span(name)} ({signature.role.label}, {signature.strength.label})"
        measured = "No software prints this line: it is what the code below measures." if is_measured(name) else ""
        yield "\n\n".join(filter(None, (head, measured, *_samples(signature.samples), _counts(signature))))
        yield f"The template that finds it:\n\n{block(chr(10).join(signature.lines))}"
    for name, figure in entry.figures.items():
        yield "\n\n".join((f"### {span(name)}", f"As a figure: {figure_in_words(figure)}", *_samples(figure.samples)))


def _samples(samples: Iterable[Sample]) -> Iterator[str]:
    for sample in samples:
        yield f"{block(sample.text)}\n\n{_origin(sample.origin)}"


def _counts(signature: Signature) -> str:
    return f"It counts only when {' and '.join(span(text) for text in signature.where)}." if signature.where else ""


def _origin(origin: Origin) -> str:
    if origin.package:
        return f"In the release of {inline(origin.package)} {inline(origin.version or '')}."
    return f"Printed by {span(f'{origin.part}.py')}." if origin.part else f"After {_address(origin.document or '')}."


def _address(address: str) -> str:
    """Return an address as a link when it is one, as text otherwise."""
    plain = address.startswith("https://") and not any(mark in address for mark in "<> \n\t")
    return f"<{address}>" if plain else escape(" ".join(address.split()))


def _near_misses(entry: PublishedEntry, others: Mapping[str, PublishedEntry]) -> Iterator[str]:
    misses: list[NearMiss] = [miss for item in entry.signatures.values() for miss in item.near_misses]
    misses += [miss for item in entry.figures.values() for miss in item.near_misses]
    said = {HEALTHY: "Healthy output.", UNLISTED: "Another failure, with no page yet."}
    for miss in misses:
        what = said.get(miss.is_) or f"That is {_link(miss.is_, others)}."
        yield f"{block(miss.text)}\n\n{what} {inline(miss.because)}"


def _link(id_: str, others: Mapping[str, PublishedEntry]) -> str:
    if other := others.get(id_):
        return f"[{inline(other.title)}]({other.url})"
    return inline(id_.replace("-", " "))


def _confirm(entry: PublishedEntry, others: Mapping[str, PublishedEntry]) -> Iterator[str]:
    for number, step in enumerate(entry.confirm, 1):
        lines = [f"- Yes: {inline(step.yes_when)}"]
        if step.no_when:
            lines.append(f"- No: {inline(step.no_when)}")
        if step.rules_out:
            lines.append(f"- A yes rules out {'; '.join(_link(id_, others) for id_ in step.rules_out)}")
        # Not an item of a list: within one, Python-Markdown knows no fence, and reads what stands between as HTML.
        code = block(step.run, "bash") if step.run else ""
        yield "\n\n".join(filter(None, (f"### {number}. {inline(step.ask)}", code, "\n".join(lines))))


def _fixes(entry: PublishedEntry) -> Iterator[str]:
    parts = {part.fix: part for part in entry.parts if part.fix}
    for number, (name, fix) in enumerate(entry.fixes.items(), 1):
        facts = "\n".join(_fix_facts(fix, parts.get(name)))
        code = block(fix.code, fix.language) if fix.code else ""
        yield "\n\n".join(filter(None, (f"### {number}. {inline(fix.do)}", code, facts)))


def _fix_facts(fix: Fix, part: PublishedPart | None) -> Iterator[str]:
    yield f"- Takes {inline(fix.takes)}; {fix.risk.label}; cost: {inline(fix.cost)}"
    yield f"- Verify: {inline(fix.verify)}"
    yield f"- Roll back: {inline(fix.rollback)}"
    if part is not None:
        yield f"- Proven by {span(f'{part.name}.py')}, below"
    elif fix.unproven:
        yield f"- Not proven: {inline(fix.unproven)}"


def _alerts(entry: PublishedEntry) -> Iterator[str]:
    for alert in entry.monitor:
        held = f" It must hold for {inline(alert.for_)}." if alert.for_ != "0m" else ""
        metrics = "\n".join(
            f"- {span(metric.name)}: {inline(f'{metric.exporter} {metric.versions}')}"
            + (f"; switch it on with {span(metric.enable)}" if metric.enable else "")
            + (f"; {inline(metric.note)}" if metric.note else "")
            for metric in alert.metrics
        )
        yield f"### {span(alert.alert)}\n\n{block(alert.expr, 'promql')}\n\n{inline(alert.because)}{held}\n\n{metrics}"


def _perspectives(entry: PublishedEntry) -> Iterator[str]:
    said = entry.perspectives
    for title, text in (("On call", said.on_call), ("Engineer", said.engineer), ("Executive", said.executive)):
        yield f"**{title}.** {inline(text)}"


def _code(entry: PublishedEntry) -> Iterator[str]:
    for part in entry.parts:
        runs = [run for run in entry.runs if run.part == part.name]
        lines = [f"- {_ran(run)}" for run in runs]
        missing = [target for target in part.targets if target not in {run.target for run in runs}]
        lines += [f"- {target}: not yet run" for target in missing]
        printed = next((run.output for run in sorted(runs, key=lambda run: run.outcome != "passed")), "")
        output = f"It printed:\n\n{block(printed)}" if printed.strip() else ""
        head = f"### {span(f'{part.name}.py')}\n\n{inline(part.summary)}"
        yield "\n\n".join(filter(None, (head, block(part.code, "python"), "\n".join(lines), output)))
    for name, text in entry.modules.items():
        yield f"### {span(name)}, which they import\n\n{block(text, 'python')}"


def _ran(run: Run) -> str:
    names = [f"{name} {version}" for name, version in run.packages.items()]
    versions = ", ".join([*names, *([f"Python {run.python}"] if run.python else [])])
    changed = "" if run.current else ", before the part's last change"
    return f"{run.target}: {run.outcome}{changed} on {run.time:%Y-%m-%d}, {inline(run.device)}; {inline(versions)}"


def _related(entry: PublishedEntry, others: Mapping[str, PublishedEntry]) -> Iterator[str]:
    for item in entry.related:
        yield f"- {item.kind.value.replace('_', ' ')} {_link(item.target, others)}: {inline(item.because)}"


def _sources(entry: PublishedEntry) -> Iterator[str]:
    for number, source in enumerate(entry.sources, 1):
        where = _address(source.url) if source.url else span(f"{source.part}.py")
        yield f"{number}. {inline(source.title)}, {where} (for {inline(', '.join(source.supports))})"
    for path, reason in entry.unsourced.items():
        yield f"- No source for {inline(path)}: {inline(reason)}"
