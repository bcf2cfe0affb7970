"""An entry -> the questions and answers of its page, each answered from this entry's own fields.

A question whose field is empty is not asked. The ids are fixed, because they are anchors that people link to; the
wording may change.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from faultbook.entry import Affected, Confirm, Entry, FigureSignature
from faultbook.vocabulary import Role, When

__all__ = [
    "Block",
    "Code",
    "Items",
    "Link",
    "Links",
    "Markdown",
    "Prose",
    "QuestionAndAnswer",
    "affected",
    "figure_in_words",
    "questions",
]


@dataclasses.dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph; backticks set code."""

    text: str


@dataclasses.dataclass(frozen=True, slots=True)
class Markdown:
    """Several paragraphs in Markdown."""

    text: str


@dataclasses.dataclass(frozen=True, slots=True)
class Items:
    """A list of paragraphs."""

    texts: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Code:
    """A command, an expression or lines of a log."""

    text: str
    language: str


@dataclasses.dataclass(frozen=True, slots=True)
class Link:
    """An address, or an anchor of the entry's page, and its words."""

    address: str
    text: str


@dataclasses.dataclass(frozen=True, slots=True)
class Links:
    """A list of links."""

    links: tuple[Link, ...]


Block = Prose | Markdown | Items | Code | Links


@dataclasses.dataclass(frozen=True, slots=True)
class QuestionAndAnswer:
    """One question; ``id`` is its anchor, for ever."""

    id: str
    question: str
    answer: tuple[Block, ...]


def questions(entry: Entry) -> tuple[QuestionAndAnswer, ...]:
    """Return the questions that *entry* answers, in the order of its page."""
    asked = (
        ("looks-like", "What does it look like in production?", _looks_like(entry)),
        ("hardware-or-software", "Is it hardware or software?", _layer(entry)),
        ("training-or-inference", "Does it hit training or inference?", _phases(entry)),
        ("cheapest-confirmation", "What is the cheapest way to confirm it?", _confirmation(entry.confirm)),
        ("how-long", "How long does the fix take?", _how_long(entry)),
        ("next", "What do I do next?", _next(entry)),
        ("scale", "What changes from 1 to 1,000 GPUs?", (Markdown(entry.scale),)),
        ("fingerprint", "Which fingerprint should I monitor?", _fingerprint(entry)),
        ("recurrence", "Will it come back?", (Items(entry.prevention),)),
        ("working-code", "Is there working code?", _working_code(entry)),
        ("documentation", "Where is the official documentation?", _documentation(entry)),
    )
    own = tuple(
        QuestionAndAnswer(f"faq-{number}", item.q, (Markdown(item.a),)) for number, item in enumerate(entry.faq, 1)
    )
    return tuple(QuestionAndAnswer(id_, question, answer) for id_, question, answer in asked if answer) + own


def affected(item: Affected) -> str:
    """Return one item of ``affects`` in words: ``torch >=2.0, fixed in 2.9; sm_90``."""
    package = " ".join(filter(None, (item.package, item.versions)))
    if item.fixed_in:
        package = f"{package}, fixed in {item.fixed_in}"
    return "; ".join(filter(None, (package, ", ".join(item.hardware), item.note)))


def figure_in_words(figure: FigureSignature) -> str:
    """Return in words what of the figure shows the failure: ``the loss is nan or inf from a line on``."""
    name, factor = f"the {figure.figure.label}", f"{figure.factor:g} of the baseline"
    said = {
        When.NOT_FINITE: f"{name} is nan or inf from a line on",
        When.FALLS: f"{name} stays below {factor} from a line on",
        When.RISES: f"{name} stays above {factor} from a line on",
        When.FLAT: f"{name} does not change over thirty lines or more",
    }
    return f"{said[figure.when]}."


def _looks_like(entry: Entry) -> tuple[Block, ...]:
    lines = next(iter(entry.shown.values())).samples[0].text
    return Items(tuple(symptom.see for symptom in entry.symptoms)), Code(lines, "text")


def _layer(entry: Entry) -> tuple[Block, ...]:
    return (
        Prose(f"{entry.layer.label.capitalize()}: {entry.layer.meaning}."),
        Items(tuple(affected(item) for item in entry.affects)),
        Markdown(entry.cause.partition("\n\n")[0]),
    )


def _phases(entry: Entry) -> tuple[Block, ...]:
    phases = ", ".join(phase.label for phase in entry.phase)
    return (Prose(f"{phases.capitalize()}, in {', '.join(entry.stacks)}."), Prose(entry.perspectives.engineer))


def _confirmation(confirm: tuple[Confirm, ...]) -> tuple[Block, ...]:
    first = confirm[0]
    return tuple(_confirmation_blocks(first))


def _confirmation_blocks(first: Confirm) -> Iterator[Block]:
    yield Prose(first.ask)
    if first.run:
        yield Code(first.run, "bash")
    outcomes = [f"Yes: {first.yes_when}"]
    if first.no_when:
        outcomes.append(f"No: {first.no_when}")
    yield Items(tuple(outcomes))


def _how_long(entry: Entry) -> tuple[Block, ...]:
    return (Items(tuple(f"{fix.takes}: {fix.do}" for fix in entry.fixes.values())),)


def _next(entry: Entry) -> tuple[Block, ...]:
    name, fix = next(iter(entry.fixes.items()))
    return (
        Prose(entry.perspectives.on_call),
        Links((Link(f"#fix-{name}", fix.do),)),
        Prose(f"Then verify: {fix.verify}"),
    )


def _fingerprint(entry: Entry) -> tuple[Block, ...]:
    first = [signature for signature in entry.shown.values() if signature.role is Role.INITIATING]
    chosen = first or list(entry.shown.values())
    lines = "\n".join(line for signature in chosen for line in signature.lines)
    alerts = tuple(Code(item.expr, "promql") for item in entry.monitor)
    return (Code(lines, "text"), *alerts)


def _working_code(entry: Entry) -> tuple[Block, ...]:
    links = tuple(Link(f"#fix-{name}", fix.do) for name, fix in entry.fixes.items() if fix.code)
    return (Links(links),) if links else ()


def _documentation(entry: Entry) -> tuple[Block, ...]:
    links = tuple(Link(source.url, source.title) for source in entry.sources if source.url)
    return (Links(links),) if links else ()
