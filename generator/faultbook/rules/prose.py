"""The words of an entry: short where it counts, said once, and finished."""

from __future__ import annotations

import base64
import hashlib
import math
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from faultbook.book import Book
from faultbook.document import Document, KeyPath
from faultbook.entry import Entry
from faultbook.place import Problem
from faultbook.rules.identity import NAMES
from faultbook.rules.rule import Fact, Reach, Rule

__all__ = ["RULES", "is_placeholder", "texts"]

SUMMARY_WORDS = 60
_SHARED_BY = 3
_MIN_SENTENCE = 25  # characters; shorter ones ("Restart the job.") are allowed to meet
_NEAR_TITLE = 0.75  # share of common words from which two titles are near-duplicates
_FILLER = re.compile(
    # "just" fills before an instruction only: a job that "has just died" says when.
    r"\b(simply|obviously|of course|trivially|easily|please note"
    r"|just(?= (?:add|call|change|delete|disable|drop|enable|increase|install|kill|lower|pass|raise|reboot|remove"
    r"|rerun|restart|run|set|switch|turn|update|upgrade|use|wait)\b))\b",
    re.IGNORECASE,
)
#: One of these is in every text that `_FILLER` finds; to look for them takes a tenth of its time.
_FILLING = ("simply", "obviously", "of course", "trivially", "easily", "please note", "just ")
#: Advice that fits every failure and names nothing to do.
_EMPTY_ADVICE = re.compile(
    r"(?:please )?(?:"
    r"(?:check|fix|review|adjust|correct|verify|update) (?:the|your|all) "
    r"(?:code|config|configuration|settings|environment|setup|logs?|hardware|problem|issue|error|cause|bug)"
    r"|contact (?:\w+ )?(?:support|administrator|vendor)"
    r"|try again(?: later)?|restart(?: everything)?|reboot|upgrade everything|update everything|reinstall everything"
    r"|read the (?:docs|documentation|manual)|see (?:the )?(?:docs|documentation|above|below)"
    r"|apply the fix|do the right thing|use best practices|follow best practices"
    r")",
    re.IGNORECASE,
)
_STOP = frozenset(re.findall(r"\w+", "a an and as at by for from in into is it its not of on or than that the to with"))
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_PLACEHOLDERS = {"...", "https://...", ">=..."}
_VERBATIM = {"text", "lines", "captures", "code", "run", "expr", "url", "where", "origin", "versions", "alert", "for"}
_VERBATIM |= {"metrics", "series", "at", "alerts"}  # what is true of a metric is true in each entry that asks for it


def texts(document: Document) -> Iterator[tuple[KeyPath, str]]:
    """Yield the path and text of every piece of prose in *document*, an entry's."""
    return ((keys, text) for keys, text in document.strings if _VERBATIM.isdisjoint(keys))


def _own_words(document: Document) -> Iterator[tuple[KeyPath, str]]:
    """Yield the path and text of the entry's own words; a source's title is another's, and many entries cite it."""
    return ((keys, text) for keys, text in texts(document) if (keys[0], keys[-1]) != ("sources", "title"))


def summary_length(book: Book) -> Iterator[Problem]:
    """The summary has at most sixty words and ends as a sentence.

    **Why**: it is the quick answer, read in ten seconds by somebody whose job has just died.

    **Wrong**: a summary that tells the mechanism.

    **Right**: what it is, and what to do first; the mechanism goes into `cause`.
    """
    for entry in book.entries.values():
        count = len(entry.summary.split())
        if count > SUMMARY_WORDS:
            sentence = f"the summary has {count} words; at most {SUMMARY_WORDS} are read at three in the morning"
            yield book.document(entry).problem(
                "summary-length", ("summary",), sentence, "move the mechanism into 'cause'"
            )
        if not entry.summary.endswith((".", "!", "?", "`")):
            sentence = "the summary does not end as a sentence"
            yield book.document(entry).problem("summary-length", ("summary",), sentence)


def unfinished(book: Book) -> Iterator[Problem]:
    """No field still holds the scaffold's `...`.

    **Why**: a page with a gap looks finished and is not.

    **Wrong**: `scale: ...`

    **Right**: the sentence, or, for an optional key, no key.
    """
    for entry in book.entries.values():
        document = book.document(entry)
        for keys, text in document.strings:
            if "..." in text and is_placeholder(text):
                sentence = f"'{_shown(keys)}' is not written yet"
                yield document.problem("unfinished", keys, sentence, "write it, or remove an optional key")


def is_placeholder(text: str) -> bool:
    """Return whether *text* is what the scaffold leaves for the author: one problem, whatever else it is not."""
    return text.strip() in _PLACEHOLDERS


def _shown(keys: KeyPath) -> str:
    """Return the key that *keys* end with; for an item of a list, with the list's own: ``prevention.0``."""
    start = next(at for at in range(len(keys) - 1, -1, -1) if isinstance(keys[at], str))
    return ".".join(str(key) for key in keys[start:])


def filler(book: Book) -> Iterator[Problem]:
    """No word tells the reader that it is easy.

    **Why**: whoever reads the page has a broken job; "simply" says nothing and sounds like blame.

    **Wrong**: "Simply lower the batch size."

    **Right**: "Lower the batch size."
    """
    for entry in book.entries.values():
        document = book.document(entry)
        own = list(_own_words(document))
        if not _may_fill("\n".join(text for _, text in own)):
            continue
        for keys, text in own:
            if _may_fill(text) and (found := _FILLER.search(text)):
                place = document.place_in(keys, found.start(), len(found[0]))
                yield document.problem_at("filler", place, f"'{found[0]}' says nothing", "leave it out")


def _may_fill(text: str) -> bool:
    # Outside ASCII, a letter may be another's lower case to the pattern alone.
    lowered = text.lower()
    return not text.isascii() or any(word in lowered for word in _FILLING)


def boilerplate(book: Book) -> Iterator[Problem]:
    """No sentence stands in three or more entries.

    **Why**: a sentence that fits every failure explains none, and readers learn to skip it.

    **Wrong**: "A known-good control run does not show it." on every page.

    **Right**: the sentence that only this failure's page can say.
    """
    places: dict[str, dict[str, KeyPath]] = defaultdict(dict)
    for id_ in _that_share(_SENTENCES.of(book)):
        entry = book.entries[id_]
        for keys, text in _own_words(book.document(entry)):
            for sentence in _sentences(text):
                places[sentence].setdefault(entry.id, keys)
    for sentence, found in places.items():
        if len(found) < _SHARED_BY:
            continue
        for id_, keys in found.items():
            others = ", ".join(other for other in found if other != id_)
            message = f"the sentence '{sentence[:60]}' also stands in {others}"
            document = book.document(book.entries[id_])
            yield document.problem("boilerplate", keys, message, "say what is true of this failure alone")


def _that_share(sentences: Mapping[str, list[Any]]) -> list[str]:
    """Return the ids of the entries with a sentence that enough have; *sentences* are by id, each once."""
    numbers = {id_: array("Q", base64.b64decode(packed)) for id_, (packed,) in sentences.items()}
    seen: set[int] = set()
    again: list[int] = []
    for mine in numbers.values():
        again += seen.intersection(mine)
        seen.update(mine)
    shared = {sentence for sentence, times in Counter(again).items() if times >= _SHARED_BY - 1}
    return [id_ for id_, mine in numbers.items() if not shared.isdisjoint(mine)] if shared else []


def _sentences(text: str) -> Iterator[str]:
    for line in text.lower().split("\n"):
        if len(line) < _MIN_SENTENCE:
            continue
        ended = " ".join(line.split()).replace(". ", ".\n").replace("! ", "!\n").replace("? ", "?\n")
        for sentence in ended.split("\n"):
            plain = sentence.strip(".!?` ")
            if len(plain) >= _MIN_SENTENCE and " " in plain:
                yield plain


def _digests_of_sentences(_: Entry, document: Document) -> list[Any]:
    """Return a number for each sentence of the entry's own words, packed; two have the same by no chance."""
    # Each text begins a line of its own, and a line ends a sentence.
    found = {*_sentences("\n".join(text for _, text in _own_words(document)))}
    packed = b"".join(sorted(hashlib.blake2b(sentence.encode(), digest_size=8).digest() for sentence in found))
    return [base64.b64encode(packed).decode()]


_SENTENCES = Fact("sentences", _digests_of_sentences)


def empty_advice(book: Book) -> Iterator[Problem]:
    """A fix says what to change.

    **Why**: "check your configuration" is what a reader did before opening the page.

    **Wrong**: `do: Fix the configuration.`

    **Right**: `do: Raise --gpu-memory-utilization until the cache holds one sequence of full length.`
    """
    for entry in book.entries.values():
        document = book.document(entry)
        for name, fix in entry.fixes.items():
            if _EMPTY_ADVICE.fullmatch(" ".join(fix.do.split()).rstrip(".! ")):
                sentence = f"'{fix.do}' fits every failure"
                yield document.problem(
                    "empty-advice", ("fixes", name, "do"), sentence, "name what to change, and to what"
                )


def near_title(book: Book) -> Iterator[Problem]:
    """No two titles are nearly the same.

    **Why**: near-duplicates are one failure written twice, or two that the titles do not tell apart.

    **Wrong**: "GPU has fallen off the bus" and "GPU fell off the bus (Xid 79)".

    **Right**: one entry; or titles that say what separates them.
    """
    words = {id_: _words(names[0]) for id_, names in NAMES.of(book).items()}
    for id_, near in _near(words):
        entry, other = book.entries[id_], book.entries[near]
        sentence = f"the title is nearly that of {other.slug}: '{other.title}'"
        hint = "merge the entries, or say in both titles what separates them"
        yield book.document(entry).problem("near-title", ("title",), sentence, hint)


def _near(words: Mapping[str, AbstractSet[str]]) -> Iterator[tuple[str, str]]:
    """Yield each two ids, the later one first, whose *words* are nearly the same.

    Of two sets with so many words in common, each has one of these among its first few, whatever the order of all
    words: so only those that share one of the rarest are compared, and the time does not grow with all pairs.
    """
    count = Counter(word for mine in words.values() for word in mine)
    begun: dict[str, list[str]] = defaultdict(list)
    for id_, mine in words.items():
        rarest = sorted(mine, key=lambda word: (count[word], word))[
            : len(mine) - math.ceil(_NEAR_TITLE * len(mine)) + 1
        ]
        others = dict.fromkeys(other for word in rarest for other in begun[word])
        for other in others:
            if len(mine & words[other]) / len(mine | words[other]) >= _NEAR_TITLE:
                yield id_, other
        for word in rarest:
            begun[word].append(id_)


def _words(title: str) -> set[str]:
    return set(re.findall(r"[a-z0-9_.]+", title.lower())) - _STOP


def hidden_character(book: Book) -> Iterator[Problem]:
    """No text holds a character that turns the direction of writing.

    **Why**: it makes a reviewer see another text than the one that is there: `exe.gpj` for what is `jpg.exe`.

    **Wrong**: a U+202E, the right-to-left override, in a sample that was copied from a web page.

    **Right**: the text without it; where a log really has one, write `[U+202E]`.
    """
    for entry in book.entries.values():
        document = book.document(entry)
        for keys, text in document.strings:
            if not text.isascii() and (found := _TURNING.search(text)):
                place = document.place_in(keys, found.start())
                sentence = f"the text holds U+{ord(found[0]):04X}, which hides what it says"
                yield document.problem_at("hidden-character", place, sentence, "remove it")


RULES = (
    Rule("summary-length", summary_length, Reach.ENTRY),
    Rule("unfinished", unfinished, Reach.ENTRY),
    Rule("filler", filler, Reach.ENTRY),
    Rule("boilerplate", boilerplate, Reach.FACTS, facts=(_SENTENCES,)),
    Rule("empty-advice", empty_advice, Reach.ENTRY),
    Rule("near-title", near_title, Reach.FACTS, facts=(NAMES,)),
    Rule("hidden-character", hidden_character, Reach.ENTRY),
)
