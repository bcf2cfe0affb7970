r"""A line template becomes one pattern that Python and JavaScript (flag ``u``) read the same.

A template is the message itself with holes: ``<name:kind>`` takes a typed value, ``<_>`` anything within the line, and
``{a|b}`` is either. ``<<``, ``{{`` and ``}}`` stand for the characters themselves, and so does ``||`` inside braces.

No pattern takes more than linear time. Holes of open length (words, paths, gaps) are bounded, and each is matched
together with what follows it, up to the next such hole, inside a lookahead that a backreference then consumes:
``(?=(...))\1``. Neither engine goes back into a lookahead, so several holes in a template add their costs and never
multiply them. It follows that a gap ends at the nearest place where all up to the next open hole fits, for good.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
import re
from collections.abc import Iterator

from faultbook.place import did_you_mean, surely_meant
from faultbook.vocabulary import HoleKind

__all__ = [
    "COMMONPLACES",
    "GAP_LIMIT",
    "MIN_LITERAL",
    "Capture",
    "Template",
    "TemplateError",
    "compile_template",
    "pattern_of",
    "pieces_of",
]

GAP_LIMIT = 240  # characters that a gap, a word or a path takes at most
MIN_LITERAL = 10  # characters of the literal run by which a log is scanned
_MIN_OPENING = 4  # characters before the first gap, word or path: a search for those starts wherever they stand
_MOST_WAYS = 64  # through the alternatives of a template, since a search may try each
_MOST_HOLES = 40  # groups stay under 100: Python reads \100 as an octal number
#: Runs that stand in most logs of failures, and in many of healthy jobs: to scan by them is to scan by nothing.
#: In lower case, without the punctuation around them.
COMMONPLACES = frozenset(
    {
        "traceback (most recent call last",
        "runtimeerror",
        "valueerror",
        "typeerror",
        "keyerror",
        "importerror",
        "assertionerror",
        "filenotfounderror",
        "attributeerror",
        "exception",
        "an error occurred",
        "terminated",
        "segmentation fault",
        "core dumped",
        "warning",
        "userwarning",
        "futurewarning",
        "error",
    }
)

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SYNTAX = re.compile(r"[\^$\\.*+?()\[\]{}|/]")  # what JavaScript's flag u lets one escape, and must be escaped
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]")
_SPECIAL = re.compile(r"<<|\{\{|\}\}|[<{}]")
_IN_BRACES = re.compile(r"\|\||<<|\{\{|[|<{]|[^|<{]+")
_NUMBER = r"[0-9]{1,20}(?:\.[0-9]{1,20})?"
_NUMBER_LIMIT = 64  # characters that any hole of a number takes at most, with sign, exponent and unit
_NOT_SPACE = r"[^ \t\r\n\f\v]"
_NOT_A_WORD = r"(?![0-9A-Za-z_])"
_SIZE_UNIT = r"(?:[kKMGTP]i?B|[Bb]ytes?|B|[KMGT])"
_TIME_UNIT = (
    r"(?:nanoseconds?|microseconds?|milliseconds?|seconds?|minutes?|hours?|days?|ns|us|ms|secs?|mins?|hrs?|s|m|h|d)"
)
_KINDS = {kind.value: kind for kind in HoleKind}
#: Kinds whose text is read greedily and never given back. Words and paths end where the next literal begins.
_GREEDY = {
    HoleKind.SIZE: rf"{_NUMBER} ?{_SIZE_UNIT}{_NOT_A_WORD}",
    HoleKind.DURATION: rf"{_NUMBER} ?{_TIME_UNIT}{_NOT_A_WORD}",
    HoleKind.INT: r"[-+]?[0-9]{1,20}(?![0-9])",
    HoleKind.FLOAT: rf"[-+]?(?:{_NUMBER}(?:[eE][-+]?[0-9]{{1,3}})?(?![0-9])|(?:[nN]a[nN]|[iI]nf){_NOT_A_WORD})",
    HoleKind.HEX: r"(?:0x)?[0-9a-fA-F]{1,40}(?![0-9a-fA-F])",
}


class TemplateError(ValueError):
    """What is wrong with a template, and at which character (from 0) of it."""

    def __init__(
        self, sentence: str, offset: int, hint: str | None = None, length: int = 1, meant: str | None = None
    ) -> None:
        super().__init__(sentence)
        self.sentence, self.offset, self.hint, self.length = sentence, offset, hint, length
        self.meant = meant
        """What surely should stand at these characters."""


@dataclasses.dataclass(frozen=True, slots=True)
class Capture:
    """A named hole: its kind, and the number of its group in the pattern."""

    name: str
    kind: HoleKind
    group: int


@dataclasses.dataclass(frozen=True, slots=True)
class Template:
    """A compiled line template."""

    text: str
    pattern: str
    literals: tuple[str, ...]
    """The runs of literal text, in order; what software's format string holds between its values."""
    captures: tuple[Capture, ...]
    reach: int
    """Characters that a match holds at most: how far it extends to either side of its literal text."""

    @property
    def literal(self) -> str:
        """The longest run of literal text that is no commonplace, by which a log is scanned."""
        return max((text for text in self.literals if not _is_too_common(text)), key=len)


@dataclasses.dataclass(frozen=True, slots=True)
class _Piece:
    """One stretch of a template: literal text, alternatives, a named hole, or a gap."""

    offset: int
    text: str = ""
    alternatives: tuple[str, ...] = ()
    name: str = ""
    kind: HoleKind | None = None
    gap: bool = False
    length: int = 1

    @property
    def is_hole(self) -> bool:
        return self.gap or self.kind is not None

    @property
    def is_open(self) -> bool:
        """Whether it is a hole that ends only where what follows it begins."""
        return self.is_hole and self.kind not in _GREEDY

    @property
    def shortest(self) -> int:
        """Characters that it takes at least."""
        if self.is_hole:
            return 0 if self.gap else 1
        return min(map(len, self.alternatives)) if self.alternatives else len(self.text)

    @property
    def reach(self) -> int:
        """Characters that it takes at most."""
        if self.is_hole:
            return GAP_LIMIT if self.is_open else _NUMBER_LIMIT
        return max(map(len, (self.text, *self.alternatives)))


@functools.lru_cache(maxsize=16384)  # the check, the pages and the exports ask for the same
def compile_template(text: str) -> Template:
    """Return *text* compiled.

    Raises:
        TemplateError: when it is no template, or has nothing to scan a log by.

    """
    if control := _CONTROL.search(text):
        sentence = f"a template is one line of text; it holds the character U+{ord(control[0]):04X}"
        raise TemplateError(sentence, control.start(), "write one template a line")
    pieces = list(pieces_of(text))
    _check_order(pieces)
    literals = tuple(piece.text for piece in pieces if piece.text)
    _check_literals(literals)
    pattern, captures = pattern_of(pieces)
    return Template(text, pattern, literals, captures, sum(piece.reach for piece in pieces))


def pieces_of(text: str) -> Iterator[_Piece]:
    """Yield the pieces of a template in order.

    Raises:
        TemplateError: when it is no template.

    """
    literal, start, at = "", 0, 0
    while at < len(text):
        special = _SPECIAL.search(text, at)
        literal += text[at : special.start() if special else len(text)]
        if special is None:
            break
        character, at = special[0][0], special.start()
        if len(special[0]) > 1:
            literal, at = literal + character, at + 2
            continue
        if character == "}":
            raise TemplateError("'}' closes nothing", at, "write '}}' for the character itself")
        if literal:
            yield _Piece(start, literal)
        closing = text.find(">" if character == "<" else "}", at)
        if closing < 0:
            raise TemplateError(f"'{character}' is not closed", at, f"write '{character * 2}' for the character itself")
        inside = text[at + 1 : closing]
        yield _hole(inside, at) if character == "<" else _Piece(at, alternatives=_alternatives(inside, at))
        literal, start, at = "", closing + 1, closing + 1
    if literal:
        yield _Piece(start, literal)


def _alternatives(inside: str, offset: int) -> tuple[str, ...]:
    alternatives = [""]
    for token in _IN_BRACES.finditer(inside):
        if token[0] == "|":
            alternatives.append("")
        elif token[0] in {"<", "{"}:
            sentence = "alternatives are literal text; no hole stands in them"
            raise TemplateError(
                sentence, offset + 1 + token.start(), f"write '{token[0] * 2}' for the character itself"
            )
        else:
            alternatives[-1] += token[0][:1] if token[0] in {"||", "<<", "{{"} else token[0]
    if len(alternatives) == 1:
        sentence = f"'{{{inside}}}' has one alternative"
        raise TemplateError(sentence, offset, "write '{a|b}', or '{{' for the character itself", len(inside) + 2)
    return tuple(alternatives)


def _hole(inside: str, offset: int) -> _Piece:
    if inside == "_":
        return _Piece(offset, gap=True, length=len("<_>"))
    name, colon, kind = inside.partition(":")
    length = len(inside) + 2
    if not colon or not _NAME.fullmatch(name):
        hint = "a hole is '<name:kind>' or '<_>'; write '<<' for the character itself"
        raise TemplateError(f"'<{inside}>' is no hole", offset, hint, length)
    if kind not in _KINDS:
        sentence = f"'{kind}' is no kind of hole: {', '.join(_KINDS)}"
        sure = surely_meant(kind, _KINDS)
        meant = f"<{name}:{sure}>" if sure else None
        raise TemplateError(sentence, offset, did_you_mean(kind, _KINDS), length, meant)
    return _Piece(offset, name=name, kind=_KINDS[kind], length=length)


def _check_order(pieces: list[_Piece]) -> None:
    names: set[str] = set()
    beside_hole = False
    for piece in pieces:
        if piece.name in names:
            sentence = f"'{piece.name}' names two holes"
            raise TemplateError(sentence, piece.offset, "give each hole a name of its own", piece.length)
        if piece.name:
            names.add(piece.name)
        if beside_hole and piece.is_hole:
            sentence = "two holes stand side by side"
            raise TemplateError(sentence, piece.offset, "put the text between them into the template", piece.length)
        # Alternatives of which one is empty may leave the holes at both sides of them side by side.
        beside_hole = piece.is_hole or (beside_hole and "" in piece.alternatives)
    opening = list(itertools.takewhile(lambda piece: not piece.is_open, pieces))
    if len(opening) < len(pieces) and sum(piece.shortest for piece in opening) < _MIN_OPENING:
        sentence = f"less than {_MIN_OPENING} characters stand before the first hole of any text"
        raise TemplateError(sentence, pieces[len(opening)].offset, "begin with more of the message")
    if (count := sum(piece.is_hole for piece in pieces)) > _MOST_HOLES:
        raise TemplateError(f"{count} holes; a template has at most {_MOST_HOLES}", 0, "write a template a line")
    if (ways := math.prod(len(piece.alternatives) for piece in pieces if piece.alternatives)) > _MOST_WAYS:
        sentence = f"{ways} ways through the alternatives; a template has at most {_MOST_WAYS}"
        raise TemplateError(sentence, 0, "write a second signature")


def _check_literals(literals: tuple[str, ...]) -> None:
    longest = max(literals, key=len, default="")
    if len(longest.strip()) < MIN_LITERAL:
        sentence = f"the longest literal text is '{longest}'; a log is scanned by at least {MIN_LITERAL} characters"
        raise TemplateError(sentence, 0, "take more of the message into the template")
    if all(_is_too_common(text) for text in literals):
        sentence = f"the longest literal text is '{longest}', which is too common to scan a log by"
        raise TemplateError(sentence, 0, "take more of the message into the template")


def _is_too_common(literal: str) -> bool:
    """Return whether *literal* is too short or stands in too many logs to scan by."""
    return len(literal.strip()) < MIN_LITERAL or literal.strip(" :.,'\"()[]-").lower() in COMMONPLACES


def pattern_of(pieces: list[_Piece]) -> tuple[str, tuple[Capture, ...]]:
    """Return the pattern: a fixed stretch, then one stretch for each hole of open length with all up to the next."""
    captures: list[Capture] = []
    output: list[str] = []
    groups = 0
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        if not piece.is_open:
            text, groups = _closed(piece, groups, captures)
            output.append(text)
            at += 1
            continue
        end = next((i for i in range(at + 1, len(pieces)) if pieces[i].is_open), len(pieces))
        outer = groups = groups + 1
        if piece.kind is not None:
            groups += 1
            captures.append(Capture(piece.name, piece.kind, groups))
        following = ""
        for inner in pieces[at + 1 : end]:
            text, groups = _closed(inner, groups, captures)
            following += text
        at = end
        lazy = "?" if following else ""
        if piece.kind is not None:
            inside = rf"({_NOT_SPACE}{{1,{GAP_LIMIT}}}{lazy}){following}"
        elif following:
            inside = rf"[^\n]{{0,{GAP_LIMIT}}}?{following}"
        else:
            groups -= 1
            continue  # anything to the end of the line asks for nothing
        output.append(_atomic(inside, outer))
    return "".join(output), tuple(captures)


def _closed(piece: _Piece, groups: int, captures: list[Capture]) -> tuple[str, int]:
    """Return the pattern of literal text or of a hole that is read greedily, and the number of groups so far."""
    if piece.kind is None:
        return _fixed(piece), groups
    captures.append(Capture(piece.name, piece.kind, groups + 1))
    return _atomic(_GREEDY[piece.kind], groups + 1), groups + 1


def _atomic(inside: str, group: int) -> str:
    # (?:) ends the number of the backreference, so that a digit after it stays a digit.
    return rf"(?=({inside}))\{group}(?:)"


def _fixed(piece: _Piece) -> str:
    if piece.alternatives:
        return f"(?:{'|'.join(_escape(text) for text in piece.alternatives)})"
    return _escape(piece.text)


def _escape(text: str) -> str:
    return _SYNTAX.sub(lambda found: "\\" + found[0], text)
