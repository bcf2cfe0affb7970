"""The logs of the development set, and which of them two books diagnose differently.

The set is ``benchmarks/diagnosis/cases/``, ``incidents/`` and the healthy logs of ``tests/benign/``, as they are now.
Only logs in which a signature of a changed entry finds a line are diagnosed: no other can be told differently.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from faultbook.book import Book
from faultbook.diagnosis.engine import Engine
from faultbook.diagnosis.session import engine_for
from faultbook.document import read_document
from faultbook.signatures.compiled import About, CompiledFigure, CompiledSignature
from faultbook.signatures.matcher import Matcher

__all__ = ["Answers", "LogSet", "Told", "compare_answers", "development_set"]

_LABEL, _INCIDENT = "label.yaml", "incident.yaml"
HEALTHY = "no-failure"


@dataclasses.dataclass(frozen=True, slots=True)
class LogSet:
    """The logs of one job, and what is known of them."""

    path: str
    """Under the book's root."""
    files: tuple[Path, ...]
    expected: str | None
    """Slug of the entry that they show, or the verdict when that is none; ``None`` when nobody said."""


@dataclasses.dataclass(frozen=True, slots=True)
class Told:
    """What a book says of a set of logs."""

    verdict: str
    entries: tuple[str, ...]
    """Slugs, best first."""
    first: str | None
    """File and line of what failed first."""
    matches: tuple[str, ...]
    """Each signature that matches, with file and line of its evidence."""

    def __str__(self) -> str:
        return ", ".join(self.entries) or self.verdict

    def right(self, expected: str | None) -> bool | None:
        """Return whether this is what was *expected*; ``None`` when nobody said."""
        if expected is None:
            return None
        return expected == (self.entries[0] if self.entries and "/" in expected else self.verdict)


@dataclasses.dataclass(frozen=True, slots=True)
class Answers:
    """A set of logs of which two books say different things."""

    logs: LogSet
    before: Told
    now: Told

    @property
    def diagnosed_differently(self) -> bool:
        """Whether more differs than which signatures match beside the diagnosis."""
        return dataclasses.replace(self.before, matches=()) != dataclasses.replace(self.now, matches=())

    @property
    def turn(self) -> str:
        """``better`` or ``worse`` by what is known of the logs, or nothing when it is as right as it was."""
        before, now = self.before.right(self.logs.expected), self.now.right(self.logs.expected)
        return "" if before == now else "better" if now else "worse"


def development_set(root: Path) -> tuple[LogSet, ...]:
    """Return the sets of logs that the project under *root* has, in the order of their paths."""
    return tuple(_sets(root))


def _sets(root: Path) -> Iterator[LogSet]:
    for file in sorted((root / "benchmarks/diagnosis/cases").glob(f"*/{_LABEL}")):
        label = _values(file)
        files = sorted(path for path in file.parent.iterdir() if path.name != _LABEL and path.is_file())
        yield _set(root, file.parent, files, label.get("entry") or label.get("verdict"))
    for file in sorted((root / "incidents").glob(f"*/{_INCIDENT}")):
        label = _values(file)
        yield _set(root, file.parent, [file.parent / str(log) for log in label.get("logs") or ()], label.get("entry"))
    for file in sorted((root / "tests/benign").glob("*.log")):
        yield _set(root, file, [file], HEALTHY)


def _set(root: Path, path: Path, files: Iterable[Path], expected: Any) -> LogSet:
    there = tuple(file for file in files if file.is_file())
    return LogSet(path.relative_to(root).as_posix(), there, str(expected) if expected else None)


def _values(file: Path) -> dict[str, Any]:
    values = read_document(file.read_bytes(), file.name).values
    return values if isinstance(values, dict) else {}


def compare_answers(
    base: Book, head: Book, logs: Iterable[LogSet], renamed: Mapping[str, str]
) -> tuple[tuple[Answers, ...], int]:
    """Return the sets of *logs* that *base* and *head* tell differently, and how many had to be diagnosed.

    *renamed* holds slugs of now by slugs of before: a new name alone is no other diagnosis.
    """
    engines = engine_for(base.entries.values()), engine_for(head.entries.values())
    watch = _Watch(*engines, renamed)
    if not watch.needed:
        return (), 0
    found = []
    count = 0
    for item in logs:
        contents = {file.name: file.read_bytes() for file in item.files}
        if not watch.touches(contents.values()):
            continue
        count += 1
        before, now = (_told(engine, contents, names) for engine, names in zip(engines, (renamed, {}), strict=True))
        if before != now:
            found.append(Answers(item, before, now))
    return tuple(found), count


class _Watch:
    """Tells which logs a change can touch."""

    def __init__(self, base: Engine, head: Engine, renamed: Mapping[str, str]) -> None:
        old, new = _facts(base, renamed), _facts(head, {})
        changed = {slug for slug in old.keys() | new.keys() if old.get(slug) != new.get(slug)}
        slugs = {id_: renamed.get(about.slug, about.slug) for id_, about in base.about.items()}
        mine = [signature for signature in base.matcher.signatures if slugs[signature.entry] in changed]
        mine += [s for s in head.matcher.signatures if head.about[s.entry].slug in changed]
        self._matcher = Matcher(mine)
        # A figure is read from many formats of lines: where one changed, any log may tell another.
        self._any = _figures(base, slugs) != _figures(head, {id_: about.slug for id_, about in head.about.items()})
        self.needed = bool(mine) or self._any

    def touches(self, logs: Iterable[bytes]) -> bool:
        return self._any or any(any(self._matcher.finds(log)) for log in logs)


def _facts(engine: Engine, renamed: Mapping[str, str]) -> dict[str, Any]:
    """Return by slug of now what of each entry decides a diagnosis: its signatures, and how it stands to others."""
    slugs = {id_: renamed.get(about.slug, about.slug) for id_, about in engine.about.items()}
    return {slugs[id_]: _fact(engine, id_, about, slugs) for id_, about in engine.about.items()}


def _fact(engine: Engine, id_: str, about: About, slugs: Mapping[str, str]) -> tuple[Any, ...]:
    own: list[CompiledSignature] = [
        dataclasses.replace(signature, entry="") for signature in engine.matcher.signatures if signature.entry == id_
    ]
    relations = (sorted(slugs.get(other, other) for other in ids) for ids in (about.causes, about.confused_with))
    return (own, *relations)


def _figures(engine: Engine, slugs: Mapping[str, str]) -> set[CompiledFigure]:
    return {dataclasses.replace(figure, entry=slugs.get(figure.entry, "")) for figure in engine.figures}


def _told(engine: Engine, contents: Mapping[str, bytes], renamed: Mapping[str, str]) -> Told:
    extracts = [engine.scan(name, [content]) for name, content in contents.items()]
    answer = engine.answer(extracts)
    first = answer["initiating"]
    slugs = {id_: renamed.get(about.slug, about.slug) for id_, about in engine.about.items()}
    matches = {
        f"{slugs[match.entry]} {match.signature} {extract.name}:{match.line}"
        for extract in extracts
        for match in engine.matcher.assemble(extract.finds)
    }
    return Told(
        answer["verdict"],
        tuple(dict.fromkeys(renamed.get(item["slug"], item["slug"]) for item in answer["diagnoses"])),
        f"{first['file']}:{first['line']}" if first else None,
        tuple(sorted(matches)),
    )
