"""A log read once, in bounded memory: the lines that a signature or landmark may speak of, and those around them.

Bytes come in pieces of any size. What is kept of a log depends on its content only, never on how it was cut. Failures
are looked for everywhere; steps, answers and what else a healthy log says a million times, at its start and its end.
"""

from __future__ import annotations

import contextlib
import dataclasses
import gc
from collections import deque
from collections.abc import Iterable, Iterator

from faultbook.diagnosis.finder import Bytes
from faultbook.diagnosis.landmarks import LANDMARKS, Kind
from faultbook.diagnosis.stretch import Literals, Prepared, Stretch, prepared_ahead
from faultbook.signatures.matcher import FOUND_IN_A_LOG, Found, Matcher

__all__ = ["Extract", "Scanner"]

# The same in scan.js.
CHUNK = 1 << 22  # bytes looked at in one go, and to the end of the line; a longer line is cut there
EDGE = 1 << 18  # bytes at a log's start and end in which quiet landmarks are looked for too
KEPT_CHARACTERS = 4096  # of a line
HEAD, TAIL = 40, 60  # lines of a log that are always kept
BEFORE, AFTER = 3, 4  # lines kept around one that says something
TRACEBACK = 400  # lines kept after the head of a traceback; those of other ranks stand between its own
FULL = 100  # lines of a template, tracebacks and exceptions that are kept with their surroundings; beyond, on their own
FEW = 20  # of any other landmark
FIRST, LAST = 250, 250  # lines of one landmark or template that are kept at all, from the start and from the end
MANY = 4096  # first ones of a death, and of what tells of a rank: there may be as many ranks
SAME = 4  # lines of a landmark that tell the same of which few are enough
TOLD = 1 << 16  # things told of which that is remembered
SAMPLES = 400  # lines with figures that are kept; when there are more, every second one
WINDOW = 1 << 14  # bytes at the start of each chunk in which quiet landmarks are looked for too
QUIET_FIRST, QUIET_LAST = 30, 100  # of a quiet landmark
_CUT = 4 * KEPT_CHARACTERS  # bytes that hold them, whatever they are
_ABOUT = tuple(
    (landmark.kind, landmark.few, landmark.quiet, landmark.compiled if landmark.anywhere else None, landmark.also)
    for landmark in LANDMARKS
)


@dataclasses.dataclass(slots=True)
class Extract:
    """What is kept of one log."""

    name: str
    size: int = 0
    """Bytes, as read."""
    lines: int = 0
    kept: dict[int, str] = dataclasses.field(default_factory=dict)
    """Text by number of line, at most 4,096 characters of each, in ascending order once the scan has ended."""
    marks: dict[int, list[int]] = dataclasses.field(default_factory=dict)
    """By number of line, the indexes of the landmarks that one of its literals speaks for."""
    finds: list[list[Found]] = dataclasses.field(default_factory=list)
    """By template of the matcher, where it matches."""
    samples: list[tuple[int, str]] = dataclasses.field(default_factory=list)
    """Number and text of lines with figures, at most 400 over the whole log, in ascending order."""
    cut: bool = False
    """Whether the last line has no line feed."""
    binary: bool = False
    """Whether it is no text: NUL bytes among its first 4,096."""


class Scanner:
    """Keeps what matters of logs; made once, used for many."""

    def __init__(self, matcher: Matcher) -> None:
        self.matcher = matcher
        every: dict[bytes, tuple[list[int], list[int]]] = {}
        loud: dict[bytes, tuple[list[int], list[int]]] = {}
        for index, template in enumerate(matcher.templates):
            for users in (every, loud):
                users.setdefault(template.literal.encode(), ([], []))[0].append(index)
        for index, landmark in enumerate(LANDMARKS):
            for users in (every,) if landmark.quiet else (every, loud):
                for literal in landmark.literals:
                    users.setdefault(literal.encode(), ([], []))[1].append(index)
        self.every, self.loud = Literals(every), Literals(loud)
        self.others = [
            [text.encode() for text in template.literals if text != template.literal] for template in matcher.templates
        ]
        self.with_figures = frozenset(
            index for index, landmark in enumerate(LANDMARKS) if landmark.name in {"step", "answered"}
        )

    def scan(self, name: str, pieces: Iterable[bytes]) -> Extract:
        """Return what is kept of a log that comes as *pieces*."""
        reader = _Reader(self, name)
        with _no_collection():
            for prepared in prepared_ahead(reader.stretches(pieces), self.loud):
                reader.read(prepared)
        return reader.end()


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """Leave cycles alone meanwhile: a scan makes none, and the collector would walk over the whole book each time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


class _Reader:
    def __init__(self, scanner: Scanner, name: str) -> None:
        self.scanner = scanner
        self.extract = Extract(name, finds=[[] for _ in scanner.matcher.templates])
        self._taken = 0  # bytes of the stretches so far
        self._number = 1  # of the first line of the next stretch
        self._until = HEAD  # lines up to this one are kept
        self._before: list[tuple[int, str]] = []  # the last lines of the stretches so far
        self._counts = [0] * (len(LANDMARKS) + len(scanner.matcher.templates))
        self._told: dict[tuple[int, str], int] = {}  # how often a landmark told the same
        self._rings: dict[int, deque[tuple[int, str]]] = {}
        self._stride, self._figures = 1, 0  # every how many-th line with figures is kept, and how many there were
        self._open = False  # whether the line before the next stretch goes on in it

    def stretches(self, pieces: Iterable[bytes]) -> Iterator[Stretch]:
        """Yield the log in stretches that depend on its bytes only, each with what is looked for in it."""
        waiting: list[bytes] = []
        held = 0
        for piece in pieces:
            if self.extract.size < KEPT_CHARACTERS and b"\0" in piece[: KEPT_CHARACTERS - self.extract.size]:
                self.extract.binary = True
            self.extract.size += len(piece)
            waiting.append(piece)
            held += len(piece)
            if held < CHUNK + EDGE:
                continue
            joined, at = b"".join(waiting), 0
            while len(joined) - at >= CHUNK + EDGE:
                end = joined.rfind(b"\n", at, at + CHUNK) + 1 or at + CHUNK
                yield from self._parts(joined, at, end)
                at = end
            waiting, held = [joined[at:]], len(joined) - at
        rest = b"".join(waiting)
        edge = _line_from(rest, len(rest) - EDGE, len(rest)) if self.extract.size > 2 * EDGE else 0
        if edge:
            yield from self._parts(rest, 0, edge)
        if edge < len(rest):
            yield Stretch(self.scanner.every, rest, edge, len(rest))

    def _parts(self, text: bytes, at: int, end: int) -> Iterator[Stretch]:
        """Yield a chunk of *text* that does not reach the log's end; its first part may be the log's start."""
        start = self._taken
        self._taken += end - at
        edge = _line_from(text, at + max(EDGE - start, min(WINDOW, end - at)), end)
        yield Stretch(self.scanner.every, text, at, edge)
        if edge < end:
            yield Stretch(self.scanner.loud, text, edge, end)

    def end(self) -> Extract:
        extract = self.extract
        extract.lines = self._number - (0 if self._open else 1)
        extract.cut = self._open
        for number, text in self._before:
            extract.kept.setdefault(number, text)
        for index, ring in self._rings.items():
            for number, text in ring:
                extract.kept.setdefault(number, text)
                if index < len(LANDMARKS):
                    extract.marks.setdefault(number, []).append(index)
        extract.kept = dict(sorted(extract.kept.items()))
        extract.marks = {number: sorted(set(marks)) for number, marks in sorted(extract.marks.items())}
        return extract

    def read(self, prepared: Prepared) -> None:
        """Take in the next stretch: whole lines, but for a line longer than a chunk, and the log's last."""
        plain = prepared.plain
        at, number = 0, self._number
        for start, end, after, feeds, literals in prepared.hits:
            if number <= self._until:
                self._pass(plain, at, start, number)
            number += feeds
            self._hit(prepared, start, end, number, *prepared.literals.of(literals))
            at, number = after, number + 1
        if at == len(plain) > 0 and not plain.endswith(b"\n"):
            number -= 1  # the last hit has no line feed: its number is not used up
        self._pass(plain, at, len(plain), number)
        number += prepared.after
        self._open = not plain.endswith(b"\n")
        last = number if self._open else number - 1
        self._before = [*self._before, *_lines_before(plain, len(plain), last + 1, TAIL)][-TAIL:]
        self._number = number

    def _pass(self, plain: Bytes, at: int, stop: int, number: int) -> None:
        """Keep the lines from *at* to *stop* that are still wanted; *number* is that of the first."""
        while at < stop and number <= self._until:
            end = plain.find(b"\n", at, stop)
            end = stop if end < 0 else end
            self._keep(number, _text(plain[at:end]))
            at, number = end + 1, number + 1

    def _hit(
        self, prepared: Prepared, start: int, end: int, number: int, templates: list[int], marks: list[int]
    ) -> None:
        """Take in a line that holds a literal."""
        raw = prepared.plain[start:end].removesuffix(b"\r")
        if templates:  # each has more literals than the one that was looked for, as a rule
            templates = [index for index in templates if all(other in raw for other in self.scanner.others[index])]
        if not (templates or marks) and number > self._until:
            return
        text = raw.decode("utf-8", "replace") if len(raw) <= KEPT_CHARACTERS else _text(raw)
        shown = self._find(number, raw, text, templates) if templates else False
        for index in marks:
            shown = self._mark(number, text, index) or shown
        if shown:
            self._keep(number, text)
            before = _lines_before(prepared.plain, start, number, BEFORE)
            for earlier, other in [*self._before, *before][-BEFORE:]:
                if earlier >= number - BEFORE:
                    self._keep(earlier, other)
            self._until = max(self._until, number + AFTER)
        elif number <= self._until:
            self._keep(number, text)

    def _mark(self, number: int, text: str, index: int) -> bool:
        """Note that landmark *index* may hold in the line, and return whether it is to be shown in context."""
        kind, few, quiet, asked, also = _ABOUT[index]
        may = asked is not None and (not also or any(other in text for other in also))
        told = asked.search(text) if asked is not None and may else None
        # In a line of JSON the message may be written otherwise than it reads.
        if told is None and asked is not None and not text.startswith("{"):
            return False
        if few and told is not None:
            same = index, told[few]
            times = self._told.get(same, 0)
            if times == SAME or (times == 0 and len(self._told) == TOLD):
                return False
            self._told[same] = times + 1
        if index in self.scanner.with_figures:
            self._sample(number, text)
        self._counts[index] += 1
        count = self._counts[index]
        if count > (QUIET_FIRST if quiet else MANY if few or kind is Kind.DEATH else FIRST):
            self._ring(index, QUIET_LAST if quiet else LAST).append((number, text))
            return False
        self._keep(number, text)
        self.extract.marks.setdefault(number, []).append(index)
        if kind is Kind.TRACEBACK and count <= FULL:
            self._until = max(self._until, number + TRACEBACK)
        full = FULL if kind in {Kind.TRACEBACK, Kind.EXCEPTION} else FEW
        return (not quiet and count <= full) or kind is Kind.ERROR

    def _ring(self, index: int, most: int) -> deque[tuple[int, str]]:
        """Return the last lines of a landmark or template, besides its first ones."""
        ring = self._rings.get(index)
        if ring is None:
            ring = self._rings[index] = deque(maxlen=most)
        return ring

    def _sample(self, number: int, text: str) -> None:
        samples = self.extract.samples
        if samples and samples[-1][0] == number:
            return
        if self._figures % self._stride == 0:
            samples.append((number, text))
        self._figures += 1
        if len(samples) > SAMPLES:
            del samples[1::2]
            self._stride *= 2

    def _find(self, number: int, raw: Bytes, text: str, templates: list[int]) -> bool:
        """Look for the templates in the line, and return whether one matches that is still to be shown in context."""
        full = False
        whole = raw.decode("utf-8", "replace") if len(raw) > _CUT else text
        for index in templates:
            finds = self.extract.finds[index]
            if len(finds) >= FOUND_IN_A_LOG:
                continue
            found = self.scanner.matcher.search(index, whole, number)
            if found:
                finds += found
                counter = len(LANDMARKS) + index
                self._counts[counter] += 1
                if self._counts[counter] <= FIRST:
                    self._keep(number, text)
                else:
                    self._ring(counter, LAST).append((number, text))
                full = full or self._counts[counter] <= FULL
        return full

    def _keep(self, number: int, text: str) -> None:
        self.extract.kept.setdefault(number, text)


def _lines_before(plain: Bytes, stop: int, number: int, count: int) -> list[tuple[int, str]]:
    """Return the *count* lines before *stop*, where line *number* starts, or as many as there are."""
    lines = []
    begin = stop
    if stop and plain[stop - 1 : stop] != b"\n":
        begin = plain.rfind(b"\n", 0, stop) + 1
        number -= 1
        lines.append((number, _text(plain[begin:stop])))
    while begin > 0 and len(lines) < count:
        start = plain.rfind(b"\n", 0, begin - 1) + 1
        number -= 1
        lines.append((number, _text(plain[start : begin - 1])))
        begin = start
    return lines[::-1]


def _line_from(text: bytes, position: int, end: int) -> int:
    """Return where the first line starts that starts at *position* or later and before *end*; *end* without one."""
    if position <= 0:
        return 0
    return text.find(b"\n", position - 1, end) + 1 or end


def _text(raw: Bytes) -> str:
    """Return what is kept of a line; of a long one with a progress bar's carriage returns, its end."""
    if len(raw) > KEPT_CHARACTERS and (at := raw.find(b"\r", len(raw) - KEPT_CHARACTERS, len(raw) - 1)) >= 0:
        raw = raw[at + 1 :]
    return raw[:_CUT].removesuffix(b"\r").decode("utf-8", "replace")[:KEPT_CHARACTERS]
