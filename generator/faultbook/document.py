"""YAML text to plain values plus the place of every value; the only module that knows YAML.

The dialect is small on purpose: one mapping, no anchors, aliases, tags or merge keys, no duplicate keys. So no
file can grow when it is read, and each value stands in one place. Reading is one pass over the parser's events,
without recursion, bounded by the three limits below.

Most files are read for their values alone: `yaml_values` takes these from the same events in a third of the time, and
gives up on whatever is not plain and right. Such a text is then read here, with the place of everything, as is one
whose places are asked for.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Iterator
from typing import Any

import yaml

from faultbook.place import Edit, Place, Problem, excerpt
from faultbook.yaml_slips import error_hint, quoting, range_hint
from faultbook.yaml_values import MAX_DEPTH, bare_value, plain_values, strings_of

__all__ = ["MAX_BYTES", "MAX_DEPTH", "Document", "Key", "KeyPath", "read_document"]

MAX_BYTES = 512 * 1024  # the longest entry so far is a tenth of it
_MAX_PROBLEMS = 50  # a file with more is broken in one way, not in fifty

Key = str | int
KeyPath = tuple[Key, ...]

# What YAML 1.1 counts as the end of a line; lines of an excerpt must agree with the parser's numbers.
_LINE_END = re.compile("\r\n|[\r\n\u0085\u2028\u2029]")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")


class _RefusedError(Exception):
    """Reading stops here: what follows cannot be trusted."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Places:
    values: dict[KeyPath, Place]
    keys: dict[KeyPath, Place]
    bare: dict[KeyPath, str]


@dataclasses.dataclass(frozen=True, slots=True)
class Document:
    """What a YAML file holds: its values, where each stands, and what is wrong with it as YAML."""

    path: str
    text: str
    values: Any
    """Plain dicts, lists, strings and numbers; ``None`` when the file cannot be read."""
    problems: tuple[Problem, ...]
    _found: list[_Places] = dataclasses.field(default_factory=list, repr=False, compare=False)
    """The places, once they were asked for: few documents have a problem that must be placed."""
    _texts: list[tuple[KeyPath, str]] = dataclasses.field(default_factory=list, repr=False, compare=False)

    @property
    def strings(self) -> list[tuple[KeyPath, str]]:
        """Every text among the values with its path, in the order of the file."""
        if not self._texts:
            self._texts.extend(strings_of(self.values))
        return self._texts

    @property
    def value_places(self) -> dict[KeyPath, Place]:
        """Where each value stands."""
        return self._places.values

    @property
    def key_places(self) -> dict[KeyPath, Place]:
        """Where each key of a mapping stands, by the path of its value."""
        return self._places.keys

    @property
    def bare(self) -> dict[KeyPath, str]:
        """Source text of the unquoted values that YAML does not read as text: versions, dates, yes and no."""
        return self._places.bare

    @property
    def _places(self) -> _Places:
        if not self._found:
            self._found.append(_Reader(self.path, self.text).read()._found[0])  # noqa: SLF001 - a document's own
        return self._found[0]

    def place(self, *keys: Key) -> Place:
        """Return where the value at *keys* stands; the nearest value around it when it is missing."""
        return self._nearest(self.value_places, keys)

    def key_place(self, *keys: Key) -> Place:
        """Return where the key of the value at *keys* stands; for an item of a list, the item."""
        return self.key_places.get(keys) or self.place(*keys)

    def place_in(self, keys: KeyPath, offset: int, length: int = 1) -> Place:
        """Return the place of *length* characters from *offset* in the text value at *keys*.

        Exact for text that stands on one line without escapes; the whole value's place otherwise.
        """
        place = self.place(*keys)
        value: Any = self.values
        for key in keys:
            value = value[key]
        line = self._line(place.line)
        start = line.find(str(value), place.column - 1)
        if keys not in self.value_places or start < 0:
            return place
        column = start + 1 + min(offset, len(str(value)))
        return Place(self.path, place.line, column, column + max(1, length))

    def problem(
        self, rule: str, keys: KeyPath, sentence: str, hint: str | None = None, meant: str | None = None
    ) -> Problem:
        """Return a Problem at the value of *keys*, with the excerpt of its line; *meant* is what it surely should be.

        *meant* is YAML, as it goes into the file: a version with its quotes.
        """
        return self.problem_at(rule, self.place(*keys), sentence, hint, meant, keys)

    def problem_at(
        self,
        rule: str,
        place: Place,
        sentence: str,
        hint: str | None = None,
        meant: str | None = None,
        keys: KeyPath = (),
    ) -> Problem:
        """Return a Problem at *place*, with the excerpt of its line; *meant* should stand there, for *keys*."""
        line = self._line(place.line)
        repair = None
        if meant is not None and place.end_column is not None:
            repair = Edit(place, line[place.column - 1 : place.end_column - 1], meant, keys)
        return Problem(place, rule, sentence, hint, excerpt(line, place), repair)

    def with_edit(self, edit: Edit) -> Document | None:
        """Return the document with *edit* made, or ``None`` if its old text does not stand at its place."""
        start = self.offset(edit.place.line) + edit.place.column - 1
        end = start + len(edit.old)
        if self.text[start:end] != edit.old:
            return None
        return read_document((self.text[:start] + edit.new + self.text[end:]).encode(), self.path)

    def place_at(self, offset: int) -> Place:
        """Return the place of the character at the index *offset* of the text."""
        return _place_of(self.path, self.text[:offset])

    def offset(self, line: int) -> int:
        """Return the index in the text at which *line* begins; that of the end when there is no such line."""
        if line <= 1:
            return 0
        ends = itertools.islice(_LINE_END.finditer(self.text), line - 2, None)
        found = next(ends, None)
        return found.end() if found else len(self.text)

    def _line(self, number: int) -> str:
        lines = _LINE_END.split(self.text)
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def _nearest(self, places: dict[KeyPath, Place], keys: KeyPath) -> Place:
        for end in range(len(keys), -1, -1):
            if place := places.get(keys[:end]):
                return place if end == len(keys) else self.key_places.get(keys[:end], place)
        return Place(self.path)


def read_document(raw: bytes, path: str) -> Document:
    """Return the document that *raw* holds; *path* names it in places. Never raises for bad input."""
    if len(raw) > MAX_BYTES:
        sentence = f"the file has {len(raw):,} bytes; at most {MAX_BYTES:,} are read"
        return _unreadable(path, "", Problem(Place(path), "document", sentence, "move logs into incidents/"))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        sentence = f"byte 0x{raw[error.start]:02x} is not UTF-8"
        return _unreadable(path, "", Problem(_place_of(path, before), "document", sentence, "save the file as UTF-8"))
    if found := _FORBIDDEN.search(text):
        place = _place_of(path, text[: found.start()])
        sentence = f"the control character U+{ord(found[0]):04X} cannot stand in YAML"
        return _unreadable(path, text, Problem(place, "document", sentence, "remove it, or write it as an escape"))
    values = plain_values(text)
    return Document(path, text, values, ()) if values is not None else _Reader(path, text).read()


def _place_of(path: str, before: str) -> Place:
    lines = _LINE_END.split(before)
    return Place(path, len(lines), len(lines[-1]) + 1)


def _unreadable(path: str, text: str, *problems: Problem) -> Document:
    return Document(path, text, None, problems, [_Places({}, {}, {})])


class _Reader:
    """One reading of one text: the stack of open collections, and what was found so far."""

    def __init__(self, path: str, text: str) -> None:
        self.document = _unreadable(path, text)
        self.problems: list[Problem] = []
        self.stack: list[tuple[KeyPath, dict[Key, Any] | list[Any]]] = []
        self.pending: tuple[str, yaml.events.ScalarEvent] | None = None
        self.root: Any = None

    def read(self) -> Document:
        try:
            for event in self._events():
                self._take(event)
            if self.root is None and not self.problems:
                self._problem(Place(self.document.path), "the file is empty", "start one with 'faultbook new AREA/ID'")
            elif self.root is not None and not isinstance(self.root, dict):
                place = self.document.place()
                self._problem(place, "the file holds no mapping", "an entry begins with 'title: ...'")
                self.root = None
        except _RefusedError:
            self.root = None
        return dataclasses.replace(self.document, values=self.root, problems=tuple(self.problems))

    def _events(self) -> Iterator[Any]:
        loader = yaml.CSafeLoader(self.document.text)
        try:
            while loader.check_event():
                yield loader.get_event()
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            place = Place(self.document.path, mark.line + 1, mark.column + 1) if mark else Place(self.document.path)
            sentence = " ".join(filter(None, (error.context, error.problem)))
            line = self.document._line(place.line)  # noqa: SLF001 - the reader builds this document
            hint = error_hint(sentence, line, place)
            self._problem(place, f"not YAML: {sentence}", hint, self._quoting(place, sentence))
            raise _RefusedError from error
        finally:
            loader.dispose()

    def _take(self, event: Any) -> None:
        match event:
            case yaml.events.DocumentStartEvent() if self.root is not None:
                self._problem(self._at(event), "a second document begins", "one file holds one entry")
                raise _RefusedError
            case yaml.events.AliasEvent():
                self._problem(self._at(event), f"alias '*{event.anchor}' is not read", "write the value out")
                raise _RefusedError
            case yaml.events.NodeEvent():
                self._refuse_extras(event)
                self._take_node(event)
            case yaml.events.CollectionEndEvent():
                self.stack.pop()
                self.pending = None

    def _refuse_extras(self, event: Any) -> None:
        if event.anchor:
            self._problem(
                self._at(event), f"anchor '&{event.anchor}' is not read", "write the value out where it is used"
            )
            raise _RefusedError
        if event.tag and event.tag != "!":
            place = self._at(event)
            hint = range_hint(self.document._line(place.line)) or "remove it"  # noqa: SLF001 - as above
            self._problem(place, f"tag '{event.tag}' is not read", hint, self._quoting(place, ""))
            raise _RefusedError

    def _take_node(self, event: Any) -> None:
        opens_mapping = isinstance(event, yaml.events.MappingStartEvent)
        is_scalar = isinstance(event, yaml.events.ScalarEvent)
        if self.stack and isinstance(self.stack[-1][1], dict) and self.pending is None:
            self._take_key(event)
            return
        if is_scalar:
            value: Any = event.value
        else:
            value = {} if opens_mapping else []
        path = self._store(event, value)
        if is_scalar:
            self._resolve(event, path)
            return
        if len(self.stack) >= MAX_DEPTH:
            self._problem(self._at(event), f"nested more than {MAX_DEPTH} levels deep", "an entry needs seven")
            raise _RefusedError
        self.stack.append((path, value))

    def _take_key(self, event: Any) -> None:
        if not isinstance(event, yaml.events.ScalarEvent):
            self._problem(self._at(event), "a key must be a word", None)
            raise _RefusedError
        path, mapping = self.stack[-1]
        place = self._at(event)
        if event.value == "<<" and event.implicit[0]:
            self._problem(place, "merge key '<<' is not read", "write the values out")
            raise _RefusedError
        if event.value in mapping:
            first = self.document.key_places[(*path, event.value)]
            self._problem(place, f"key '{event.value}' stands twice; first at line {first.line}", "keep one of the two")
        else:
            self.document.key_places[(*path, event.value)] = place
        self.pending = (event.value, event)

    def _store(self, event: Any, value: Any) -> KeyPath:
        place = self._at(event)
        path: KeyPath = ()
        if not self.stack:
            self.root = value
        else:
            parent_path, parent = self.stack[-1]
            if isinstance(parent, list):
                path = (*parent_path, len(parent))
                parent.append(value)
            else:
                assert self.pending is not None  # noqa: S101 - _take_node stores a value only after its key
                path = (*parent_path, self.pending[0])
                parent[self.pending[0]] = value
                if value == "" and not event.style:  # nothing after the colon: the parser's mark is on a later line
                    place = self._at(self.pending[1])
                self.pending = None
        self.document.value_places[path] = place
        return path

    def _resolve(self, event: Any, path: KeyPath) -> None:
        """Turn plain text that YAML reads as something else into that, and remember how it was written."""
        if not event.implicit[0] or event.style:
            return
        is_bare, value = bare_value(event.value)
        if not is_bare:
            return
        self.document.bare[path] = event.value
        if value == event.value:
            return
        if not path:
            self.root = value
            return
        self.stack[-1][1][path[-1]] = value  # type: ignore[index]

    def _at(self, event: Any) -> Place:
        start, end = event.start_mark, event.end_mark
        if isinstance(event, yaml.events.ScalarEvent) and start.line == end.line and end.column > start.column:
            return Place(self.document.path, start.line + 1, start.column + 1, end.column + 1)
        return Place(self.document.path, start.line + 1, start.column + 1)

    def _quoting(self, place: Place, sentence: str) -> Edit | None:
        line, after = (self.document._line(place.line + more) for more in (0, 1))  # noqa: SLF001 - as above
        return quoting(place, line, after, sentence)

    def _problem(self, place: Place, sentence: str, hint: str | None, repair: Edit | None = None) -> None:
        if len(self.problems) >= _MAX_PROBLEMS:
            raise _RefusedError
        problem = self.document.problem_at("document", place, sentence, hint)
        self.problems.append(dataclasses.replace(problem, repair=repair))
