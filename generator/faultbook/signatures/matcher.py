"""Bytes to matches: one pass over the log by all literals, patterns and comparisons at candidate lines only."""

from __future__ import annotations

import dataclasses
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from ahocorasick_rs import BytesAhoCorasick

from faultbook.signatures.compiled import CompiledSignature
from faultbook.signatures.quantity import read_quantity
from faultbook.vocabulary import Role, Strength

__all__ = ["Explanation", "Match", "Matcher", "explain"]

_CSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
_WINDOW = 4096  # characters of a line around a literal that its pattern may reach; longer lines are cut there
_MATCHES_A_LINE = 16  # of one template; more of the same says nothing new
_MATCHES_A_SIGNATURE = 1000


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

    def __str__(self) -> str:
        if self.missing is not None:
            return f"no line matches '{self.missing}'"
        values = ", ".join(f"{name} = {text}" for name, text in self.captures.items())
        return f"the lines match ({values}) but not: {self.failed}"


@dataclasses.dataclass(frozen=True, slots=True)
class _Found:
    """A template's match: line number, columns in the line's text, what its holes take."""

    line: int
    start: int
    end: int
    captures: Mapping[str, str]


class Matcher:
    """Finds signatures in logs; made once, used for many."""

    def __init__(self, signatures: Iterable[CompiledSignature]) -> None:
        self.signatures = tuple(signatures)
        templates = {line.pattern: line for signature in self.signatures for line in signature.lines}
        self._templates = tuple(templates.values())
        self._patterns = tuple(re.compile(template.pattern) for template in self._templates)
        by_literal: dict[bytes, list[int]] = defaultdict(list)
        for index, template in enumerate(self._templates):
            by_literal[template.literal.encode()].append(index)
        self._users = tuple(by_literal.values())
        self._automaton = BytesAhoCorasick(list(by_literal)) if by_literal else None

    def match(self, data: bytes) -> tuple[Match, ...]:
        """Return every match in *data*, in the order of lines; of one signature at most a thousand."""
        found = self._find_templates(data)
        if not found:
            return ()
        matches = [match for signature in self.signatures for match in _match_signature(signature, found)]
        return tuple(sorted(matches, key=lambda match: (match.line, match.end_line, match.entry, match.signature)))

    def _find_templates(self, data: bytes) -> dict[str, list[_Found]]:
        found: dict[str, list[_Found]] = defaultdict(list)
        for number, start, end, offsets in self._candidate_lines(data):
            raw = data[start:end].removesuffix(b"\r")
            for index in sorted(offsets):
                found[self._templates[index].pattern] += self._search(index, raw, offsets[index], number)
        return found

    def _candidate_lines(self, data: bytes) -> Iterator[tuple[int, int, int, dict[int, list[int]]]]:
        """Yield number, start, end of each line that holds a literal, and the literals' offsets by template."""
        if self._automaton is None:
            return
        hits = sorted((hit[1], hit[0]) for hit in self._automaton.find_matches_as_indexes(data, overlapping=True))
        number, counted, start, end = 1, 0, 0, -1
        offsets: dict[int, list[int]] = defaultdict(list)
        for position, literal in hits:
            if position >= end:
                if offsets:
                    yield number, start, end, offsets
                start = data.rfind(b"\n", max(end, 0), position) + 1 or max(end, 0)
                number += data.count(b"\n", counted, start)
                counted = start
                end = data.find(b"\n", position)
                end = len(data) if end < 0 else end
                offsets = defaultdict(list)
            for index in self._users[literal]:
                offsets[index].append(position - start)
        if offsets:
            yield number, start, end, offsets

    def _search(self, index: int, raw: bytes, offsets: list[int], number: int) -> list[_Found]:
        template, pattern = self._templates[index], self._patterns[index]
        found: list[_Found] = []
        for left, right in _windows(offsets, len(raw)):
            text = raw[left:right].decode("utf-8", "replace")
            if "\x1b" in text and pattern.search(text) is None:
                text = _CSI.sub("", text)
            for match in pattern.finditer(text):
                captures = {capture.name: match[capture.group] for capture in template.captures}
                found.append(_Found(number, left + match.start(), left + match.end(), captures))
                if len(found) == _MATCHES_A_LINE:
                    return found
        return found


def _windows(offsets: list[int], length: int) -> Iterator[tuple[int, int]]:
    """Yield stretches of a line, in bytes, that hold every offset with what a pattern may reach around it."""
    if length <= _WINDOW:
        yield 0, length
        return
    left = max(0, offsets[0] - _WINDOW)
    right = offsets[0] + _WINDOW
    for offset in offsets[1:]:
        if offset - _WINDOW > right:
            yield left, min(right, length)
            left = offset - _WINDOW
        right = offset + _WINDOW
    yield left, min(right, length)


def _match_signature(signature: CompiledSignature, found: Mapping[str, list[_Found]]) -> Iterator[Match]:
    firsts = found.get(signature.lines[0].pattern, [])
    kinds = signature.kinds
    count = 0
    for first in firsts:
        chain = _chain(signature, first, found)
        if chain is None:
            continue
        captures = {name: text for part in chain for name, text in part.captures.items()}
        if signature.where:
            values = {name: read_quantity(text, kinds[name]) for name, text in captures.items()}
            if not all(comparison.holds(values) for comparison in signature.where):
                continue
        yield Match(
            signature.entry,
            signature.name,
            signature.role,
            signature.strength,
            signature.weight,
            first.line,
            chain[-1].line,
            captures,
        )
        count += 1
        if count == _MATCHES_A_SIGNATURE:
            return


def _chain(signature: CompiledSignature, first: _Found, found: Mapping[str, list[_Found]]) -> list[_Found] | None:
    """Return the matches of all templates, each after the one before it, or ``None``."""
    chain = [first]
    for line in signature.lines[1:]:
        before = chain[-1]
        following = next((part for part in found.get(line.pattern, []) if _follows(part, before)), None)
        if following is None or following.line > before.line + signature.within:
            return None
        chain.append(following)
    return chain


def _follows(part: _Found, before: _Found) -> bool:
    return (part.line, part.start) >= (before.line, before.end)


def explain(signature: CompiledSignature, data: bytes) -> Explanation | None:
    """Return why *signature* does not match *data*, or ``None`` when it does."""
    if Matcher((signature,)).match(data):
        return None
    reached: dict[str, str] = {}
    for count in range(1, len(signature.lines) + 1):
        part = dataclasses.replace(signature, lines=signature.lines[:count], where=())
        matches = Matcher((part,)).match(data)
        if not matches:
            return Explanation(signature.lines[count - 1].text, None, reached)
        reached = dict(matches[0].captures)
    kinds = signature.kinds
    values = {name: read_quantity(text, kinds[name]) for name, text in reached.items()}
    failed = next(comparison for comparison in signature.where if not comparison.holds(values))
    return Explanation(None, failed.text, reached)
