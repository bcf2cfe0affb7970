"""Signatures: they compile, match what they should, and nothing else that the book knows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from faultbook.book import Book
from faultbook.diagnosis.figures import find, series_of
from faultbook.document import KeyPath
from faultbook.entry import HEALTHY, UNLISTED, Entry
from faultbook.place import Place, Problem, did_you_mean, surely_meant
from faultbook.rules.matching import matches_of, others, own_matcher, reader, whole_matcher
from faultbook.rules.rule import Reach, Rule
from faultbook.signatures.compiled import CompiledFigure, CompiledSignature, compile_figures, compile_signature
from faultbook.signatures.matcher import Match, explain
from faultbook.signatures.quantity import WhereError, parse_where
from faultbook.signatures.stop import stops_at
from faultbook.signatures.template import TemplateError, compile_template
from faultbook.vocabulary import HoleKind, Relation, Role, Strength

__all__ = ["BENIGN", "RULES"]

#: Logs of healthy jobs, under the book's root; no signature may match one.
BENIGN = "tests/benign"
#: What only a regular expression says; a message that really holds it matches, and is not looked at.
_REGEX = re.compile(r"\.[*+]\??|\\[dswDSW]\b[*+]?|\[[^\]\s]*-[^\]\s]*\][*+]|\[\^[^\]]+\][*+]|\(\?[:=!P]")
_WHEN_MISSED = "'falls' and 'rises' need twelve lines and 'flat' thirty, and the figure must be off to the end"
_TELLING = 4  # characters that a template must take before it says something to stop after them


def _compiled(entry: Entry) -> Iterator[tuple[str, CompiledSignature]]:
    for name, signature in entry.signatures.items():
        try:
            yield name, compile_signature(entry.id, name, signature)
        except (TemplateError, WhereError):
            continue


def template(book: Book) -> Iterator[Problem]:
    """Each line template compiles, names each hole once, and has text to scan a log by.

    **Why**: a log of gigabytes is read once, by the longest literal text of all templates; a template whose text is
    short or stands in most logs would stop that at every line.

    **Wrong**: `"RuntimeError: <message:word>"`, `"size <n:bytes>"`

    **Right**: the message with ten characters in one piece that few logs hold.
    """
    for entry in book.entries.values():
        document = book.document(entry)
        for name, signature in entry.signatures.items():
            names: set[str] = set()
            for index, line in enumerate(signature.lines):
                keys: KeyPath = ("signatures", name, "lines", index)
                try:
                    compiled = compile_template(line)
                except TemplateError as error:
                    place = document.place_in(keys, error.offset, error.length)
                    meant = error.meant if place != document.place(*keys) else None
                    yield document.problem_at("template", place, error.sentence, error.hint, meant, keys)
                    continue
                for capture in compiled.captures:
                    if capture.name in names:
                        sentence = f"'{capture.name}' names a hole of an earlier line too"
                        yield document.problem("template", keys, sentence, "give each hole a name of its own")
                    names.add(capture.name)


def where(book: Book) -> Iterator[Problem]:
    """Each comparison under `where` reads captured quantities of like kinds.

    **Why**: the numbers are what tells failures of one message apart.

    **Wrong**: `unalocated >= requested`, `elapsed > 5` where elapsed is a duration

    **Right**: `unallocated >= requested`, `reserved - allocated >= requested`, `elapsed > 5 min`
    """
    for entry in book.entries.values():
        document = book.document(entry)
        for name, signature in entry.signatures.items():
            kinds: dict[str, HoleKind] = {}
            for line in signature.lines:
                try:
                    kinds |= {capture.name: capture.kind for capture in compile_template(line).captures}
                except TemplateError:
                    break
            else:
                for index, text in enumerate(signature.where):
                    try:
                        parse_where(text, kinds)
                    except WhereError as error:
                        yield document.problem(
                            "where", ("signatures", name, "where", index), error.sentence, error.hint
                        )


def sample_missed(book: Book) -> Iterator[Problem]:
    """A signature matches each of its samples, with the captures that the sample states.

    **Why**: a pattern that misses its own example finds nothing in anybody's log.

    **Wrong**: a sample of an older wording that the lines do not take.

    **Right**: alternatives in the template, or a second signature.
    """
    for entry in book.entries.values():
        document, matcher = book.document(entry), own_matcher(book)(entry.id)
        for name, compiled in _compiled(entry):
            for index, sample in enumerate(entry.signatures[name].samples):
                keys: KeyPath = ("signatures", name, "samples", index)
                matches = matches_of(matcher, compiled, sample.text)
                if not matches:
                    why = explain(compiled, sample.text.encode())
                    sentence = f"signature '{name}' does not match its own sample: {why}"
                    hint = _why_missed(why.missing if why and why.after is None else None, sample.text)
                    yield document.problem("sample-missed", (*keys, "text"), sentence, hint)
                    continue
                captures = dict(matches[0].captures)
                for capture, text in sample.captures.items():
                    if capture not in captures:
                        sentence = f"'{capture}' is captured by no line of '{name}'"
                        place = document.key_place(*keys, "captures", capture)
                        near, meant = did_you_mean(capture, captures), surely_meant(capture, captures)
                        meant = None if meant in sample.captures else meant
                        keys_ = (*keys, "captures", capture)
                        yield document.problem_at("sample-missed", place, sentence, near, meant, keys_)
                    elif captures[capture] != text:
                        sentence = f"'{capture}' takes '{captures[capture]}', not '{text}'"
                        yield document.problem("sample-missed", (*keys, "captures", capture), sentence)


def _why_missed(template: str | None, text: str) -> str:
    """Return the hint for a sample in which *template* has no match: a regular expression, or where it stops."""
    if template is not None and (regex := _REGEX.search(template)):
        return f"'{regex[0]}' is literal: a template is no regular expression; for anything write <_>"
    stop = stops_at(template, text) if template is not None else None
    if stop is None or len(stop.taken) < _TELLING:
        return "fix the sample, or move it to near_misses and say which entry it is"
    there = f"the sample has '{stop.follows[:40]}' and the template '{stop.wanted[:40]}'"
    return f"it fits up to '{stop.taken[-40:]}'; there {there}"


def near_miss_matched(book: Book) -> Iterator[Problem]:
    """A signature matches none of its near misses, and each near miss is what it says it is instead.

    **Why**: a near miss is the proof that two failures are told apart.

    **Wrong**: a near miss that `is: cuda-oom-capacity` and that this entry does not match.

    **Right**: the text that only that entry matches. `healthy` and `unlisted` are matched by no entry.
    """
    yield from _misses_matched(book)
    yield from _misses_of_others(book)


def _misses_matched(book: Book) -> Iterator[Problem]:
    for entry in book.entries.values():
        matcher = own_matcher(book)(entry.id)
        for name, compiled in _compiled(entry):
            for index, miss in enumerate(entry.signatures[name].near_misses):
                if matches_of(matcher, compiled, miss.text):
                    keys = ("signatures", name, "near_misses", index, "text")
                    sentence = f"signature '{name}' matches its near miss, which is {miss.is_}"
                    hint = "add a comparison or text that tells them apart"
                    yield book.document(entry).problem("near-miss-matched", keys, sentence, hint)


def _misses_of_others(book: Book) -> Iterator[Problem]:
    read, may_be_others = reader(book), others(book)
    for entry in book.entries.values():
        for name, _ in _compiled(entry):
            for index, miss in enumerate(entry.signatures[name].near_misses):
                if miss.is_ not in book.entries and not may_be_others(entry, miss.text):
                    continue
                keys = ("signatures", name, "near_misses", index, "is")
                matched = {match.entry for match in read(miss.text) if match.strength is not Strength.HINT}
                if miss.is_ in book.entries and miss.is_ not in matched:
                    sentence = f"'{miss.is_}' does not match this near miss, which should be it"
                    hint = "fix the text, or say 'unlisted'"
                    yield book.document(entry).problem("near-miss-matched", keys, sentence, hint)
                elif miss.is_ in {HEALTHY, UNLISTED} and (claimed := sorted(matched - {entry.id})):
                    sentence = f"'{claimed[0]}' matches this near miss, which says '{miss.is_}'"
                    hint = f"say 'is: {claimed[0]}'"
                    yield book.document(entry).problem("near-miss-matched", keys, sentence, hint)


def figure_missed(book: Book) -> Iterator[Problem]:
    """A figure is found in each of its samples, and in none of its near misses.

    **Why**: a silent failure has no message; its stretch of numbers is the only proof that the log shows it.

    **Wrong**: `when: falls` with a sample of eight lines, or whose last lines are as good as the first.

    **Right**: lines as a trainer prints them: twelve or more for `falls` and `rises`, thirty for `flat`, and the figure
    off to the sample's end. A stretch in which it comes back is a near miss.
    """
    for entry in book.entries.values():
        document = book.document(entry)
        for compiled in compile_figures([entry]):
            name, figure = compiled.name, entry.figures[compiled.name]
            told = f"the {figure.figure.label}"
            for index, sample in enumerate(figure.samples):
                if not _shows(compiled, sample.text):
                    keys: KeyPath = ("figures", name, "samples", index, "text")
                    points = _points(compiled, sample.text)
                    sentence = f"figure '{name}' is not found in its own sample: {told} stands in {points} of its lines"
                    hint = _WHEN_MISSED if points else "write the lines as the trainer prints them"
                    yield document.problem("figure-missed", keys, sentence, hint)
            for index, miss in enumerate(figure.near_misses):
                if _shows(compiled, miss.text):
                    keys = ("figures", name, "near_misses", index, "text")
                    sentence = f"figure '{name}' is found in its near miss, which is {miss.is_}"
                    yield document.problem("figure-missed", keys, sentence, "change the factor, or the text")


def _points(compiled: CompiledFigure, text: str) -> int:
    """Return how many lines of *text* give the figure."""
    return len(series_of(list(enumerate(text.splitlines(), 1))).get(compiled.figure, ()))


def _shows(compiled: CompiledFigure, text: str) -> bool:
    """Return whether *text*, as the lines of a log, shows the figure off."""
    points = series_of(list(enumerate(text.splitlines(), 1))).get(compiled.figure, [])
    return bool(points) and find(compiled, points) is not None


def no_near_miss(book: Book) -> Iterator[Problem]:
    """An entry has a near miss: a text that looks alike and that its signature does not match.

    **Why**: a signature that was only shown what it matches may match everything.

    **Wrong**: an entry whose signatures have samples and no `near_misses`.

    **Right**: the message of the failure that people take it for, or the line that a healthy job prints there.
    """
    for entry in book.entries.values():
        if not any(signature.near_misses for signature in entry.signatures.values()):
            document = book.document(entry)
            hint = "add near_misses to one: text, is (an id, healthy or unlisted), because"
            sentence = "no signature has a near miss"
            yield document.problem_at("no-near-miss", document.key_place("signatures"), sentence, hint)


def sample_claimed(book: Book) -> Iterator[Problem]:
    """No entry claims another entry's sample.

    A collateral signature may match it when the other entry causes this one. A signature that says less may match it
    when the two are `confused_with` each other: of several causes of one message, that with more lines is named first.
    A hint claims nothing.

    **Why**: one line must lead to one page.

    **Wrong**: a template so short that it also takes the messages of other failures.

    **Right**: more of the message, a `where`, or a near miss and a relation.
    """
    read, may_be_others = reader(book), others(book)
    for entry in book.entries.values():
        for name, signature in entry.signatures.items():
            for index, sample in enumerate(signature.samples):
                if not may_be_others(entry, sample.text):
                    continue
                matches = read(sample.text)
                own = max((match.weight for match in matches if match.entry == entry.id), default=0)
                for match in matches:
                    if match.entry != entry.id and not _may_claim(book, match, entry, signature.role, own):
                        sentence = f"'{match.entry}' claims this sample by its signature '{match.signature}'"
                        keys = ("signatures", name, "samples", index, "text")
                        hint = "make one of the two more exact"
                        yield book.document(entry).problem("sample-claimed", keys, sentence, hint)


def _may_claim(book: Book, match: Match, entry: Entry, role: Role, own: int) -> bool:
    """Return whether *match* may stand in a sample of *entry*, whose own signature has the weight *own*."""
    if match.strength is Strength.HINT:
        return True
    kinds = {neighbour.kind for neighbour in book.neighbours(entry) if neighbour.entry.id == match.entry}
    if Relation.CONFUSED_WITH in kinds and match.weight < own:
        return True
    # The sample may hold the collateral line of a consequence, or, as a consequence, the line of its cause.
    return (Relation.CAUSES in kinds and match.role is Role.COLLATERAL) or (
        Relation.CAUSED_BY in kinds and role is Role.COLLATERAL
    )


def benign_matched(book: Book) -> Iterator[Problem]:
    """No signature matches a log of a healthy job.

    **Why**: a diagnosis that cries wolf is not read the second time.

    **Wrong**: a signature on a warning that every start of vLLM prints.

    **Right**: text that only the failure prints. The logs are in `tests/benign/`.
    """
    matcher = whole_matcher(book)
    for file in sorted((book.root / BENIGN).glob("*.log")):
        told: set[tuple[str, str]] = set()
        for match in matcher.match(file.read_bytes()):
            if (match.entry, match.signature) in told:  # the first line of a log says enough
                continue
            told.add((match.entry, match.signature))
            entry = book.entries[match.entry]
            document = book.document(entry)
            place: Place = document.key_place("signatures", match.signature)
            shown = file.relative_to(book.root).as_posix()
            sentence = f"signature '{match.signature}' matches a healthy log: {shown}:{match.line}"
            yield document.problem_at("benign-matched", place, sentence, "make it more exact")


RULES = (
    Rule("template", template, Reach.ENTRY),
    Rule("where", where, Reach.ENTRY),
    Rule("sample-missed", sample_missed, Reach.ENTRY),
    Rule(
        "near-miss-matched",
        near_miss_matched,
        halves=((Reach.ENTRY, _misses_matched), (Reach.SIGNATURES, _misses_of_others)),
    ),
    Rule("figure-missed", figure_missed, Reach.ENTRY),
    Rule("no-near-miss", no_near_miss, Reach.ENTRY),
    Rule("sample-claimed", sample_claimed, Reach.SIGNATURES),
    Rule("benign-matched", benign_matched, Reach.SIGNATURES),
)
