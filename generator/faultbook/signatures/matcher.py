"""Bytes to matches: one pass over the log by all literals, patterns and comparisons at candidate lines only.

A first automaton looks for any literal, leftmost and longest, which lets it skip most of a log with vector
instructions. Literals may overlap, so a second one asks the few lines that it finds for all they hold. Lines end at a
line feed only. Terminal escapes (colours, links) are taken out first, and bytes that are not UTF-8 read as U+FFFD.
"""

from __future__ import annotations

import bisect
import dataclasses
import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ahocorasick_rs import BytesAhoCorasick, MatchKind

from faultbook.signatures.compiled import CompiledSignature
from faultbook.signatures.fit import fits
from faultbook.signatures.quantity import Comparison, read_quantity
from faultbook.signatures.template import Template
from faultbook.vocabulary import HoleKind, Role, Strength

__all__ = [
    "ESCAPES",
    "FOUND_IN_A_LINE",
    "FOUND_IN_A_LOG",
    "Explanation",
    "Found",
    "Match",
    "Matcher",
    "Refuted",
    "explain",
]

#: Control sequences (ECMA-48, 5.4) and operating system commands, such as the links of a terminal.
ESCAPES = re.compile(rb"\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b\n]{0,2048}(?:\x07|\x1b\\))")
_CHUNK = 1 << 23  # bytes of a log scanned at once, and on to the end of the line
_FEW = 4  # lines that a template is looked for in by its pieces, before a pattern pays, which is slow to make
_LONG = 4096  # characters of a line that a pattern is let loose on; of a longer one, only what is around its literal
# The same in matcher.js. More of the same says nothing new, and bounds what a log of gigabytes can make one hold.
FOUND_IN_A_LINE = 16  # of one template
FOUND_IN_A_LOG = 100_000  # of one template
_MATCHES = 1000  # of one signature
_CHAINS = 16  # ways to go on from one match of the first template


@dataclasses.dataclass(frozen=True, slots=True)
class Match:
    """A signature found in a log; lines are counted from 1 and end at a line feed only."""

    entry: str
    signature: str
    role: Role
    strength: Strength
    weight: int
    line: int
    end_line: int
    captures: Mapping[str, str]


@dataclasses.dataclass(frozen=True, slots=True)
class Explanation:
    """How far a signature gets in a text: the first template that is missing, or the comparison that fails."""

    missing: str | None
    failed: str | None
    captures: Mapping[str, str]
    after: int | None = None
    """Line of the match before the missing template, when it has a match elsewhere: before that, or too far on. Of a
    comparison that fails, the line of what it compares."""
    within: int = 0

    def __str__(self) -> str:
        if self.missing is not None and self.after is not None:
            return f"'{self.missing}' matches no line from {self.after} to {self.after + self.within}"
        if self.missing is not None:
            return f"no line matches '{self.missing}'"
        values = ", ".join(f"{name} = {text}" for name, text in self.captures.items())
        return f"the lines match ({values}) but not: {self.failed}"


@dataclasses.dataclass(frozen=True, slots=True)
class Refuted:
    """A signature whose lines stand in a log with numbers that say it is something else."""

    comparison: Comparison
    captures: Mapping[str, str]
    line: int

    def __str__(self) -> str:
        values = ", ".join(f"{name} = {text}" for name, text in self.captures.items())
        return f"{self.comparison.text} does not hold: {values}"


class Found(NamedTuple):
    """A template's match: line number, columns in the line's text, what its holes take; made often, so a tuple."""

    line: int
    start: int
    end: int
    captures: Mapping[str, str]


class Matcher:
    """Finds signatures in logs; made once, used for many."""

    def __init__(self, signatures: Iterable[CompiledSignature]) -> None:
        self.signatures = tuple(signatures)
        # Signatures share templates: the same line tells two failures apart by its numbers.
        self.templates = tuple(dict.fromkeys(line for signature in self.signatures for line in signature.lines))
        # Compiled when several lines hold their literal: most logs, and all samples of a book, have one or two.
        self._patterns: dict[int, re.Pattern[str]] = {}
        self._asked = [0] * len(self.templates)
        by_literal: dict[bytes, list[int]] = defaultdict(list)
        for index, template in enumerate(self.templates):
            by_literal[template.literal.encode()].append(index)
        self._users = tuple(by_literal.values())
        # Of hundreds of signatures few have a template in a log: only those whose first one is found are looked at.
        at = {template: index for index, template in enumerate(self.templates)}
        self._begun: list[list[int]] = [[] for _ in self.templates]
        for index, signature in enumerate(self.signatures):
            self._begun[at[signature.lines[0]]].append(index)
        literals = list(by_literal)
        self._any = BytesAhoCorasick(literals, matchkind=MatchKind.LeftmostLongest) if literals else None
        self._all = BytesAhoCorasick(literals) if literals else None

    def match(self, data: bytes) -> tuple[Match, ...]:
        """Return every match in *data*, in the order of lines; of one signature at most a thousand."""
        return self.assemble(self.finds(data))

    def finds(self, data: bytes) -> list[list[Found]]:
        """Return where each template matches in *data*."""
        finds: list[list[Found]] = [[] for _ in self.templates]
        for number, raw, users in self._candidates(data):
            text = raw.decode("utf-8", "replace")
            for index in users:
                if len(finds[index]) < FOUND_IN_A_LOG:
                    finds[index] += self.search(index, text, number)
        return finds

    def held(self, data: bytes) -> frozenset[int]:
        """Return which templates have their literal text in a line of *data*; all that match are among them."""
        return frozenset(index for _, _, users in self._candidates(data) for index in users)

    def assemble(self, finds: Sequence[list[Found]]) -> tuple[Match, ...]:
        """Return the matches that *finds* make, by template and in the order of a log, in the order of lines."""
        found = self._by_template(finds)
        begun = sorted(index for parts, begins in zip(finds, self._begun, strict=True) if parts for index in begins)
        matches = [match for index in begun for match in _match_signature(self.signatures[index], found)]
        return tuple(sorted(matches, key=lambda match: (match.line, match.end_line, match.entry, match.signature)))

    def explain(self, signature: CompiledSignature, finds: Sequence[list[Found]]) -> Explanation | None:
        """Return why *signature* is not among the matches that *finds* make, or ``None`` when it is."""
        found = self._by_template(finds)
        if next(_match_signature(signature, found), None) is not None:
            return None
        reached: dict[str, str] = {}
        line = None
        for count in range(1, len(signature.lines) + 1):
            part = dataclasses.replace(signature, lines=signature.lines[:count], where=())
            match = next(_match_signature(part, found), None)
            if match is None:
                after = line if signature.lines[count - 1] in found else None
                return Explanation(signature.lines[count - 1].text, None, reached, after, signature.within)
            reached, line = dict(match.captures), match.end_line
        failed = next((c for c in signature.where if not _all_hold([c], reached, signature.kinds)), signature.where[0])
        return Explanation(None, failed.text, reached, line)

    def refuted(
        self, finds: Sequence[list[Found]], matches: Iterable[Match]
    ) -> Iterator[tuple[CompiledSignature, Refuted]]:
        """Yield the signatures whose lines *finds* have and that are not among its *matches*, and by which numbers."""
        found = self._by_template(finds)
        matched = {(match.entry, match.signature) for match in matches}
        for signature in self.signatures:
            if signature.where and (signature.entry, signature.name) not in matched:
                refuted = _refuted(signature, found)
                if refuted is not None:
                    yield signature, refuted

    def _by_template(self, finds: Sequence[list[Found]]) -> dict[Template, list[Found]]:
        return {template: parts for template, parts in zip(self.templates, finds, strict=True) if parts}

    def _candidates(self, data: bytes) -> Iterator[tuple[int, bytes, list[int]]]:
        """Yield number and bytes of each line that holds a literal, with the templates whose literal it holds."""
        if self._any is None or self._all is None:
            return
        for first, chunk in _chunks(data):
            number, counted, end = first, 0, -1
            for _, position, _ in self._any.find_matches_as_indexes(chunk):
                if position < end:
                    continue  # of the same line
                start = chunk.rfind(b"\n", max(end, 0), position) + 1 or max(end, 0)
                number += chunk.count(b"\n", counted, start)
                counted = start
                end = chunk.find(b"\n", position)
                end = len(chunk) if end < 0 else end
                raw = chunk[start:end].removesuffix(b"\r")
                literals = {hit[0] for hit in self._all.find_matches_as_indexes(raw, overlapping=True)}
                yield number, raw, sorted(index for literal in literals for index in self._users[literal])

    def search(self, index: int, text: str, number: int) -> list[Found]:
        """Return where template *index* matches in *text*, line *number* of a log: sixteen places at most."""
        template = self.templates[index]
        pattern = self._patterns.get(index)
        if pattern is None:
            self._asked[index] += 1
            if self._asked[index] <= _FEW and len(text) <= _LONG:
                some = itertools.islice(fits(template, text), FOUND_IN_A_LINE)
                return [Found(number, fit.start, fit.end, fit.texts(text)) for fit in some]
            pattern = self._patterns[index] = re.compile(template.pattern)
        found: list[Found] = []
        for left, right in _windows(template, text) if len(text) > _LONG else ((0, len(text)),):
            for match in pattern.finditer(text, left, right):
                captures = {capture.name: match[capture.group] for capture in template.captures}
                found.append(Found(number, match.start(), match.end(), captures))
                if len(found) == FOUND_IN_A_LINE:
                    return found
        return found


def _chunks(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield *data* in pieces of whole lines without terminal escapes, each with the number of its first line."""
    start, number = 0, 1
    while start < len(data):
        end = data.find(b"\n", start + _CHUNK) + 1 or len(data)
        chunk = data if end - start == len(data) else data[start:end]
        yield number, ESCAPES.sub(b"", chunk) if b"\x1b" in chunk else chunk
        start = end
        number += chunk.count(b"\n") if start < len(data) else 0


def _windows(template: Template, text: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a long line that hold all which a match around the template's literal can hold."""
    literal, reach = template.literal, template.reach + 1
    at = text.find(literal)
    while at >= 0:
        left, right = max(0, at - reach), at + reach
        while 0 <= (at := text.find(literal, at + 1)) <= right + reach:
            right = at + reach
        yield left, min(right, len(text))


def _match_signature(signature: CompiledSignature, found: Mapping[Template, list[Found]]) -> Iterator[Match]:
    if not all(line in found for line in signature.lines):
        return
    kinds, weight = signature.kinds, signature.weight
    steps = _Steps(signature, found)
    matches = 0
    for first in steps.parts[0]:
        for chain in itertools.islice(steps.chains((first,)), _CHAINS):
            captures = {name: text for part in chain for name, text in part.captures.items()}
            if not _all_hold(steps.across, captures, kinds):
                continue
            yield Match(
                signature.entry,
                signature.name,
                signature.role,
                signature.strength,
                weight,
                first.line,
                chain[-1].line,
                captures,
            )
            matches += 1
            break
        if matches == _MATCHES:
            return


def _refuted(signature: CompiledSignature, found: Mapping[Template, list[Found]]) -> Refuted | None:
    match = next(_match_signature(dataclasses.replace(signature, where=()), found), None)
    if match is None:
        return None
    for comparison in signature.where:
        if not _all_hold([comparison], match.captures, signature.kinds):
            return Refuted(comparison, {name: match.captures[name] for name in comparison.names}, match.line)
    return None


class _Steps:
    """The matches of a signature's templates that lead to a match of all, each after the one before it."""

    def __init__(self, signature: CompiledSignature, found: Mapping[Template, list[Found]]) -> None:
        self.within = signature.within
        self.parts: list[list[Found]] = []
        self.across = set(signature.where)
        """The comparisons between captures of several templates, which a chain of matches has to decide."""
        kinds = signature.kinds
        for line in signature.lines:
            # What one template's captures alone decide is decided first, so that no chain is led astray by it.
            names = {capture.name for capture in line.captures}
            own = [comparison for comparison in signature.where if names.issuperset(comparison.names)]
            self.across.difference_update(own)
            self.parts.append(_those_that_hold(own, found[line], kinds) if own else found[line])
        self._starts = [[(part.line, part.start) for part in parts] for parts in self.parts]
        for index in range(len(self.parts) - 2, -1, -1):
            self.parts[index] = [part for part in self.parts[index] if next(self._after(part, index + 1), None)]
            self._starts[index] = [(part.line, part.start) for part in self.parts[index]]

    def _after(self, part: Found, index: int) -> Iterator[Found]:
        """Yield the matches of template *index* that may follow *part*, nearest first."""
        parts = self.parts[index]
        for at in range(bisect.bisect_left(self._starts[index], (part.line, part.end)), len(parts)):
            if parts[at].line > part.line + self.within:
                return
            yield parts[at]

    def chains(self, chain: tuple[Found, ...]) -> Iterator[tuple[Found, ...]]:
        """Yield each way to complete *chain*, nearest first; every part leads to one."""
        if len(chain) == len(self.parts):
            yield chain
            return
        for part in self._after(chain[-1], len(chain)):
            yield from self.chains((*chain, part))


def _those_that_hold(where: Iterable[Comparison], parts: Iterable[Found], kinds: Mapping[str, HoleKind]) -> list[Found]:
    """Return the *parts* for which all comparisons hold; of thousands of lines, most capture the same."""
    known: dict[tuple[str, ...], bool] = {}
    kept = []
    for part in parts:
        captured = tuple(part.captures.values())
        holds = known.get(captured)
        if holds is None:
            holds = known[captured] = _all_hold(where, part.captures, kinds)
        if holds:
            kept.append(part)
    return kept


def _all_hold(where: Iterable[Comparison], captures: Mapping[str, str], kinds: Mapping[str, HoleKind]) -> bool:
    return all(
        comparison.holds({name: read_quantity(captures[name], kinds[name]) for name in comparison.names})
        for comparison in where
    )


def explain(signature: CompiledSignature, data: bytes) -> Explanation | None:
    """Return why *signature* does not match *data*, or ``None`` when it does."""
    matcher = Matcher((signature,))
    return matcher.explain(signature, matcher.finds(data))
