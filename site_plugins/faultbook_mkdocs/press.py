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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from mkdocs.exceptions import PluginError

from faultbook.history import read_history
from faultbook.pages import Feedback, HandWritten, digest, page_data
from faultbook_mkdocs.crew import Crew
from faultbook_mkdocs.inputs import Inputs, of_entry, tool_digest
from faultbook_mkdocs.outline import Outline, Setting, Sheet, Summary, placed
from faultbook_mkdocs.store import Store, squeezed

if TYPE_CHECKING:  # what reads and shows entries is slow to load, and a site in which nothing changed needs none of it
    from faultbook.book import Book
    from faultbook.pages import Wanted
    from faultbook_mkdocs.reading import Reading
    from faultbook_mkdocs.whole import Anchors

__all__ = ["Press"]

_BATCH = 128  # contents that are in memory at a time

_T = TypeVar("_T")


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
        self._setting = Setting("", None, ())
        self._wanted: Wanted | None = None
        self._anchors: Anchors | None = None
        self._digests: tuple[Reading, tuple[str, str]] | None = None
        self._lock = threading.RLock()
        self._others: dict[str, Any] = {}
        self._book: Book | None = None
        self._take(inputs)
        if before is not None and inputs is not None and before.read_digest == self.read_digest:
            self._reading = before._reading  # noqa: SLF001 -- one of its own

    def _take(self, inputs: Inputs | None) -> None:
        self._files: Mapping[str, str] = inputs.of_entries() if inputs is not None else {}
        self._beside = inputs.around() if inputs is not None else ""
        dates = [(path, *map(str, dataclasses.astuple(each))) for path, each in self.history.items()]
        self._dates = digest(dates)
        everything = [self._around, inputs.whole(), self._publish, self._strict, dates] if inputs is not None else None
        self._all = digest(everything) if everything is not None else None
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
        of_shown, shown = self._of_shown("summary")
        if shown is None:
            from faultbook_mkdocs.whole import nav_of  # noqa: PLC0415 -- as above

            shown = {"left_out": list(self._left_out()), "nav": nav_of(self._shown())}
        summary = Summary(problems, tuple(shown["left_out"]), shown["nav"])
        if key is not None and of_shown is not None:
            self.store.put({key: dataclasses.asdict(summary), of_shown: shown})
        return summary

    def reading(self) -> Reading:
        """Return the book, read when it is first asked for."""
        with self._lock:
            if self._reading is None:
                from faultbook_mkdocs.reading import read  # noqa: PLC0415 -- as above

                self._reading = read(self.root, self.history, self.store, self._files, self._around, cached=self.stored)
            return self._reading

    def outline(self, address: str, feedback: Feedback | None, written: Sequence[HandWritten]) -> Outline:
        """Return what the site at *address* shows; *written* are the pages of ``docs/``."""
        self._setting = Setting(address, feedback, written)
        key, kept = self._known("outline", dataclasses.astuple(self._setting))
        if kept is not None:
            parts = self.store.get([kept["base"], kept["search"]])
            if len(parts) > 1:
                return placed(Outline.of(parts[kept["base"]]), kept["keys"], parts[kept["search"]])
        return self._outlined(key)

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
        if len(self.store.known(keys)) < len(set(keys)):
            self._want(outline)  # here, so that no process has to
        slugs = {sheet.key: sheet.page.path for sheet in outline.sheets[: outline.entries]}
        return Crew(keys, functools.partial(self._batch, outline, slugs, carry))

    def taken(self, found: tuple[list[_T], dict[str, bytes]]) -> list[_T]:
        """Keep what a crew made; return what was done with it."""
        done, made_ = found
        self.store.take(made_)
        return done

    def _batch(
        self, outline: Outline, slugs: Mapping[str, str], carry: Callable[[str, Any], _T], keys: Sequence[str]
    ) -> tuple[list[_T], dict[str, bytes]]:
        """Return what *carry* gives for each of *keys*, and what was made for it."""
        kept = self.store.get(keys)
        missing = [key for key in keys if key not in kept]
        new = dict(zip(missing, self._pieces(outline, [slugs[key] for key in missing]), strict=True))
        return [carry(key, kept.get(key) or new[key]) for key in keys], {k: squeezed(new[k]) for k in new}

    def _pieces(self, outline: Outline, slugs: Sequence[str]) -> Iterator[dict[str, Any]]:
        """Yield the content of each of the entries *slugs*."""
        if not slugs:
            return
        from faultbook.pages import made  # noqa: PLC0415 -- as above
        from faultbook_mkdocs.faces import whole  # noqa: PLC0415 -- as above

        wanted, counts = self._want(outline), self.reading().counts
        read = whole(self.root, self.store, self._files, self._around, counts, slugs)
        for slug, found in zip(slugs, read, strict=True):
            if found is None:
                raise PluginError(
                    f"faultbook: entries/{slug}.yaml was changed while the site was built; build it again"
                )
            piece = made(*found, wanted)
            yield {"page": page_data(piece.page), "json": piece.json, "markdown": piece.markdown}

    def warm(self, outline: Outline) -> Anchors:
        """Read what :meth:`edited` needs, so that it need not; return the former anchors of the site's pages."""
        from faultbook.pages import kept_addresses  # noqa: PLC0415 -- as above

        self.reading()
        with self._lock:
            if self._anchors is None:
                there = {sheet.page.address: sheet.page.title for sheet in outline.sheets if sheet.page.kind != "moved"}
                self._anchors, _ = kept_addresses(self._shown(), there, self._setting.address)
            return self._anchors

    def edited(self, paths: Iterable[str], outline: Outline) -> tuple[Press, Outline]:
        """Return the press and the outline after the files of entries at *paths* were written; this press stays.

        Only what shows entries is new in the outline: what else may have changed, :meth:`settled` says.
        """
        from faultbook_mkdocs.reading import edited  # noqa: PLC0415 -- as above

        anchors = self.warm(outline)
        slugs = {"/".join(path.split("/")[1:3]).removesuffix(".yaml") for path in paths}
        files = {**self._files, **{slug: of_entry(self.root, slug) for slug in slugs}}
        new = self._with(edited(self.reading(), paths))
        return new, new._also(files, anchors, outline)  # noqa: SLF001 -- one of its own

    def settled(self, inputs: Inputs) -> tuple[Press, Outline, Summary]:
        """Return the press, the outline and the summary of the files as they are now; this press stays.

        They must be those that this press has read.
        """
        from faultbook_mkdocs.reading import settled  # noqa: PLC0415 -- as above

        new = self._with(settled(self.reading()))
        new._take(inputs)  # noqa: SLF001 -- one of its own
        setting = self._setting
        summary = new.summary()
        return new, new.outline(setting.address, setting.feedback, setting.written), summary

    def _with(self, reading: Reading) -> Press:
        new = copy.copy(self)
        new._reading, new._others, new._wanted, new._book = reading, {}, None, None  # noqa: SLF001 -- one of its own
        return new

    def _also(self, files: Mapping[str, str], anchors: Anchors, outline: Outline) -> Outline:
        """Return *outline* with the entries as this press has read them."""
        from faultbook.pages import unread_pages  # noqa: PLC0415 -- as above
        from faultbook_mkdocs.whole import entry_sheets, sheet  # noqa: PLC0415 -- as above

        self._files = files
        self._wanted = self._wants(anchors)
        sheets = [Sheet(each.page, key) for each, key in self._keyed(entry_sheets(self._wanted))]
        texts = {f"{each.page.path}.{end}": f"{each.key}.{end}" for each in sheets for end in ("json", "md")}
        lost = [sheet(page, self._others) for page in unread_pages(self._shown(), self.reading().unread)]
        there = {each.page.path for each in (*sheets, *lost)}
        others = [each for each in outline.sheets[outline.entries :] if each.page.path not in there]
        before = {each.page.path for each in outline.sheets[: outline.entries]}
        texts |= {path: key for path, key in outline.texts.items() if path.rpartition(".")[0] not in before}
        self.store.put(self._others)
        return Outline((*sheets, *others, *lost), len(sheets), texts, outline.logs, outline.head)

    def _shown(self) -> Book:
        if self._book is None:
            self._book = self.reading().shown(all_=self._publish == "all")
        return self._book

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

    def _of_shown(self, name: str, *rest: Any) -> tuple[str | None, Any]:
        """Return the key of what *name* says of all that entries show, and what an earlier build kept of it."""
        if self._all is None:
            return None, None
        shown, _ = self._told()
        key = digest([name, self._around, self._beside, self._publish, self._dates, shown, *rest])
        return key, self.store.get([key]).get(key)

    def _told(self) -> tuple[str, str]:
        """Return the digests of what is read."""
        reading = self.reading()
        if self._digests is None or self._digests[0] is not reading:
            self._digests = (reading, reading.digests())
        return self._digests[1]

    def _make(self, outline: Outline, keys: list[str]) -> Iterator[tuple[str, Any]]:
        slugs = {sheet.key: sheet.page.path for sheet in outline.sheets[: outline.entries]}
        for key in keys:
            if key in slugs:
                (content,) = self._pieces(outline, [slugs[key]])
                self.store.put({key: content})
                yield key, content
                continue
            if key not in self._others:  # an earlier build made it, and it was not kept
                self._others |= self._anew(None, keeping=False)[2]
            yield key, self._others[key]

    def _outlined(self, key: str | None) -> Outline:
        """Return the outline, and keep it as *key*; what shows many entries is made if what it shows has changed."""
        of_base, known = self._of_shown("base", dataclasses.astuple(self._setting))
        base = Outline.of(known) if known is not None else None
        of_search = digest(["search", of_base, self._told()[1]])
        search = self.store.get([of_search]).get(of_search) if of_base is not None else None
        if base is None or search is None:

            def work(_: object) -> tuple[dict[str, Any], dict[str, str], dict[str, bytes]]:
                made_, found, contents = self._anew(base, keeping=self.stored)
                return made_.data(), found, {name: squeezed(content) for name, content in contents.items()}

            # In a process of its own: what it takes of memory for a large book is gone with it.
            with Crew(["whole"], work, least=1) as crew:
                ((data, search, contents),) = crew.done()
            base = Outline.of(data)
            self.store.take(contents)
            if of_base is not None:
                self.store.put({of_base: data, of_search: search})
        keys = [piece for _, piece in self._keyed(base.sheets[: base.entries])]
        if key is not None:
            self.store.put({key: {"base": of_base, "search": of_search, "keys": keys}})
        return placed(base, keys, search)

    def _anew(self, base: Outline | None, *, keeping: bool) -> tuple[Outline, dict[str, str], dict[str, Any]]:
        """Return *base*, made if there is none, the keys of the search's files by path, and what was made, by key.

        Without *keeping*, nothing of the search that is kept is used.
        """
        from faultbook_mkdocs.whole import based, searched  # noqa: PLC0415 -- as above

        reading, shown, setting = self.reading(), self._shown(), self._setting
        contents: dict[str, Any] = {}
        if base is None:
            found = based(shown, reading, setting, self._wants)
            base, contents = found.outline, dict(found.contents)
        search, more = searched(shown, reading, setting, base, self.store if keeping else None, tool_digest())
        return base, search, {**contents, **more}

    def _keyed(self, sheets: Iterable[Sheet]) -> Iterator[tuple[Sheet, str]]:
        """Yield *sheets* of entries, whose keys are their contexts, each with the key of its piece."""
        from faultbook.pages import piece_key  # noqa: PLC0415 -- as above

        for each in sheets:
            yield each, piece_key(each.key, self._files.get(each.page.path, ""))

    def _want(self, outline: Outline) -> Wanted:
        with self._lock:
            if self._wanted is None:
                self._wanted = self._wants(self.warm(outline))
            return self._wanted

    def _wants(self, anchors: Anchors) -> Wanted:
        from faultbook.pages import Wanted, rows  # noqa: PLC0415 -- as above

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
