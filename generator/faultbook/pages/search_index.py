"""The index of a large book: runs of documents joined into files, of which a browser reads those that a query needs.

What depends on a few documents is kept by a digest of them, and made anew only when they change: an edit of one entry
makes its run and the groups of its terms that changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from faultbook.pages.search_blocks import EACH, Indexed, blocks_of, indexed, text_digest
from faultbook.pages.search_postings import FIELDS, json_line, varint, varints
from faultbook.pages.search_signatures import BITS, GRAM, Signed, file_keys

__all__ = ["Documents", "Files", "Kept", "index_files", "of_texts"]

FORMAT = 3
_SHARD = 5_000  # characters of a file of terms, where none is longer
_NAME = 8  # characters of a digest that stand in a file's name


class Kept(Protocol):
    """What earlier builds made, by key; contents are what JSON can say."""

    def get(self, keys: Iterable[str]) -> dict[str, Any]:
        """Return the contents of those of *keys* that are kept."""

    def known(self, keys: Iterable[str]) -> set[str]:
        """Return those of *keys* that are kept."""

    def put(self, contents: Mapping[str, Any]) -> None:
        """Keep *contents*."""


class Documents(NamedTuple):
    """All documents, in order; what is kept of them is not asked for."""

    paths: Sequence[str]
    digests: Sequence[str]
    """Of all that each document and its signatures rest on."""
    made: Callable[[range], tuple[Sequence[Mapping[str, Any]], Sequence[Signed | None]]]
    """Makes those of a run, and the signatures of those that are entries."""


class Files(NamedTuple):
    """Files of the site: which content each has, and the texts that were made."""

    keys: dict[str, str]
    """A key of each file's content, by its path; contents of one key are the same."""
    texts: dict[str, str]
    """The text of each key that is not kept by an earlier build under this very key, as ``{"text": text}``."""


def of_texts(texts: Mapping[str, str]) -> Files:
    """Return files with *texts*, by path."""
    keys = {path: f"search {text_digest('', text)}" for path, text in texts.items()}
    return Files(keys, {keys[path]: text for path, text in texts.items()})


def index_files(documents: Documents, engine: Mapping[str, Any], kept: Kept | None = None) -> Files:
    """Return the files of the index; *engine* is what ``signatures.json`` says beside signatures and entries."""
    texts: dict[str, str] = {}
    runs = blocks_of(documents.paths)
    blocks, lines = _blocks(documents, runs, texts, kept)
    groups = _groups(blocks, texts, kept)
    names = [digest for block in blocks for digest in block.documents]
    signed = [digest for block in blocks for digest in block.signatures]
    first = {
        **engine,
        "gram": GRAM,
        "bits": BITS,
        "keys": _keys(blocks, lines, kept),
        "blocks": varints(len(block.signatures) for block in blocks),
        "files": _short(signed),
    }
    words = {"terms": "\n".join(group["terms"] for group in groups), "counts": "".join(g["counts"] for g in groups)}
    own = {text_digest(kind, text): text for kind, text in (("g", json_line(first)), ("w", json_line(words)))}
    texts |= own
    head = {
        "format": FORMAT,
        "documents": len(documents.paths),
        "blocks": varints(map(len, runs)),
        "kinds": _runs(kind for block in blocks for kind in block.kinds),
        "average": _averages(blocks),
        "lengths": [varints(n for block in blocks for n in block.lengths[field]) for field in range(len(FIELDS))],
        "names": "".join(block.names for block in blocks),
        "each": EACH,
        "terms": [term for group in groups for term in group["firsts"]],
        "term_files": _short(digest for group in groups for digest in group["files"]),
        "document_files": _short(names),
        "word_files": _short(digest for digest in own if digest[0] == "w"),
        "signature_files": _short(digest for digest in own if digest[0] == "g"),
    }
    all_ = [*names, *signed, *own, *(digest for group in groups for digest in group["files"])]
    files = Files({_path(digest): f"search {digest}" for digest in all_}, {})
    files.texts.update({f"search {digest}": text for digest, text in texts.items()})
    last = of_texts({"search.json": json_line(head)})
    return Files(files.keys | last.keys, files.texts | last.texts)


def _path(digest: str) -> str:
    """Return where a file is.

    A browser may keep it for ever; of another build it finds none, instead of one that fits nothing it has.
    """
    return f"search/{digest[0]}.{digest[1 : 1 + _NAME]}.json"


def _short(digests: Iterable[str]) -> str:
    return "".join(digest[1 : 1 + _NAME] for digest in digests)


def _digest(*parts: Any) -> str:
    text = json.dumps(parts, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=20).hexdigest()


def _blocks(
    documents: Documents, runs: Sequence[range], texts: dict[str, str], kept: Kept | None
) -> tuple[list[Indexed], dict[str, Any]]:
    """Return the runs, and the templates of those made now; the texts of files that are not kept come into *texts*."""
    keys = [_digest(FORMAT, documents.digests[run.start : run.stop]) for run in runs] if kept is not None else []
    found = {key: Indexed(*content) for key, content in kept.get(keys).items()} if kept is not None else {}
    there = kept.known(name for block in found.values() for name in _contents(block)) if kept is not None else set()
    blocks, lines, new = [], {}, {}
    for at, run in enumerate(runs):
        block = found.get(keys[at]) if keys else None
        if block is None or not set(_contents(block)) <= there:
            block, templates, own = indexed(*documents.made(run))
            lines[block.lines] = templates
            texts |= own
            if keys:
                new[keys[at]] = block
        blocks.append(block)
    if kept is not None and new:
        kept.put({**new, **{f"lines {digest}": templates for digest, templates in lines.items()}})
    return blocks, lines


def _contents(block: Indexed) -> list[str]:
    return [f"lines {block.lines}", *(f"search {digest}" for digest in (*block.documents, *block.signatures))]


def _keys(blocks: Sequence[Indexed], lines: Mapping[str, Any], kept: Kept | None) -> str:
    """Return the hashes by which each file of signatures is known; *lines* are the templates that are at hand."""
    key = _digest(FORMAT, "keys", [block.lines for block in blocks])
    if kept is not None and (found := kept.get([key]).get(key)) is not None:
        return str(found)
    missing = [f"lines {block.lines}" for block in blocks if block.lines not in lines]
    all_ = {**{f"lines {digest}": templates for digest, templates in lines.items()}}
    all_ |= kept.get(missing) if kept is not None else {}
    keys = "".join(file_keys([file for block in blocks for file in all_[f"lines {block.lines}"]]))
    if kept is not None:
        kept.put({key: keys})
    return keys


def _groups(blocks: Sequence[Indexed], texts: dict[str, str], kept: Kept | None) -> list[dict[str, Any]]:
    """Return the groups of terms in order, each with its files; the texts that are not kept come into *texts*."""
    numbers = sorted({int(number) for block in blocks for number in block.groups})
    keys = {}
    if kept is not None:
        of_blocks = [{number: digest for number, (_, digest) in block.groups.items()} for block in blocks]
        keys = {number: _digest(FORMAT, [each.get(str(number), "") for each in of_blocks]) for number in numbers}
    found = kept.get(keys.values()) if kept is not None else {}
    there = kept.known(f"search {digest}" for each in found.values() for digest in each["files"]) if kept else set()
    groups, new = [], {}
    for number in numbers:
        group = found.get(keys[number]) if keys else None
        if group is None or not {f"search {digest}" for digest in group["files"]} <= there:
            group, own = _joined([block.groups.get(str(number), ("", ""))[0] for block in blocks])
            texts |= own
            if keys:
                new[keys[number]] = group
        groups.append(group)
    if kept is not None and new:
        kept.put(new)
    return groups


def _joined(parts: Sequence[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return a group whose *parts* the blocks have, in order, and its files by their digests."""
    lists: dict[str, list[str]] = {}
    last: dict[str, int] = {}
    for number, part in enumerate(parts):
        found = part.split("!")
        for term, text in zip(found[::2], found[1::2], strict=False):
            if term in lists:
                lists[term] += (varint(number - last[term]), text)
            else:
                lists[term] = [varint(number), text]
            last[term] = number
    ordered = sorted(lists, key=_order)
    shards: list[dict[str, str]] = []
    size = _SHARD
    for term in ordered:
        text = "".join(lists[term])
        if size + len(text) > _SHARD:
            shards.append({})
            size = 0
        shards[-1][term] = text
        size += len(text) + len(term) + 6
    files = {text_digest("t", text): text for text in map(json_line, shards)}
    counts = (sum(map(_first, lists[term][1::2])) for term in ordered)
    group = {
        "terms": _front_coded(ordered),
        "counts": varints(counts),
        "firsts": [next(iter(shard)) for shard in shards],
        "files": list(files),
    }
    return group, files


def _first(text: str) -> int:
    """Return the first number of a text of numbers."""
    number = shift = 0
    for character in text:
        bits = ord(character)
        bits -= 36 if bits > 92 else 35  # noqa: PLR2004 -- the backslash, which is left out
        number += (bits & 31) << shift
        if bits < 32:  # noqa: PLR2004 -- no sixth bit
            break
        shift += 5
    return number


def _order(term: str) -> bytes:
    """Return by what JavaScript orders texts."""
    return term.encode("utf-16-be", "surrogatepass")


def _front_coded(ordered: Iterable[str]) -> str:
    """Return every term, each without what it shares with the one before."""
    before, terms = "", []
    for term in ordered:
        shared = 0
        for one, other in zip(before, term, strict=False):
            if one != other:
                break
            shared += 1
        terms.append(varint(shared) + term[shared:])
        before = term
    return "\n".join(terms)


def _averages(blocks: Iterable[Indexed]) -> list[float]:
    """Return the average length of each field as MiniSearch has it: a document without the field counts as average."""
    averages = []
    lengths = [[length for block in blocks for length in block.lengths[field]] for field in range(len(FIELDS))]
    for own in lengths:
        average = 0.0
        for before, length in enumerate(own):
            if length:
                average = (average * before + length) / (before + 1)
        averages.append(average)
    return averages


def _runs(kinds: Iterable[str]) -> list[list[Any]]:
    """Return how many documents of one kind follow each other."""
    runs: list[list[Any]] = []
    for kind in kinds:
        if runs and runs[-1][0] == kind:
            runs[-1][1] += 1
        else:
            runs.append([kind, 1])
    return runs
