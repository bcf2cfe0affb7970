"""Makes the contents of the site's pages and files, by key; what an earlier build made is not made again.

When nothing changed since, the outline is at hand as well and the book is not even read. Otherwise it is, and only the
entries whose keys are new are made.
"""

from __future__ import annotations

import copy
import dataclasses
import datetime as dt
import functools
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from mkdocs.exceptions import PluginError

from faultbook.book import Book
from faultbook.history import read_history
from faultbook.pages import (
    Feedback,
    HandWritten,
    Page,
    Wanted,
    book_files,
    digest,
    entry_key,
    entry_outline,
    in_short,
    incident_logs,
    kept_addresses,
    made,
    other_pages,
    page_data,
    rows,
    unread_pages,
    with_former_anchors,
)
from faultbook.rules import RULES
from faultbook_mkdocs.crew import Crew
from faultbook_mkdocs.faces import whole
from faultbook_mkdocs.inputs import Inputs, of_entry, tool_digest
from faultbook_mkdocs.outline import ALL_TEXTS, Outline, Sheet, Summary, nav_of
from faultbook_mkdocs.reading import Reading, edited, read, settled
from faultbook_mkdocs.store import Store, squeezed

__all__ = ["Press"]

_BATCH = 128  # contents that are in memory at a time

_T = TypeVar("_T")


@dataclasses.dataclass(frozen=True, slots=True)
class _Setting:
    """What the pages of a site are made for."""

    address: str
    feedback: Feedback | None
    written: Sequence[HandWritten]


class Press:
    """Makes the outline and the contents of a site; what was made before comes from *store*.

    *publish* is ``proven`` or ``all``. A *strict* one makes nothing of a book with problems. What *before* has read is
    not read again when it is the same.
    """

    def __init__(
        self,
        root: Path,
        store: Store,
        inputs: Inputs | None,
        *,
        publish: str,
        strict: bool,
        before: Press | None = None,
    ) -> None:
        self.root, self.store = root, store
        self.stored = inputs is not None
        """Whether anything is kept for a later build."""
        self.history = read_history(root)
        self._publish, self._strict = publish, strict
        self._around = digest([tool_digest(), dt.datetime.now(dt.UTC).date().isoformat()])
        self._reading: Reading | None = None
        self._setting = _Setting("", None, ())
        self._wanted: Wanted | None = None
        self._anchors: Mapping[str, Collection[str]] | None = None
        self._lock = threading.RLock()
        self._others: dict[str, Any] = {}
        self._take(inputs)
        if before is not None and inputs is not None and before.read_digest == self.read_digest:
            self._reading = before._reading  # noqa: SLF001 -- one of its own

    def _take(self, inputs: Inputs | None) -> None:
        self._files: Mapping[str, str] = inputs.of_entries() if inputs is not None else {}
        dates = [(path, *map(str, dataclasses.astuple(each))) for path, each in self.history.items()]
        whole = [self._around, inputs.whole(), self._publish, self._strict, dates] if inputs is not None else None
        self._all = digest(whole) if whole is not None else None
        self.read_digest = digest([inputs.of_book(), dates]) if inputs is not None else ""
        """Of all that the reading rests on."""

    def summary(self) -> Summary:
        """Return what a build must know first; a strict one stops on a problem, and its book is not summed up."""
        key, kept = self._known("summary")
        if kept is not None:
            return Summary(**kept)
        problems = tuple(problem.text() if self._strict else str(problem) for problem in self.reading().problems)
        if problems and self._strict:
            return Summary(problems, (), {})
        summary = Summary(problems, tuple(self._left_out()), nav_of(self._shown()))
        if key is not None:
            self.store.put({key: dataclasses.asdict(summary)})
        return summary

    def reading(self) -> Reading:
        """Return the book, read when it is first asked for."""
        with self._lock:
            if self._reading is None:
                self._reading = read(self.root, self.history, self.store, self._files, self._around, cached=self.stored)
            return self._reading

    def outline(self, address: str, feedback: Feedback | None, written: Sequence[HandWritten]) -> Outline:
        """Return what the site at *address* shows; *written* are the pages of ``docs/``."""
        self._setting = _Setting(address, feedback, written)
        key, kept = self._known("outline", dataclasses.astuple(self._setting))
        if kept is not None:
            return Outline.of(kept)
        outline = self._outlined()
        if key is not None:
            self.store.put({key: outline.data()})
        return outline

    def contents(self, outline: Outline, keys: Iterable[str]) -> Iterator[tuple[str, Any]]:
        """Yield the content of each of *keys* in any order; what is not kept is made."""
        keys = list(dict.fromkeys(keys))
        missing: list[str] = []
        for start in range(0, len(keys), _BATCH):
            some = keys[start : start + _BATCH]
            found = self.store.get(some)
            missing += [key for key in some if key not in found]
            yield from found.items()
        if missing:
            yield from self._make(outline, missing)

    def carried(
        self, outline: Outline, keys: Sequence[str], carry: Callable[[str, Any], _T]
    ) -> Crew[tuple[list[_T], dict[str, bytes]]]:
        """Return the crew that makes what is not kept of *keys*, those of entries, and does *carry* with each content.

        What it gives goes through :meth:`taken`.
        """
        if len(self.store.known(keys)) < len(set(keys)) and self._wanted is None:
            self._outlined()  # here, so that no process has to
        slugs = {sheet.key: sheet.page.path for sheet in outline.sheets[: outline.entries]}
        return Crew(keys, functools.partial(self._batch, slugs, carry))

    def taken(self, found: tuple[list[_T], dict[str, bytes]]) -> list[_T]:
        """Keep what a crew made; return what was done with it."""
        done, made_ = found
        self.store.take(made_)
        return done

    def _batch(
        self, slugs: Mapping[str, str], carry: Callable[[str, Any], _T], keys: Sequence[str]
    ) -> tuple[list[_T], dict[str, bytes]]:
        """Return what *carry* gives for each of *keys*, and what was made for it."""
        kept = self.store.get(keys)
        missing = [key for key in keys if key not in kept]
        new = dict(zip(missing, self._pieces([slugs[key] for key in missing]), strict=True))
        return [carry(key, kept.get(key) or new[key]) for key in keys], {k: squeezed(new[k]) for k in new}

    def _pieces(self, slugs: Sequence[str]) -> Iterator[dict[str, Any]]:
        """Yield the content of each of the entries *slugs*."""
        if slugs and self._wanted is None:
            self._outlined()
        counts = self.reading().counts if slugs else {}
        for slug, found in zip(
            slugs, whole(self.root, self.store, self._files, self._around, counts, slugs), strict=True
        ):
            if found is None or self._wanted is None:
                raise PluginError(
                    f"faultbook: entries/{slug}.yaml was changed while the site was built; build it again"
                )
            piece = made(*found, self._wanted)
            yield {"page": page_data(piece.page), "json": piece.json, "markdown": piece.markdown}

    def warm(self, outline: Outline) -> None:
        """Read what :meth:`edited` needs, so that it need not."""
        self.reading()
        with self._lock:
            if self._anchors is None:
                there = {sheet.page.address: sheet.page.title for sheet in outline.sheets if sheet.page.kind != "moved"}
                self._anchors, _ = kept_addresses(self._shown(), there, self._setting.address)

    def edited(self, paths: Iterable[str], outline: Outline) -> tuple[Press, Outline]:
        """Return the press and the outline after the files of entries at *paths* were written; this press stays.

        Only what shows entries is new in the outline: what else may have changed, :meth:`settled` says.
        """
        self.warm(outline)
        slugs = {"/".join(path.split("/")[1:3]).removesuffix(".yaml") for path in paths}
        files = {**self._files, **{slug: of_entry(self.root, slug) for slug in slugs}}
        new = self._with(edited(self.reading(), paths))
        return new, new._also(files, self._anchors or {}, outline)  # noqa: SLF001 -- one of its own

    def settled(self, inputs: Inputs) -> tuple[Press, Outline, Summary]:
        """Return the press, the outline and the summary of the files as they are now; this press stays.

        They must be those that this press has read.
        """
        new = self._with(settled(self.reading()))
        new._take(inputs)  # noqa: SLF001 -- one of its own
        setting = self._setting
        summary = new.summary()
        return new, new.outline(setting.address, setting.feedback, setting.written), summary

    def _with(self, reading: Reading) -> Press:
        new = copy.copy(self)
        new._reading, new._others, new._wanted = reading, {}, None  # noqa: SLF001 -- one of its own
        return new

    def _also(self, files: Mapping[str, str], anchors: Mapping[str, Collection[str]], outline: Outline) -> Outline:
        """Return *outline* with the entries as this press has read them."""
        self._files = files
        self._wanted = self._wants(anchors)
        sheets, texts = self._entries(self._wanted)
        lost = [self._sheet(page) for page in unread_pages(self._shown(), self.reading().unread)]
        there = {sheet.page.path for sheet in (*sheets, *lost)}
        others = [sheet for sheet in outline.sheets[outline.entries :] if sheet.page.path not in there]
        before = {sheet.page.path for sheet in outline.sheets[: outline.entries]}
        texts |= {path: key for path, key in outline.texts.items() if path.rpartition(".")[0] not in before}
        self.store.put(self._others)
        return Outline((*sheets, *others, *lost), len(sheets), texts, outline.logs, outline.head)

    def _shown(self) -> Book:
        return self.reading().shown(all_=self._publish == "all")

    def _left_out(self) -> Iterator[str]:
        proofs, shown = self.reading().proofs, self._shown()
        if self._publish == "all":
            return
        for proof in proofs.values():
            if not proof.proven:
                more = f" (and {len(proof.lacks) - 1} more)" if len(proof.lacks) > 1 else ""
                yield f"left out {proof.entry.slug}: {proof.lacks[0]}{more}"
        yield f"{len(shown.entries)} of {len(proofs)} entries are proven and published"

    def _known(self, name: str, *rest: Any) -> tuple[str | None, Any]:
        """Return the key of what *name* says of the whole book, and what an earlier build kept of it."""
        key = digest([name, self._all, *rest]) if self._all is not None else None
        return key, self.store.get([key]).get(key) if key is not None else None

    def _make(self, outline: Outline, keys: list[str]) -> Iterator[tuple[str, Any]]:
        if self._wanted is None:
            self._outlined()
        slugs = {sheet.key: sheet.page.path for sheet in outline.sheets[: outline.entries]}
        for key in keys:
            if key in slugs:
                (content,) = self._pieces([slugs[key]])
                self.store.put({key: content})
                yield key, content
            else:
                yield key, self._others[key]

    def _outlined(self) -> Outline:
        address = self._setting.address
        reading, shown = self.reading(), self._shown()
        history, proofs = reading.history, reading.proofs
        others = other_pages(shown, proofs, address=address, rules=RULES, history=history)
        titles = {f"{entry.slug}/": entry.title for entry in shown.entries.values()}
        anchors, moved = kept_addresses(shown, titles | {page.address: page.title for page in others}, address)
        kept = (
            dataclasses.replace(page, body=with_former_anchors(page.body, anchors.get(page.address, ())))
            for page in others
        )
        others = (*kept, *moved)
        self._anchors = anchors
        self._wanted = wanted = self._wants(anchors)
        sheets, texts = self._entries(wanted)
        count, keys = len(sheets), [sheet.key for sheet in sheets]
        sheets += [self._sheet(page) for page in (*others, *unread_pages(shown, reading.unread))]
        words = {id_: face.words for id_, face in reading.faces.items()}
        files = book_files(shown, proofs, others, address, history, self._setting.written, words)
        head = files.pop(ALL_TEXTS)
        texts |= {path: self._keep("text", text) for path, text in files.items()}
        texts[ALL_TEXTS] = digest([ALL_TEXTS, head, keys])
        self.store.put(self._others)
        logs = {path: file.relative_to(shown.root).as_posix() for path, file in incident_logs(shown).items()}
        return Outline(tuple(sheets), count, texts, logs, head)

    def _wants(self, anchors: Mapping[str, Collection[str]]) -> Wanted:
        reading, shown, setting = self.reading(), self._shown(), self._setting
        return Wanted(
            shown,
            reading.proofs,
            setting.address,
            reading.history,
            setting.feedback,
            anchors,
            self._files,
            self._around,
            rows(shown),
        )

    def _entries(self, wanted: Wanted) -> tuple[list[Sheet], dict[str, str]]:
        """Return the sheets of the entries, and the keys of their texts by path."""
        sheets, texts = [], {}
        for entry in wanted.book.entries.values():
            key = entry_key(entry, wanted)
            sheets.append(Sheet(entry_outline(entry, wanted.history.get(entry.path)), key))
            texts[f"{entry.slug}.json"], texts[f"{entry.slug}.md"] = f"{key}.json", f"{key}.md"
        return sheets, texts

    def _sheet(self, page: Page) -> Sheet:
        return Sheet(in_short(page), self._keep("page", page_data(page)))

    def _keep(self, name: str, content: Any) -> str:
        key = digest([name, content])
        self._others[key] = {name: content}
        return key
