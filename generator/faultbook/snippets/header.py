"""The head of a part: PEP 723 metadata with the table ``[tool.faultbook]``, read with the place of each fault.

Source: PEP 723, "Inline script metadata", for the block's form; https://peps.python.org/pep-0723/.
"""

from __future__ import annotations

import dataclasses
import functools
import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from faultbook.place import did_you_mean

__all__ = ["TARGETS", "Fault", "FaultyPartError", "Head", "Header", "Needs", "Override", "read_head"]

TARGETS = ("cpu", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_103", "sm_120", "sm_121")
# The block's form as PEP 723 gives it.
_SCRIPT = re.compile(r"(?m)^# /// (?P<type>[a-zA-Z0-9-]+)$\s(?P<content>(^#(| .*)$\s)+)^# ///$")
_SIZE = re.compile(r"([0-9]+) (MiB|GiB)")


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a part, and where in its file."""

    sentence: str
    line: int = 1
    column: int = 1
    hint: str | None = None


class FaultyPartError(Exception):
    """A part that cannot be read; carries every fault that was found."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(fault.sentence for fault in faults))
        self.faults = faults


def _size(value: str) -> str:
    if not _SIZE.fullmatch(value):
        message = f"'{value}' is no size like '24 GiB'"
        raise ValueError(message)
    return value


def _target(value: str) -> str:
    if value not in TARGETS:
        message = f"'{value}' is no target: {', '.join(TARGETS)}"
        raise ValueError(message)
    return value


def _some(targets: tuple[str, ...]) -> tuple[str, ...]:
    if not targets:
        message = "name at least one target, or leave the key out: cpu"
        raise ValueError(message)
    return targets


Size = Annotated[str, AfterValidator(_size)]
Target = Annotated[str, AfterValidator(_target)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Needs(_Table):
    """What the machine must have."""

    gpus: int = Field(0, ge=0)
    gpu_memory: Size | None = None
    memory: Size | None = None
    root: bool = False
    network: bool = False
    cgroup: bool = False

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


class Override(_Table):
    """What holds on one target instead: the table ``[tool.faultbook.sm_90]``."""

    timeout: int | None = Field(None, ge=1, le=3600)
    needs: Needs | None = None


class Header(_Table):
    """The table ``[tool.faultbook]`` of a part."""

    targets: Annotated[tuple[Target, ...], AfterValidator(_some)] = ("cpu",)
    timeout: int = Field(60, ge=1, le=3600)
    """Seconds that one command may take."""
    needs: Needs = Needs()
    group: str | None = None
    """Parts of the group ``heavy`` run only when asked for."""
    env: dict[str, str] = Field(default_factory=dict)
    exit: int = 0
    """Exit code of a confirm or prevent part that is as it should be."""
    overrides: dict[Target, Override] = Field(default_factory=dict)
    """By target; a file writes each as a table of that target's name."""

    def on(self, target: str) -> Header:
        """Return the header as it holds on *target*."""
        change = self.overrides.get(target)
        if change is None:
            return self
        return self.model_copy(
            update={name: value for name in ("timeout", "needs") if (value := getattr(change, name)) is not None}
        )


@dataclasses.dataclass(frozen=True, slots=True)
class Head:
    """Everything that a part's head says."""

    header: Header
    dependencies: tuple[str, ...]
    python: str
    """PEP 440 specifier of the interpreter; empty when any will do."""


def read_head(text: str) -> Head:
    """Return the head of a part with this *text*.

    Raises:
        FaultyPartError: with every fault of the head.

    """
    found = [match for match in _SCRIPT.finditer(text) if match["type"] == "script"]
    if len(found) != 1:
        sentence = f"the part has {len(found)} '# /// script' heads" if found else "the part has no '# /// script' head"
        line = text[: found[1].start()].count("\n") + 1 if found else 1
        raise FaultyPartError(Fault(sentence, line, hint="begin with the head that 'faultbook new' writes"))
    first = text[: found[0].start()].count("\n") + 2
    return _read(found[0]["content"], first)


@functools.lru_cache(maxsize=1024)  # many parts have the same head
def _read(content: str, first: int) -> Head:
    return _Reader(content.splitlines(), first).read()


class _Reader:
    """Reads the *lines* of a head, whose first has the number *first* in its file."""

    def __init__(self, lines: Sequence[str], first: int) -> None:
        self.lines, self.first = lines, first

    def read(self) -> Head:
        values = self._values()
        faults = [*self._standard(values)]
        tool = values.get("tool", {})
        table = tool.get("faultbook", {}) if isinstance(tool, dict) else tool
        header: Header | None = None
        if not isinstance(table, dict):
            faults.append(Fault("[tool.faultbook] is no table", *self._place("faultbook")))
        else:
            overrides = {name: value for name, value in table.items() if name in TARGETS}
            rest = {name: value for name, value in table.items() if name not in TARGETS}
            if "overrides" in rest:
                hint = "write a table of the target's name: [tool.faultbook.sm_90]"
                faults.append(Fault("unknown key 'overrides' in [tool.faultbook]", *self._place("overrides"), hint))
            try:
                header = Header.model_validate({**rest, "overrides": overrides})
            except ValidationError as error:
                faults += [self._fault(item) for item in error.errors(include_url=False)]
            else:
                for name in sorted(overrides.keys() - set(header.targets)):
                    sentence = f"[tool.faultbook.{name}] is of a target that the part does not have"
                    faults.append(Fault(sentence, *self._place(name), "add it to 'targets', or remove the table"))
        if faults or header is None:
            raise FaultyPartError(*faults)
        return Head(header, tuple(values.get("dependencies", ())), values.get("requires-python", ""))

    def _values(self) -> dict[str, Any]:
        body = "\n".join(line[2:] if line.startswith("# ") else line[1:] for line in self.lines)
        try:
            return tomllib.loads(body)
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
            line, column = (self.first + int(place[1]) - 1, int(place[2]) + 2) if place else self._end()
            sentence = f"the head is not TOML: {str(error).partition(' (at')[0].lower()}"
            raise FaultyPartError(Fault(sentence, line, column)) from error

    def _standard(self, values: dict[str, Any]) -> Iterator[Fault]:
        """Yield the faults of the keys that PEP 723 itself defines."""
        dependencies = values.get("dependencies", [])
        if not isinstance(dependencies, list) or not all(isinstance(item, str) for item in dependencies):
            yield Fault("'dependencies' is no list of strings", *self._place("dependencies"))
        else:
            for item in dependencies:
                try:
                    Requirement(item)
                except InvalidRequirement:
                    yield Fault(f"'{item}' is no requirement", *self._place_of_value(item))
        python = values.get("requires-python", "")
        try:
            SpecifierSet(python)
        except (InvalidSpecifier, AttributeError, TypeError):
            yield Fault(f"'{python}' is no version range", *self._place("requires-python"), "write it like '>=3.11'")

    def _fault(self, error: ErrorDetails) -> Fault:
        names = [item for item in error["loc"] if isinstance(item, str) and item != "[key]"]
        name, value = names[-1], error["input"]
        if error["type"] == "extra_forbidden":
            known = {*Needs.model_fields} if "needs" in names[:-1] else {*Header.model_fields} - {"overrides"}
            if names[0] == "overrides" and "needs" not in names[:-1]:
                known = {*Override.model_fields}
            return Fault(f"unknown key '{name}' in [tool.faultbook]", *self._place(name), did_you_mean(name, known))
        message = error["msg"].removeprefix("Value error, ")
        sentence = f"'{name}': {message[:1].lower()}{message[1:]}"
        if isinstance(value, str):
            return Fault(sentence, *self._place_of_value(value))
        return Fault(sentence, *self._place(name))

    def _place(self, key: str) -> tuple[int, int]:
        """Return line and column of *key*, as ``key =`` or in the name of a table."""
        pattern = re.compile(rf"(?<![\w-]){re.escape(key)}(?=\s*[=.\]])")
        return self._search(pattern)

    def _place_of_value(self, value: str) -> tuple[int, int]:
        return self._search(re.compile(rf"(?<=[\"']){re.escape(value)}(?=[\"'])"))

    def _end(self) -> tuple[int, int]:
        """Return the place after the last character: where a head ends too early."""
        return self.first + len(self.lines) - 1, len(self.lines[-1]) + 1

    def _search(self, pattern: re.Pattern[str]) -> tuple[int, int]:
        for number, line in enumerate(self.lines, self.first):
            if found := pattern.search(line):
                return number, found.start() + 1
        return self.first, 1
