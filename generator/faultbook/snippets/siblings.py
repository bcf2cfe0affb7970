"""The modules beside a part that it imports: a record is of them too."""

from __future__ import annotations

import ast
import functools
import os
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from faultbook.snippets.header import Fault, FaultyPartError

__all__ = ["parsed", "siblings"]


def parsed(text: str) -> ast.Module:
    """Return the tree of Python source.

    Raises:
        FaultyPartError: when it is not Python.

    """
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line, column = getattr(error, "lineno", 1) or 1, getattr(error, "offset", 1) or 1
        raise FaultyPartError(Fault(f"not Python: {getattr(error, 'msg', error)}", line, column)) from error


def siblings(tree: ast.Module, folder: Path) -> Iterator[Path]:
    """Yield the sibling modules that *tree* imports, also through one another, by name."""
    found: dict[str, Path] = {}
    waiting = deque(_imports(tree))
    looked: set[str] = set()
    while waiting:
        name, line = waiting.popleft()
        if name not in looked and os.path.isfile(f"{folder}/{name}.py"):  # noqa: PTH113 -- a path is slow to make
            found[name] = file = folder / f"{name}.py"
            waiting.extend(_imports_in(file, line))
        looked.add(name)
    yield from (found[name] for name in sorted(found))


def _imports_in(file: Path, line: int) -> tuple[tuple[str, int], ...]:
    """Return what a module imports, which is imported on *line* of the part or of another module."""
    try:
        return _imports_of(file.read_text("utf-8"))
    except FaultyPartError as error:
        fault = error.faults[0]
        raise FaultyPartError(
            Fault(f"imports {file.name}, whose line {fault.line} is {fault.sentence}", line)
        ) from error
    except (UnicodeDecodeError, OSError) as error:
        raise FaultyPartError(Fault(f"imports {file.name}, which cannot be read as UTF-8", line)) from error


@functools.lru_cache(maxsize=4096)
def _imports_of(text: str) -> tuple[tuple[str, int], ...]:
    """Return the imports of a module with this *text*, which several parts share."""
    return tuple(_imports(parsed(text)))


def _imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield each top-level name that *tree* imports, and its line; only statements are visited."""
    waiting: deque[ast.AST] = deque([tree])
    while waiting:
        node = waiting.popleft()
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0], node.lineno
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            below = getattr(node, field, None)
            if isinstance(below, list):  # of a conditional expression it is one node, which holds no statement
                waiting.extend(below)
