"""What a part declares: its head, and a docstring that is its doctest."""

from __future__ import annotations

import ast
import dataclasses
import doctest
import functools
import hashlib
import os
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path

from faultbook.place import Place, Problem, did_you_mean, excerpt
from faultbook.snippets.header import TARGETS, Fault, FaultyPartError, Header, Needs, read_head
from faultbook.snippets.siblings import parsed, siblings

__all__ = [
    "NOT_WRITTEN",
    "TARGETS",
    "Block",
    "Header",
    "Kind",
    "Needs",
    "Part",
    "blocks_of",
    "fix_of",
    "part_name",
    "read_parts",
    "unread_names",
]

#: What the first text of a part prints: it runs, and says of itself that there is nothing in it yet.
NOT_WRITTEN = "faultbook: this part is not written yet"

_NAME = re.compile(r"(reproduce|fix|confirm|prevent)(?:_[a-z0-9]+)*")
_EXAMPLES = doctest.DocTestParser()
_BY_PYTHON = ("sitecustomize", "usercustomize")  # modules that the interpreter imports without being told


class Kind(StrEnum):
    """What a part is for; the first word of its name."""

    REPRODUCE = "reproduce"
    FIX = "fix"
    CONFIRM = "confirm"
    PREVENT = "prevent"


@dataclasses.dataclass(frozen=True, slots=True)
class Block:
    """One ``$ command`` of a docstring with the text that it should print."""

    command: str
    expected: str
    line: int
    """Line in the file on which the command stands, from 1."""

    @property
    def words(self) -> list[str]:
        """The command's words; no shell reads it."""
        return shlex.split(self.command)


@dataclasses.dataclass(frozen=True, slots=True)
class Part:
    """One runnable file of an entry."""

    slug: str
    """Area and id of the entry."""
    name: str
    path: Path
    shown_path: str
    """The path under the book's root, for places and ids of tests."""
    text: str
    summary: str
    """First line of the docstring."""
    dependencies: tuple[str, ...]
    header: Header
    blocks: tuple[Block, ...]
    examples: tuple[doctest.Example, ...]
    examples_text: str
    """The docstring with its ``$`` blocks blanked out, as doctest's parser reads it."""
    modules: tuple[Path, ...]
    """Modules of the same folder that it imports, also through one another."""
    python: str = ""
    """PEP 440 specifier of the interpreter; empty when any will do."""

    @property
    def kind(self) -> Kind:
        """What the part is for."""
        return Kind(self.name.partition("_")[0])

    @property
    def fix(self) -> str | None:
        """The name of the fix that the part proves: ``fix_padded_bmm`` proves ``padded-bmm``."""
        return fix_of(self.name)

    @property
    def digest(self) -> str:
        """SHA-256 of the part and of the modules that it imports."""
        return _digest(self.text, tuple(module.name.encode() + b"\0" + module.read_bytes() for module in self.modules))


@functools.lru_cache(maxsize=4096)  # a page asks for it many times
def _digest(text: str, modules: tuple[bytes, ...]) -> str:
    hashed = hashlib.sha256(text.encode())
    for module in modules:
        hashed.update(module)
    return hashed.hexdigest()


def part_name(file: Path) -> bool:
    """Return whether *file* is named as a part; other modules of the folder belong to the parts that import them."""
    return file.suffix == ".py" and _NAME.fullmatch(file.stem) is not None


def fix_of(name: str) -> str | None:
    """Return the fix that the part *name* proves, or ``None`` when it is for something else."""
    return name.removeprefix("fix_").replace("_", "-") if name.partition("_")[0] == Kind.FIX else None


def unread_names(problems: Iterable[Problem]) -> set[str]:
    """Return the names of the parts that are there and cannot be read, by the *problems* of ``read_parts``."""
    files = {Path(problem.place.path) for problem in problems}
    return {file.stem for file in files if part_name(file)}


def read_parts(root: Path, slug: str) -> tuple[tuple[Part, ...], tuple[Problem, ...]]:
    """Return the parts of the entry *slug* in the book at *root*, and every fault of the others."""
    parts: list[Part] = []
    problems: list[Problem] = []
    contents = _contents(root / "snippets" / slug)
    for file, content in contents.items():
        if not part_name(file):
            continue
        reader = _Reader(slug, file, f"snippets/{slug}/{file.name}")
        try:
            parts.append(reader.read(content))
        except FaultyPartError as error:
            problems += [reader.problem(fault) for fault in error.faults]
    return tuple(parts), (*problems, *_strays(slug, contents))


def _contents(folder: Path) -> dict[Path, bytes | OSError]:
    """Return what each Python file of *folder* holds, or why it cannot be read, in the order of their names."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".py"))  # noqa: PTH208 -- names alone
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return {}
    found: dict[Path, bytes | OSError] = {}
    for name in names:
        file = folder / name
        try:
            found[file] = file.read_bytes()
        except OSError as error:
            if file.is_file():
                found[file] = error
    return found


def _text_of(content: bytes, errors: str = "strict") -> str:
    text = content.decode("utf-8", errors)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _strays(slug: str, contents: Mapping[Path, bytes | OSError]) -> Iterator[Problem]:
    """Yield a Problem for each file that is no part and that no part needs: a mistyped name would never be run."""
    known = [file for file in contents if part_name(file) or file.stem in _BY_PYTHON]
    if len(known) == len(contents):
        return
    texts = {file: _text_of(held, "replace") if isinstance(held, bytes) else "" for file, held in contents.items()}
    needed = _needed(known, texts)
    for file in contents:
        if file not in needed:
            sentence = f"neither a part nor needed by one; names of parts begin with {', '.join(Kind)}"
            yield Problem(Place(f"snippets/{slug}/{file.name}"), "part", sentence, _stray_hint(file.stem))


def _needed(files: list[Path], texts: Mapping[Path, str]) -> set[Path]:
    """Return *files* and those whose name one of them says, also through one another: an import, or a command."""
    needed, waiting = set(files), list(files)
    while waiting:
        text = texts[waiting.pop()]
        found = {file for file in texts if file not in needed and re.search(rf"\b{re.escape(file.stem)}\b", text)}
        needed |= found
        waiting += found
    return needed


def _stray_hint(stem: str) -> str:
    kind, _, rest = stem.lower().replace("-", "_").partition("_")
    near = did_you_mean(kind, Kind)
    if near is None:
        return "import it from a part, name it after what it shows, or remove it"
    name = near.partition("'")[2].partition("'")[0] + (f"_{rest}" if rest else "")
    return f"did you mean '{name}.py'?"


class _Reader:
    def __init__(self, slug: str, file: Path, shown: str) -> None:
        self.slug, self.file, self.shown = slug, file, shown
        self.text = ""

    def problem(self, fault: Fault) -> Problem:
        place = Place(self.shown, fault.line, fault.column)
        lines = self.text.split("\n")
        line = lines[fault.line - 1] if 0 < fault.line <= len(lines) else ""
        return Problem(place, "part", fault.sentence, fault.hint, excerpt(line, place))

    def read(self, content: bytes | OSError) -> Part:
        if isinstance(content, OSError):
            raise FaultyPartError(Fault(f"the file cannot be read: {content.strerror}")) from content
        try:
            self.text = text = _text_of(content)
        except UnicodeDecodeError as error:
            raise FaultyPartError(Fault("the file is not UTF-8", hint="save it as UTF-8")) from error
        tree = parsed(text)
        faults: list[Fault] = []
        head = docstring = modules = None
        try:
            head = read_head(text)
        except FaultyPartError as error:
            faults += error.faults
        try:
            docstring = self._docstring(tree)
        except FaultyPartError as error:
            faults += error.faults
        try:
            modules = tuple(siblings(tree, self.file.parent))
        except FaultyPartError as error:
            faults += error.faults
        if head is None or docstring is None or modules is None:
            raise FaultyPartError(*faults)
        return Part(
            self.slug,
            self.file.stem,
            self.file,
            self.shown,
            text,
            docstring.text.splitlines()[0],
            head.dependencies,
            head.header,
            docstring.blocks,
            docstring.examples,
            docstring.examples_text,
            modules,
            head.python,
        )

    def _docstring(self, tree: ast.Module) -> _Docstring:
        text = ast.get_docstring(tree, clean=True)
        if not text:
            hint = "say in it what the part shows, and its doctest"
            raise FaultyPartError(Fault("the part has no docstring", hint=hint))
        first = _first_line(tree)
        blocks = tuple(_blocks(text, first))
        rest = _without_blocks(text)
        try:
            examples = tuple(_EXAMPLES.get_examples(rest)) if ">>>" in rest else ()
        except ValueError as error:
            found = re.match(r"line (\d+) of the docstring for .*? (has|lacks) (.*)", str(error), re.DOTALL)
            line = first + int(found[1]) - 1 if found else first
            sentence = f"an example {found[2]} {found[3]}" if found else f"an example cannot be read: {error}"
            raise FaultyPartError(Fault(sentence.splitlines()[0], line)) from error
        if not blocks and not examples:
            hint = f"add '$ python {self.file.name}' and what it prints"
            raise FaultyPartError(Fault("the docstring has neither '$ command' nor '>>> expression'", first, hint=hint))
        if self.file.stem.startswith(Kind.REPRODUCE) and not blocks:
            hint = f"add '$ python {self.file.name}' and what it prints: an example cannot end a process with an error"
            raise FaultyPartError(Fault("a reproduce part has no '$ command'", first, hint=hint))
        return _Docstring(text, blocks, examples, rest)


@dataclasses.dataclass(frozen=True, slots=True)
class _Docstring:
    text: str
    blocks: tuple[Block, ...]
    examples: tuple[doctest.Example, ...]
    examples_text: str


def blocks_of(text: str) -> tuple[Block, ...]:
    """Return the ``$`` blocks of a part with this *text*.

    Raises:
        FaultyPartError: when a command cannot be read, or the file is not Python.

    """
    tree = parsed(text)
    return tuple(_blocks(ast.get_docstring(tree) or "", _first_line(tree)))


def _first_line(tree: ast.Module) -> int:
    """Return the line of the docstring's first text: cleaning takes away its blank lines."""
    raw = ast.get_docstring(tree, clean=False) or ""
    return tree.body[0].lineno + raw[: len(raw) - len(raw.lstrip())].count("\n") if raw else 1


def _blocks(docstring: str, first: int) -> Iterator[Block]:
    command, start = None, 0
    expected: list[str] = []
    for number, line in enumerate(docstring.splitlines(), first):
        if line.startswith("$ "):
            if command is not None:
                yield Block(command, _text(expected), start)
            command, start, expected = line[2:].strip(), number, []
            try:
                words = _words(command)
            except ValueError as error:
                raise FaultyPartError(Fault(f"not a command: {error}", number)) from error
            if not words:
                raise FaultyPartError(Fault("no command after '$'", number))
        elif command is not None and line.startswith(">>> "):
            yield Block(command, _text(expected), start)
            command = None
        elif command is not None:
            expected.append(line)
    if command is not None:
        yield Block(command, _text(expected), start)


@functools.lru_cache(maxsize=1024)  # most parts are run by one of a few commands
def _words(command: str) -> tuple[str, ...]:
    return tuple(shlex.split(command))


def _text(lines: list[str]) -> str:
    return "\n".join(lines).strip("\n") + "\n" if any(lines) else ""


def _without_blocks(docstring: str) -> str:
    """Blank out ``$`` blocks, which doctest's parser would take for prose or for output."""
    inside, lines = False, []
    for line in docstring.splitlines():
        inside = line.startswith("$ ") or (inside and not line.startswith(">>> "))
        lines.append("" if inside else line)
    return "\n".join(lines) + "\n"
