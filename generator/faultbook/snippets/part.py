"""What a part declares: a PEP 723 head with ``[tool.faultbook]``, and a docstring that is its doctest.

Source: PEP 723, "Inline script metadata", for the block's form.
"""

from __future__ import annotations

import ast
import dataclasses
import doctest
import hashlib
import re
import shlex
import tomllib
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

from packaging.requirements import InvalidRequirement, Requirement
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from faultbook.place import Place, Problem, did_you_mean, excerpt

__all__ = ["TARGETS", "Block", "Header", "Kind", "Needs", "Part", "part_name", "read_parts"]

TARGETS = ("cpu", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_103", "sm_120", "sm_121")
_NAME = re.compile(r"(reproduce|fix|confirm|prevent)(?:_[a-z0-9]+)*")
# The block's form as PEP 723 gives it.
_SCRIPT = re.compile(r"(?m)^# /// (?P<type>[a-zA-Z0-9-]+)$\s(?P<content>(^#(| .*)$\s)+)^# ///$")
_SIZE = re.compile(r"([0-9]+) (MiB|GiB)")


class Kind(StrEnum):
    """What a part is for; the first word of its name."""

    REPRODUCE = "reproduce"
    FIX = "fix"
    CONFIRM = "confirm"
    PREVENT = "prevent"


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Needs(_Table):
    """What the machine must have."""

    gpus: int = Field(0, ge=0)
    gpu_memory: str | None = None
    memory: str | None = None
    root: bool = False
    network: bool = False
    cgroup: bool = False

    @field_validator("gpu_memory", "memory")
    @classmethod
    def _is_size(cls, value: str | None) -> str | None:
        if value is not None and not _SIZE.fullmatch(value):
            message = f"'{value}' is no size like '24 GiB'"
            raise ValueError(message)
        return value

    @property
    def memory_bytes(self) -> int | None:
        """Host memory that the part may use, in bytes."""
        return _bytes(self.memory)

    @property
    def gpu_memory_bytes(self) -> int | None:
        """Memory that each GPU must have, in bytes."""
        return _bytes(self.gpu_memory)


def _bytes(size: str | None) -> int | None:
    if size is None:
        return None
    number, unit = size.split()
    return int(number) << (30 if unit == "GiB" else 20)


class Header(_Table):
    """The table ``[tool.faultbook]`` of a part."""

    targets: tuple[str, ...] = ("cpu",)
    timeout: int = Field(60, ge=1, le=3600)
    """Seconds that one command may take."""
    needs: Needs = Needs()
    group: str | None = None
    """Parts of the group ``heavy`` run only when asked for."""
    env: dict[str, str] = Field(default_factory=dict)
    exit: int = 0
    """Exit code of a confirm or prevent part that is as it should be."""

    @field_validator("targets")
    @classmethod
    def _known(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for target in value:
            if target not in TARGETS:
                message = f"'{target}' is no target: {', '.join(TARGETS)}"
                raise ValueError(message)
        return value or ("cpu",)


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

    @property
    def kind(self) -> Kind:
        """What the part is for."""
        return Kind(self.name.partition("_")[0])

    @property
    def fix(self) -> str | None:
        """The name of the fix that the part proves: ``fix_padded_bmm`` proves ``padded-bmm``."""
        return self.name.removeprefix("fix_").replace("_", "-") if self.kind is Kind.FIX else None

    @property
    def digest(self) -> str:
        """SHA-256 of the part and of the modules that it imports."""
        hashed = hashlib.sha256(self.text.encode())
        for module in self.modules:
            hashed.update(module.name.encode() + b"\0" + module.read_bytes())
        return hashed.hexdigest()


def part_name(file: Path) -> bool:
    """Return whether *file* is named as a part; other modules of the folder belong to the parts that import them."""
    return file.suffix == ".py" and _NAME.fullmatch(file.stem) is not None


def read_parts(root: Path, slug: str) -> tuple[tuple[Part, ...], tuple[Problem, ...]]:
    """Return the parts of the entry *slug* in the book at *root*, and what is wrong with the others."""
    parts: list[Part] = []
    problems: list[Problem] = []
    folder = root / "snippets" / slug
    for file in sorted(folder.glob("*.py")):
        if not part_name(file):
            continue
        result = _Reader(slug, file, file.relative_to(root).as_posix()).read()
        (parts if isinstance(result, Part) else problems).append(result)  # type: ignore[arg-type]
    return tuple(parts), tuple(problems)


class _PartError(Exception):
    def __init__(self, sentence: str, line: int = 1, column: int = 1, hint: str | None = None) -> None:
        super().__init__(sentence)
        self.sentence, self.line, self.column, self.hint = sentence, line, column, hint


class _Reader:
    def __init__(self, slug: str, file: Path, shown: str) -> None:
        self.slug, self.file, self.shown = slug, file, shown
        self.lines: list[str] = []

    def read(self) -> Part | Problem:
        try:
            return self._part()
        except _PartError as error:
            place = Place(self.shown, error.line, error.column)
            line = self.lines[error.line - 1] if error.line <= len(self.lines) else ""
            return Problem(place, "part", error.sentence, error.hint, excerpt(line, place))

    def _part(self) -> Part:
        try:
            text = self.file.read_text("utf-8")
        except UnicodeDecodeError as error:
            raise _PartError("the file is not UTF-8", hint="save it as UTF-8") from error
        self.lines = text.splitlines()
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError) as error:
            line, column = getattr(error, "lineno", 1) or 1, getattr(error, "offset", 1) or 1
            raise _PartError(f"not Python: {getattr(error, 'msg', error)}", line, column) from error
        table, dependencies = self._head(text)
        docstring = ast.get_docstring(tree, clean=True)
        if not docstring:
            raise _PartError("the part has no docstring", hint="say in it what the part shows, and its doctest")
        doc_line = tree.body[0].lineno
        blocks = tuple(self._blocks(docstring, doc_line))
        examples_text = _without_blocks(docstring)
        examples = tuple(doctest.DocTestParser().get_examples(examples_text))
        if not blocks and not examples:
            hint = f"add '$ python {self.file.name}' and what it prints"
            raise _PartError("the docstring has neither '$ command' nor '>>> expression'", doc_line, hint=hint)
        return Part(
            self.slug,
            self.file.stem,
            self.file,
            self.shown,
            text,
            docstring.splitlines()[0],
            dependencies,
            table,
            blocks,
            examples,
            examples_text,
            tuple(_modules(tree, self.file.parent)),
        )

    def _head(self, text: str) -> tuple[Header, tuple[str, ...]]:
        match = next((found for found in _SCRIPT.finditer(text) if found["type"] == "script"), None)
        if match is None:
            raise _PartError(
                "the part has no '# /// script' head", hint="begin with the head that 'faultbook new' writes"
            )
        first = text[: match.start()].count("\n") + 2
        body = "\n".join(line[2:] if line.startswith("# ") else line[1:] for line in match["content"].splitlines())
        try:
            head = tomllib.loads(body)
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
            line, column = (first + int(place[1]) - 1, int(place[2]) + 2) if place else (first, 1)
            raise _PartError(
                f"the head is not TOML: {str(error).partition(' (at')[0].lower()}", line, column
            ) from error
        dependencies = tuple(str(item) for item in head.get("dependencies", ()))
        for item in dependencies:
            try:
                Requirement(item)
            except InvalidRequirement as error:
                raise _PartError(f"'{item}' is no requirement", self._line_of(item, first)) from error
        try:
            return Header.model_validate(head.get("tool", {}).get("faultbook", {})), dependencies
        except ValidationError as error:
            raise self._table_error(error, first) from error

    def _table_error(self, error: ValidationError, first: int) -> _PartError:
        fault = error.errors(include_url=False)[0]
        name = str(fault["loc"][-1])
        line = self._line_of(str(fault["loc"][0]), first)
        column = max(1, self.lines[line - 1].find(name) + 1)
        if fault["type"] == "extra_forbidden":
            known: Any = Needs if len(fault["loc"]) > 1 else Header
            hint = did_you_mean(name, known.model_fields)
            return _PartError(f"unknown key '{name}' in [tool.faultbook]", line, column, hint)
        message = fault["msg"].removeprefix("Value error, ")
        return _PartError(f"'{name}': {message[:1].lower()}{message[1:]}", line, column)

    def _line_of(self, word: str, first: int) -> int:
        return next((number for number, line in enumerate(self.lines, 1) if number >= first and word in line), first)

    def _blocks(self, docstring: str, doc_line: int) -> Iterator[Block]:
        command, start = None, 0
        expected: list[str] = []
        for number, line in enumerate(docstring.splitlines(), doc_line):
            if line.startswith("$ "):
                if command is not None:
                    yield Block(command, _text(expected), start)
                command, start, expected = line[2:].strip(), number, []
                try:
                    shlex.split(command)
                except ValueError as error:
                    raise _PartError(f"not a command: {error}", number) from error
            elif command is not None and line.startswith(">>> "):
                yield Block(command, _text(expected), start)
                command = None
            elif command is not None:
                expected.append(line)
        if command is not None:
            yield Block(command, _text(expected), start)


def _text(lines: list[str]) -> str:
    return "\n".join(lines).strip("\n") + "\n" if any(lines) else ""


def _without_blocks(docstring: str) -> str:
    """Blank out ``$`` blocks, which doctest's parser would take for prose or for output."""
    inside, lines = False, []
    for line in docstring.splitlines():
        inside = line.startswith("$ ") or (inside and not line.startswith(">>> "))
        lines.append("" if inside else line)
    return "\n".join(lines) + "\n"


def _modules(tree: ast.AST, folder: Path) -> Iterator[Path]:
    """Yield the sibling modules that *tree* imports, also through one another, by name."""
    found: dict[str, Path] = {}
    waiting = [tree]
    while waiting:
        for node in ast.walk(waiting.pop()):
            if isinstance(node, ast.Import):
                names = [alias.name.partition(".")[0] for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module.partition(".")[0]]
            else:
                continue
            for name in names:
                file = folder / f"{name}.py"
                if name not in found and file.is_file():
                    found[name] = file
                    waiting.append(ast.parse(file.read_text("utf-8")))
    yield from (found[name] for name in sorted(found))
