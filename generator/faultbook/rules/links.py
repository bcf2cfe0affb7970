"""Relations and sources: they exist, they hold both ways, and every claim has one or says why not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from faultbook.book import Book
from faultbook.document import Document, KeyPath
from faultbook.entry import HEALTHY, UNLISTED, Entry
from faultbook.place import Problem, did_you_mean, surely_meant
from faultbook.rules.prose import is_placeholder, texts
from faultbook.rules.rule import Fact, Reach, Rule, unread_slugs
from faultbook.vocabulary import Relation

__all__ = ["CLAIMS", "RULES", "claims", "missing_sides"]

#: Fields that claim something about the world; the others are instructions or follow from these.
CLAIMS = ("affects", "symptoms", "cause", "scale", "not_fixes", "prevention", "monitor")
_INVERSE = {
    Relation.CONFUSED_WITH: Relation.CONFUSED_WITH,
    Relation.SEE: Relation.SEE,
    Relation.CAUSES: Relation.CAUSED_BY,
    Relation.CAUSED_BY: Relation.CAUSES,
}
_URL = re.compile(r"https://[a-z0-9.-]+\.[a-z]{2,}(?::[0-9]+)?(?:/\S*)?", re.IGNORECASE)
#: Code, or a link with its target; code is taken first, since `handlers[0](x)` in it is no link.
_LINK = re.compile(r"(`+).*?\1|\[[^\]\n]*\]\(\s*<?(?P<target>[^)>\s]+)", re.DOTALL)
_MARKDOWN = {"cause", "scale", "faq"}  # the fields that a page renders as Markdown


def claims(entry: Entry) -> tuple[str, ...]:
    """Return the paths of what *entry* claims: its claim fields that are not empty, and each fix."""
    fields = [name for name in CLAIMS if getattr(entry, name)]
    return (*fields, *(f"fixes.{name}" for name in entry.fixes))


def unknown_entry(book: Book) -> Iterator[Problem]:
    """Every entry that is named exists.

    **Why**: the page links to it.

    **Wrong**: `confused_with: cuda-oom-fragmentaton`

    **Right**: the id as its file is named; a failure without an entry yet is `unlisted` in a near miss.
    """
    there = {*book.entries, *(slug.partition("/")[2] for slug in unread_slugs(book))}
    for here, names in _NAMES_OTHERS.of(book).items():
        if here not in names and there.issuperset(names):
            continue
        entry = book.entries[here]
        for keys, id_ in _named(entry):
            if id_ == entry.id:
                yield book.document(entry).problem(
                    "unknown-entry", keys, "the entry names itself", "name the other one"
                )
            elif id_ not in there and not _is_no_entry(keys, id_):
                known = [*book.entries, HEALTHY, UNLISTED] if keys[-1] == "is" else book.entries
                near, meant = did_you_mean(id_, known), surely_meant(id_, known)
                meant = None if meant == entry.id else meant
                sentence = f"'{id_}' is no entry"
                yield book.document(entry).problem("unknown-entry", keys, sentence, near, meant)


def _named(entry: Entry) -> Iterator[tuple[KeyPath, str]]:
    """Yield where *entry* names another, and the id."""
    for index, item in enumerate(entry.related):
        yield ("related", index, item.kind.value), item.target
    for index, question in enumerate(entry.confirm):
        for position, id_ in enumerate(question.rules_out):
            yield ("confirm", index, "rules_out", position), id_
    for name, signature in entry.signatures.items():
        for index, miss in enumerate(signature.near_misses):
            yield ("signatures", name, "near_misses", index, "is"), miss.is_
    for name, figure in entry.figures.items():
        for index, miss in enumerate(figure.near_misses):
            yield ("figures", name, "near_misses", index, "is"), miss.is_


def _is_no_entry(keys: KeyPath, id_: str) -> bool:
    """Return whether a near miss at *keys* says that its text is of no entry, by intent."""
    return keys[-1] == "is" and id_ in {HEALTHY, UNLISTED}


def one_sided(book: Book) -> Iterator[Problem]:
    """A relation holds both ways: `confused_with` and `see` in both entries, `causes` against `caused_by`.

    **Why**: a reader may land on either page; and each side's reason is written from where its reader stands.

    **Wrong**: A says `causes: B`, and B says nothing of A.

    **Right**: B says `caused_by: A`, with its own reason.
    """
    relations = {id_: {(kind, target) for kind, target in items} for id_, items in _RELATIONS.of(book).items()}
    if all(
        target == id_ or target not in relations or (_INVERSE[Relation(kind)].value, id_) in relations[target]
        for id_, items in relations.items()
        for kind, target in items
    ):
        return
    for entry, index, other, inverse in missing_sides(book):
        sentence = f"{other.slug} does not say '{inverse}: {entry.id}'"
        hint = f"add it to {other.path} with its reason"
        keys = ("related", index, entry.related[index].kind)
        yield book.document(entry).problem("one-sided", keys, sentence, hint)


def missing_sides(book: Book) -> Iterator[tuple[Entry, int, Entry, Relation]]:
    """Yield an entry, the number of a relation of it, the other entry, and the relation that is missing there."""
    for entry in book.entries.values():
        for index, item in enumerate(entry.related):
            other = book.entries.get(item.target)
            if other is None or other is entry:
                continue
            inverse = _INVERSE[item.kind]
            if not any(back.kind is inverse and back.target == entry.id for back in other.related):
                yield entry, index, other, inverse


def untold_apart(book: Book) -> Iterator[Problem]:
    """Two entries that are confused are told apart by a near miss in at least one of them.

    **Why**: "looks alike" is worth little until a text shows the difference, and a test holds it.

    **Wrong**: `confused_with: cuda-oom-capacity` and no near miss that `is: cuda-oom-capacity`.

    **Right**: a near miss with the other's message, and what tells it apart.
    """
    misses = _MISSES.of(book)
    for id_, items in _RELATIONS.of(book).items():
        confused = (target for kind, target in items if kind == Relation.CONFUSED_WITH.value and target in misses)
        if all(target in misses[id_] or id_ in misses[target] for target in confused):
            continue
        entry = book.entries[id_]
        for index, item in enumerate(entry.related):
            other = book.entries.get(item.target)
            if item.kind is not Relation.CONFUSED_WITH or other is None:
                continue
            if not (_misses(entry, other.id) or _misses(other, entry.id)):
                sentence = f"no near miss tells it from {other.slug}"
                hint = f"add one with 'is: {other.id}' to a signature"
                yield book.document(entry).problem("untold-apart", ("related", index, item.kind), sentence, hint)


def _misses(entry: Entry, id_: str) -> bool:
    return any(miss.is_ == id_ for signature in entry.signatures.values() for miss in signature.near_misses)


def source_address(book: Book) -> Iterator[Problem]:
    """A source's address is https, and stands once in the entry.

    **Why**: an address that others can change on the way, or that is not one, supports nothing.

    **Wrong**: `url: docs.nvidia.com/deploy/xid-errors`

    **Right**: `url: https://docs.nvidia.com/deploy/xid-errors/`
    """
    for entry in book.entries.values():
        document = book.document(entry)
        seen: dict[str, int] = {}
        for index, source in enumerate(entry.sources):
            if source.url is None or is_placeholder(source.url):
                continue
            if not _URL.fullmatch(source.url):
                sentence = f"'{source.url}' is no https address"
                meant = _https(source.url)
                hint = f"write '{meant}'" if meant else None
                yield document.problem("source-address", ("sources", index, "url"), sentence, hint, meant)
            first = seen.setdefault(source.url, index)
            if first != index:
                sentence = f"'{source.url}' is source {first + 1} already"
                yield document.problem("source-address", ("sources", index, "url"), sentence, "merge their 'supports'")


def _https(address: str) -> str | None:
    """Return *address* with https, when that makes it an address."""
    meant = f"https://{address.partition('://')[2] or address}"
    return meant if _URL.fullmatch(meant) else None


def unsupported(book: Book) -> Iterator[Problem]:
    """Each claim has a source that supports it, or says why it has none.

    Claims are `affects`, `symptoms`, `cause`, `scale`, `not_fixes`, `prevention`, `monitor` and each fix.

    **Why**: a page is worth what it rests on; a reader must see which of its statements rest on nothing but us.

    **Wrong**: a `scale` that no source's `supports` names.

    **Right**: `supports: [cause, scale]`, or `unsourced: {scale: follows from the mechanism}`. A reason that a source
    has made needless must go.
    """
    for entry in book.entries.values():
        document = book.document(entry)
        supported = {path for source in entry.sources for path in source.supports}
        fixes = {f"fixes.{name}" for name in entry.fixes}
        for path in claims(entry):
            field = path.partition(".")[0]
            if not (supported & {path, field} or any(item.startswith(f"{path}.") for item in supported)):
                if path in entry.unsourced or field in entry.unsourced:
                    continue
                keys = tuple(path.split("."))
                sentence = f"no source supports '{path}'"
                hint = "name it in a source's 'supports', or give the reason under 'unsourced'"
                yield document.problem_at("unsupported", document.key_place(*keys), sentence, hint)
        for path in entry.unsourced:
            if path not in {*claims(entry), "fixes"}:
                known = did_you_mean(path, claims(entry))
                place = document.key_place("unsourced", path)
                yield document.problem_at("unsupported", place, f"'{path}' is no claim of this entry", known)
            elif supported & {path, path.partition(".")[0]} or (path == "fixes" and fixes <= supported):
                place = document.key_place("unsourced", path)
                yield document.problem_at(
                    "unsupported", place, f"a source supports '{path}'; the reason is needless", "remove it"
                )


def supports_nothing(book: Book) -> Iterator[Problem]:
    """Each path that a source supports is one of this entry's.

    **Why**: a misspelt path supports nothing, and looks as if it did.

    **Wrong**: `supports: [fixes.larger-batches]` when the fix is called `larger-batch`.

    **Right**: the field's name, or its path with points.
    """
    for entry in book.entries.values():
        document = book.document(entry)
        for index, source in enumerate(entry.sources):
            for position, path in enumerate(source.supports):
                if not _resolves(document.values, path):
                    keys = ("sources", index, "supports", position)
                    known = [*document.values, *claims(entry), *(f"signatures.{name}" for name in entry.signatures)]
                    near, meant = did_you_mean(path, known), surely_meant(path, known)
                    yield document.problem("supports-nothing", keys, f"'{path}' is no field of this entry", near, meant)


def _resolves(values: Any, path: str) -> bool:
    for key in path.split("."):
        if isinstance(values, dict) and key in values:
            values = values[key]
        elif isinstance(values, list) and key.isdigit() and int(key) < len(values):
            values = values[int(key)]
        else:
            return False
    return True


def dead_link(book: Book) -> Iterator[Problem]:
    """A link in the text goes to an https address, or to an entry by its place beside this one.

    **Why**: pages stand at `area/id/`, so a link to another is `../../area/id/`; anything else leads nowhere.

    **Wrong**: `[a full device](cuda-oom-capacity)`

    **Right**: `[a full device](../../memory/cuda-oom-capacity/)`
    """
    pages = {f"../../{slug}/": slug.partition("/")[2] for slug in book.slugs}
    for id_, targets in _LINKS.of(book).items():
        if all(target.partition("#")[0] in pages for target in targets):
            continue
        document = book.document(book.entries[id_])
        for keys, link in _links(document):
            target = link["target"]
            if target.partition("#")[0] in pages or _URL.fullmatch(target):
                continue
            place = document.place_in(keys, link.start("target"), len(target))
            named = target.strip("./").rpartition("/")[2].removesuffix(".md")
            right = next((page for page, known in pages.items() if known == named), None)
            hint = f"write '{right}'" if right else did_you_mean(target, pages)
            sentence = f"'{target}' is neither https nor an entry"
            meant = right if place != document.place(*keys) else None
            yield document.problem_at("dead-link", place, sentence, hint, meant, keys)


def _links(document: Document) -> Iterator[tuple[KeyPath, re.Match[str]]]:
    """Yield each link of the text that a page renders, and the path of the text."""
    for keys, text in texts(document):
        if "](" in text and keys[0] in _MARKDOWN:
            yield from ((keys, link) for link in _LINK.finditer(text) if link["target"] is not None)


def _targets(_: Entry, document: Document) -> list[Any]:
    """Return where links go that are no https addresses."""
    return [link["target"] for _, link in _links(document) if not _URL.fullmatch(link["target"])]


def _names_others(entry: Entry, _: Document) -> list[Any]:
    return list(dict.fromkeys(id_ for keys, id_ in _named(entry) if not _is_no_entry(keys, id_)))


def _relations(entry: Entry, _: Document) -> list[Any]:
    return [[item.kind.value, item.target] for item in entry.related]


def _misses_of(entry: Entry, _: Document) -> list[Any]:
    return [miss.is_ for signature in entry.signatures.values() for miss in signature.near_misses]


_LINKS = Fact("links", _targets)
_NAMES_OTHERS = Fact("names others", _names_others)
_RELATIONS = Fact("relations", _relations)
_MISSES = Fact("misses", _misses_of)

RULES = (
    Rule("unknown-entry", unknown_entry, Reach.FACTS, facts=(_NAMES_OTHERS,)),
    Rule("one-sided", one_sided, Reach.FACTS, facts=(_RELATIONS,)),
    Rule("untold-apart", untold_apart, Reach.FACTS, facts=(_RELATIONS, _MISSES)),
    Rule("source-address", source_address, Reach.ENTRY),
    Rule("unsupported", unsupported, Reach.ENTRY),
    Rule("supports-nothing", supports_nothing, Reach.ENTRY),
    Rule("dead-link", dead_link, Reach.FACTS, facts=(_LINKS,)),
)
