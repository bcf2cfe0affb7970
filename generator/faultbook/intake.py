"""A log to what a new entry starts with: the message that failed first, what wrote it, who knows it, what is alike."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from faultbook.book import Book
from faultbook.diagnosis.engine import Engine
from faultbook.diagnosis.scan import Extract
from faultbook.diagnosis.session import engine_for
from faultbook.diagnosis.sources import Source
from faultbook.diagnosis.verdict import Diagnosis
from faultbook.entry import Entry
from faultbook.mask import MASK, Masker
from faultbook.scaffold import LogFacts, read_log
from faultbook.software import software_in
from faultbook.vocabulary import Area

__all__ = ["Alike", "Intake", "hidden_text", "take_in"]

_KEPT = 4 << 20  # bytes of each end of a log in which versions are looked for: banners stand at its start
_MOST_ALIKE = 4
_LIKE_TITLE, _LIKE_TEXT = 80, 72  # of a hundred, from which a title or a sample is like the message
_ID_WORDS, _ID_LENGTH = 6, 48
#: The type of an exception, which says little in a name.
_TYPE = re.compile(r"^(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception): ")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_STOP = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be but by can could did do error exception for from get got has have if in is it its not of"
        " on or runtime that the this to was when with while you your value type",
    )
)
#: Words of a message that tell an area when no entry is alike; the first that is found counts.
_AREAS = (
    (Area.HARDWARE, r"NVRM|\bXid\b|\bECC\b|fallen off|nvlink|\bPCIe?\b|oom-kill|Out of memory: Killed"),
    (Area.MEMORY, r"out of memory|OutOfMemory|cannot allocate|\bOOM\b"),
    (Area.DISTRIBUTED, r"NCCL|gloo|\brank\b|collective|process group|torchrun|rendezvous|FSDP|DDP|all.?reduce"),
    (Area.SERVING, r"vllm|sglang|EngineCore|KV cache|tensorrt.?llm|/v1/"),
    (Area.CHECKPOINTS, r"state_dict|checkpoint|safetensors|UnpicklingError|pickle"),
    (Area.DATA, r"DataLoader|dataset|collate|tokeniz|parquet|\bshm\b"),
    (Area.KERNELS, r"triton|inductor|kernel|cutlass|\bptxas\b|nvcc|flash.?attn"),
    (Area.ENVIRONMENT, r"ModuleNotFound|ImportError|undefined symbol|driver version|CondaError|No module named|GLIBC"),
)


@dataclasses.dataclass(frozen=True, slots=True)
class Alike:
    """An entry that is like the failure, and how."""

    entry: Entry
    how: str
    sample: str
    """The sample of the entry that is most like it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Intake:
    """What a log gives for a new entry."""

    facts: LogFacts
    failed: bool
    """Whether the log shows a failure; otherwise its last alarming line was taken."""
    known: tuple[Entry, ...]
    """Entries that a diagnosis names: the book knows this failure already."""
    known_at: int
    """The line by which it does."""
    alike: tuple[Alike, ...]
    hidden: Mapping[str, int]
    """How many of each kind were masked in what goes into files."""
    slug: str
    """A proposal: area and id, free in the book."""


class _Ends:
    """The two ends of what flows through."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = pieces
        self.head, self.tail = b"", b""

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._pieces:
            if len(self.head) < _KEPT:
                self.head += piece[: _KEPT - len(self.head)]
            self.tail = (self.tail + piece)[-_KEPT:]
            yield piece


def take_in(book: Book, source: Source) -> Intake:
    """Return what the log *source* gives, by the signatures of *book*.

    Raises:
        SourceError: when it cannot be read.

    """
    engine = engine_for(book.entries.values())
    ends = _Ends(source.pieces())
    extract = engine.scan(source.name, ends)
    diagnosis = engine.judge([extract])
    facts = _facts(diagnosis, ends)
    text = (ends.head + b"\n" + ends.tail).decode("utf-8", "replace")
    software = software_in(text)
    masker = Masker(_hosts(diagnosis))
    text_masked = masker.masked(facts.text or facts.line)
    hidden = dict(masker.hidden)  # the message is a piece of the text
    facts = dataclasses.replace(
        facts,
        line=masker.masked(facts.line),
        text=text_masked,
        stacks=software.stacks,
        versions=software.versions,
    )
    known = tuple(book.entries[item.entry] for item in diagnosis.diagnoses if item.entry in book.entries)
    known_at = diagnosis.logs[0].number(diagnosis.diagnoses[0].match.line) if known else 0
    alike = _alike(book, engine, extract, diagnosis, facts.line)
    area = _area(facts.line, alike)
    return Intake(
        facts,
        diagnosis.initiating is not None,
        known,
        known_at,
        alike,
        hidden,
        f"{area}/{_free_id(book, facts.line)}",
    )


def _facts(diagnosis: Diagnosis, ends: _Ends) -> LogFacts:
    """Return the message that failed first; of a log that shows no failure, what the last alarming line says."""
    first = diagnosis.initiating
    if first is None:
        facts = read_log(ends.tail)
        above = diagnosis.logs[0].extract.lines - ends.tail.count(b"\n") - (not ends.tail.endswith(b"\n"))
        return dataclasses.replace(facts, number=facts.number + max(0, above))
    event = first.event
    log = diagnosis.logs[event.file]
    number = event.line
    message = event.read.body.strip()
    if event.raised is not None:
        number = event.raised.line
        line = log.lines.get(number)
        head = event.raised.message.splitlines()
        message = f"{event.raised.type}: {head[0]}" if head and head[0] else event.raised.type
        text = line.text if line is not None else message
    else:
        text = event.read.text
    return LogFacts(message, log.number(number), text=text.strip(), raised=event.raised is not None)


def _hosts(diagnosis: Diagnosis) -> list[str]:
    return sorted({event.host for event in diagnosis.events if event.host is not None})


def _alike(book: Book, engine: Engine, extract: Extract, diagnosis: Diagnosis, message: str) -> tuple[Alike, ...]:
    """Return the entries that are like *message*, most alike first.

    Those are the entries that the log names or nearly names, and those whose texts or titles share its words.
    """
    found: dict[str, tuple[float, str]] = {}

    def add(entry: str, score: float, how: str) -> None:
        if entry in book.entries and score > found.get(entry, (0.0, ""))[0]:
            found[entry] = (score, how)

    for item in diagnosis.diagnoses:
        add(item.entry, 200, "the log shows its signature")
    for signature in engine.matcher.signatures:
        explanation = engine.matcher.explain(signature, extract.finds)
        if explanation is not None and (explanation.captures or explanation.failed):
            add(signature.entry, 150, f"its signature '{signature.name}' nearly matches: {explanation}")
    for entry, score, how in _like_texts(book, message):
        add(entry, score, how)
    ranked = sorted(found.items(), key=lambda item: (-item[1][0], item[0]))[:_MOST_ALIKE]
    return tuple(Alike(book.entries[id_], how, _nearest_sample(book.entries[id_], message)) for id_, (_, how) in ranked)


def _like_texts(book: Book, message: str) -> Iterator[tuple[str, float, str]]:
    from rapidfuzz import fuzz  # noqa: PLC0415 -- what only an author needs

    said = _plain(message)
    if not said:
        return
    for entry in book.entries.values():
        for signature in entry.signatures.values():
            for sample in signature.samples:
                score = fuzz.token_set_ratio(said, _plain(sample.text))
                if score >= _LIKE_TEXT:
                    yield entry.id, score, "its message shares words"
        for name in (entry.title, *entry.aliases):
            score = fuzz.token_set_ratio(said, _plain(name))
            if score >= _LIKE_TITLE:
                yield entry.id, score, f"it is called '{name}'"


def _plain(text: str) -> str:
    return " ".join(word.lower() for word in _WORD.findall(MASK.sub(" ", text)) if word.lower() not in _STOP)


def _nearest_sample(entry: Entry, message: str) -> str:
    from rapidfuzz import fuzz  # noqa: PLC0415 -- as above

    samples = [sample.text for signature in entry.signatures.values() for sample in signature.samples]
    return max(samples, key=lambda text: fuzz.token_set_ratio(_plain(message), _plain(text)))


def _area(message: str, alike: Iterable[Alike]) -> str:
    """Return the area of most entries that are alike, or that which the message's words tell."""
    areas = Counter(str(item.entry.area) for item in alike)
    if areas:
        return areas.most_common(1)[0][0]
    told = (area for area, pattern in _AREAS if re.search(pattern, message, re.IGNORECASE))
    return str(next(told, Area.TRAINING))


def _free_id(book: Book, message: str) -> str:
    """Return an id made of the message's first telling words, which no entry has or had."""
    words: list[str] = []
    message = _TYPE.sub("", message) or message
    for word in _plain(re.sub(r"/\S+|0x[0-9a-f]+|[0-9.]+ ?[KMGT]i?B|\S*[0-9]{3,}\S*", " ", message)).split():
        if word not in words and len("-".join([*words, word])) <= _ID_LENGTH:
            words.append(word)
    id_ = "-".join(words[:_ID_WORDS]) or "new-failure"
    taken = {*book.entries, *book.retired, *(path.rpartition("/")[2].removesuffix(".yaml") for path in book.documents)}
    number = 2
    free = id_
    while free in taken:
        free, number = f"{id_}-{number}", number + 1
    return free


def hidden_text(hidden: Mapping[str, int]) -> str:
    """Return what was masked, in words: ``2 secrets, 1 address``."""
    plural = {"address": "addresses"}
    return ", ".join(
        f"{count} {kind if count == 1 else plural.get(kind, f'{kind}s')}" for kind, count in sorted(hidden.items())
    )
