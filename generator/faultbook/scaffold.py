"""A new entry's first text: the YAML file and its parts, filled with what a log gives.

What only the author knows is left as ``...``, which ``faultbook check`` reports until it is written.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Sequence

from faultbook.mask import MASK
from faultbook.signatures.template import TemplateError, compile_template
from faultbook.snippets.part import NOT_WRITTEN
from faultbook.vocabulary import HoleKind, Layer, Severity, Word

__all__ = ["Candidate", "LogFacts", "guess_template", "new_entry", "new_parts", "read_log"]

_ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
_EXCEPTION = re.compile(
    r"(?:^|[\s:\]])((?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt|Warning|OutOfResources): .+)$"
)
_ALARM = re.compile(r"\b(?:error|fatal|failed|failure|killed|xid|aborted?|panic)\b", re.IGNORECASE)
_LINE_LIMIT = 600  # characters of the chosen line that become the template; a longer message is cut at a word
_LOG_LIMIT = 2**24  # bytes of a log's end that are read: a failure stands there
_SIZE_UNITS = r"(?:[KMGT]i?B|kB|bytes|B)"
# Tried from left to right at each place; a literal stretch of the message is whatever none of them takes.
_GUESSES: tuple[tuple[HoleKind, str], ...] = (
    (HoleKind.WORD, rf"{MASK.pattern}(?::[0-9]+)?"),
    (HoleKind.SIZE, rf"[0-9]+(?:\.[0-9]+)? {_SIZE_UNITS}\b"),
    (HoleKind.DURATION, r"[0-9]+(?:\.[0-9]+)? ?(?:ns|us|ms|milliseconds|seconds|minutes|s|min|h)\b"),
    (HoleKind.HEX, r"\b0x[0-9a-fA-F]+\b"),
    (HoleKind.PATH, rf"(?<![\w.])/(?:(?:[\w.+-]|{MASK.pattern})+/)*(?:[\w.+-]|{MASK.pattern})+"),
    (HoleKind.FLOAT, r"(?<![\w.])[-+]?[0-9]+\.[0-9]+(?:[eE][-+]?[0-9]+)?(?![\w.])"),
    (HoleKind.INT, r"(?<![\w.])[0-9]+(?![\w.])"),
)
_GUESS = re.compile("|".join(f"(?P<{kind.value}>{pattern})" for kind, pattern in _GUESSES))
_WIDTH = 100  # columns of a part's docstring
#: Packages that a part may ask for with the version that the log has; an engine is left to the author.
_IN_PARTS = ("torch", "transformers", "accelerate", "peft", "datasets", "numpy")


@dataclasses.dataclass(frozen=True, slots=True)
class Candidate:
    """An entry that the new one may be taken for."""

    id: str
    title: str
    how: str
    sample: str


@dataclasses.dataclass(frozen=True, slots=True)
class LogFacts:
    """What a log says by itself: the message to recognise, the software it names, and versions."""

    line: str
    """The message, without what launchers and loggers put before it."""
    number: int = 1
    """Number of the line in the log."""
    stacks: tuple[str, ...] = ()
    versions: tuple[tuple[str, str], ...] = ()
    text: str = ""
    """The line as the log has it."""
    raised: bool = False
    """Whether a traceback ends with it."""


def read_log(log: bytes) -> LogFacts:
    """Return the facts of a log: the last exception's message, or the last alarming line, or the last line."""
    before = log[:-_LOG_LIMIT].count(b"\n")
    text = log[-_LOG_LIMIT:].decode("utf-8", "replace")
    lines = [
        (number, stripped)
        for number, line in enumerate(text.split("\n"), before + 1)
        for piece in line.splitlines()
        if (stripped := _ANSI.sub("", piece).strip())
    ]
    found = [(number, match[1]) for number, line in lines if (match := _EXCEPTION.search(line))]
    alarming = [item for item in lines if _ALARM.search(item[1])]
    number, chosen = next(iter(found[-1:] or alarming[-1:] or lines[-1:]), (1, ""))
    return LogFacts(_cut(chosen), number, text=_cut(chosen))


def guess_template(line: str) -> tuple[str, dict[str, str]]:
    """Return a template for *line* with holes for its quantities, and what the holes take in *line*."""
    counts: dict[str, int] = {}
    captures: dict[str, str] = {}
    pieces: list[str] = []
    end = 0
    for match in _GUESS.finditer(line):
        if match.start() == end and pieces:
            continue  # two holes need a literal between them
        kind = str(match.lastgroup)
        counts[kind] = counts.get(kind, 0) + 1
        name = f"{kind}{counts[kind]}"
        captures[name] = match[0]
        pieces += [_literal(line[end : match.start()]), f"<{name}:{kind}>"]
        end = match.end()
    pieces.append(_literal(line[end:]))
    return "".join(pieces), captures


def _guess_whole(line: str) -> tuple[str, dict[str, str]]:
    """Return a template of *line* that compiles: without what stands before its words, as the path of a warning."""
    rest = line
    while rest:
        template, captures = guess_template(rest)
        try:
            compile_template(template)
        except TemplateError:
            first = _GUESS.search(rest)
            rest = rest[first.end() :].lstrip(" :,;)]>(") if first else ""
        else:
            return template, captures
    return guess_template(line)  # `faultbook check` says what it lacks


def new_entry(slug: str, facts: LogFacts | None, alike: Sequence[Candidate] = ()) -> str:
    """Return the YAML text of a new entry; with *facts*, its signature is filled in.

    Entries that are *alike* stand in comments: whether one is a near miss, only the author knows.
    """
    facts = facts or LogFacts("")
    template, captures = _guess_whole(_cut(facts.line)) if facts.line else ("...", {})
    sample = facts.text or facts.line
    captures = _taken(template, sample) or captures
    stacks = ", ".join(facts.stacks) or "pytorch"
    affects = [f'  - {{package: {name}, versions: "=={version}"}}' for name, version in facts.versions]
    lines = [
        "# yaml-language-server: $schema=../entry.schema.json",
        f"# {slug}: replace each '...', then: faultbook check {slug.rpartition('/')[2]}",
        "title: ...",
        "# aliases: [...]                    # optional: what people also call it",
        "status: draft",
        f"severity: medium                    # {_words(Severity)}",
        f"layer: configuration                # {_words(Layer)}",
        "phase: [training]                   # build, training, serving",
        f"stacks: [{stacks}]",
        "summary: >-                         # the quick answer, at most 60 words: what it is, what to do first",
        "  ...",
        "affects:",
        *(affects or ['  - {package: torch, versions: ">=..."}']),
        "symptoms:",
        "  - see: ...",
        "    because: ...",
        "signatures:",
        "  message:",
        "    role: initiating                # initiating | collateral (printed only since another process failed)",
        "    strength: likely                # certain | likely | hint: how much the line says on its own",
        "    lines:                          # the message; holes: size, duration, int, float, hex, word, path",
        f"      - {_quoted(template)}",
        "    # where: [...]                  # optional: comparisons of what holes took, such as size1 >= size2",
        "    samples:",
        f"      - text: {_quoted(sample or '...')}",
        *_capture_lines(captures),
        '        origin: {part: reproduce}   # or {package: torch, version: "..."}, or {document: "https://..."}',
        "    near_misses:",
        "      - text: ...",
        "        is: unlisted                # the id of the entry that it is instead, healthy, or unlisted",
        "        because: ...",
        *_near_miss_lines(alike),
        "confirm:",
        "  - ask: ...",
        "    run: ...",
        "    yes_when: ...",
        "cause: |",
        "  ...",
        "scale: ...",
        "fixes:",
        "  first-fix:                        # proven by fix_first_fix.py, or say 'unproven: why'",
        "    do: ...",
        "    cost: ...",
        "    risk: restarts-process          # read-only | restarts-process | loses-state | affects-others",
        "    verify: ...",
        "    rollback: ...",
        "    takes: 10 min",
        "# figures:                          # optional: a figure of a log that shows it, for what no message tells",
        "#   loss-is-nan: {figure: loss, when: not-finite, samples: [{text: ..., origin: {part: reproduce}}]}",
        "# not_fixes:                        # optional: what people try and does not help",
        "#   - {do: ..., because: ...}",
        "prevention:",
        "  - ...",
        "# monitor:                          # optional: alerts, which become Prometheus rules",
        "#   - {alert: CamelCaseName, expr: ..., for: 10m, because: ...}",
        "perspectives:",
        "  executive: ...",
        "  engineer: ...",
        "  on_call: ...",
        "# related:                          # optional: confused_with, causes, caused_by or see, in both",
        *(f"#   - {{confused_with: {item.id}, because: ...}}" for item in alike),
        "#   - {see: other-id, because: ...}",
        "sources:",
        "  - url: https://...",
        "    title: ...",
        "    supports: [cause, affects, fixes]",
        "# unsourced:                        # optional: what no source supports, each with the reason",
        "#   scale: ...",
        "# faq:                              # optional: questions that no field answers",
        "#   - {q: ..., a: ...}",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def new_parts(slug: str, facts: LogFacts | None = None) -> dict[str, str]:
    """Return the first text of the entry's parts by file name.

    They run, and say that they are not written yet, which `faultbook run` and `faultbook check` report.
    """
    expected = ["Traceback (most recent call last):", "..."]
    if facts is not None and facts.line:
        expected = [*(expected if facts.raised else ["..."]), _expected(facts.line), "..."]
    head = _head(facts)
    return {
        "reproduce.py": _part("Show the failure as it really happens.", "reproduce.py", expected, slug, head),
        "fix_first_fix.py": _part("The same program, repaired.", "fix_first_fix.py", ["ok"], slug, head),
    }


def _head(facts: LogFacts | None) -> str:
    """Return the requirements of a part, as a list of TOML: of the packages in the log, from its release on."""
    versions = dict(facts.versions) if facts is not None else {}
    asked = [f"{name}>={_minor(versions[name])}" for name in _IN_PARTS if name in versions] or ["torch>=2.8"]
    return ", ".join(f'"{text}"' for text in asked)


def _minor(version: str) -> str:
    return ".".join(version.split(".")[:2])


def _expected(message: str) -> str:
    """Return *message* as a docstring may hold it, with ... for what changes from run to run."""
    text = _GUESS.sub("...", message)
    text = text if len(text) <= _WIDTH else f"{text[: _WIDTH - 3].rsplit(' ', 1)[0]}..."
    text = "".join(character if character.isprintable() else "..." for character in text)
    return text.replace("\\", "...").replace('"""', "...")


def _part(first_line: str, name: str, expected: Sequence[str], slug: str, dependencies: str) -> str:
    id_ = slug.rpartition("/")[2]
    lines = "\n".join(expected)
    return f'''# /// script
# requires-python = ">=3.11"
# dependencies = [{dependencies}]
# [tool.faultbook]
# targets = ["cpu"]
# timeout = 60
# ///
"""{first_line}

$ python {name}
{lines}
"""

# Write the program here in place of this line, then run: faultbook run {id_}
raise SystemExit("{NOT_WRITTEN}: {name}")
'''


def _taken(template: str, text: str) -> dict[str, str]:
    """Return what the named holes of *template* take in *text*; nothing when it does not match."""
    try:
        compiled = compile_template(template)
    except TemplateError:
        return {}
    match = re.search(compiled.pattern, text)
    return {capture.name: match[capture.group] for capture in compiled.captures} if match else {}


def _near_miss_lines(alike: Sequence[Candidate]) -> Iterator[str]:
    if alike:
        yield "      # These entries are like it. Which of their messages must this signature not match?"
    for item in alike:
        text = _quoted(item.sample.splitlines()[0][:_LINE_LIMIT])
        yield f"      # - {{text: {text}, is: {item.id}, because: ...}}  # {_printable(f'{item.title} ({item.how})')}"


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else " " for character in text)


def _capture_lines(captures: dict[str, str]) -> Iterator[str]:
    if captures:
        yield "        captures: {" + ", ".join(f"{name}: {_quoted(text)}" for name, text in captures.items()) + "}"


def _literal(text: str) -> str:
    return text.replace("<", "<<").replace("{", "{{").replace("}", "}}")


def _quoted(text: str) -> str:
    """Return *text* as a YAML double-quoted scalar; ``...`` stays bare, to be seen."""
    if text == "...":
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in escaped) + '"'


def _words(vocabulary: Iterable[Word]) -> str:
    return ", ".join(word.value for word in vocabulary)


def _cut(line: str) -> str:
    return line if len(line) <= _LINE_LIMIT else line[:_LINE_LIMIT].rsplit(" ", 1)[0]
