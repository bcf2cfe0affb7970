"""What a site is made from, as digests of contents: files of the book, the tool, the theme, the configuration."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import faultbook
from faultbook.pages import digest

__all__ = ["Inputs", "configured", "read_inputs", "theme_digest", "tool_digest"]

_FOLDERS = ("entries", "snippets", "evidence", "incidents", "tests/benign", "docs")
_FILES = ("addresses.txt", "comparisons.yaml")
_LIBRARIES = (
    *(
        "Jinja2",
        "MarkupSafe",
        "Markdown",
        "cmarkgfm",
        "Pygments",
        "nh3",
        "markdownify",
        "beautifulsoup4",
        "pydantic",
        "PyYAML",
    ),
    *("mkdocs", "mkdocs-material", "pymdown-extensions"),
)
_TEMPLATES = {".html", ".xml", ".yml", ".yaml", ".svg", ".js", ".txt"}
_DEPTH = 8  # of the configuration: deeper is no setting


@dataclasses.dataclass(frozen=True, slots=True)
class Inputs:
    """The files of a book, by path under its root, each with a digest of its content."""

    files: Mapping[str, str]

    def whole(self) -> str:
        """Return a digest of all of them."""
        return digest(sorted(self.files.items()))

    def of_book(self) -> str:
        """Return a digest of those that a check reads, too."""
        return digest(sorted(item for item in self.files.items() if not item[0].startswith("docs/")))

    def around(self) -> str:
        """Return a digest of those that are of no entry."""
        return digest(sorted(item for item in self.files.items() if _owner(item[0]) is None))

    def of_entries(self) -> dict[str, str]:
        """Return a digest of the files of each entry (its own, its parts, its records), by slug."""
        owned: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for path, content in self.files.items():
            if (slug := _owner(path)) is not None:
                owned[slug].append((path, content))
        return {slug: digest(sorted(found)) for slug, found in owned.items()}


def _owner(path: str) -> str | None:
    """Return the slug of the entry that the file at *path* is of, if it is of one."""
    kind, *below = path.split("/", 3)
    owned = kind in {"entries", "snippets", "evidence"} and len(below) > 1
    return f"{below[0]}/{below[1].removesuffix('.yaml')}" if owned else None


def read_inputs(root: Path) -> Inputs | None:
    """Return the files that the site of the book under *root* is made from; ``None`` when one cannot be read."""
    files: dict[str, str] = {}
    try:
        for name in (*_FILES, *_FOLDERS):
            _read(root, name, files)
    except (OSError, _LinkedError):
        return None
    return Inputs(files)


def of_entry(root: Path, slug: str) -> str:
    """Return the digest of the files of the entry *slug* as :meth:`Inputs.of_entries` has it."""
    files: dict[str, str] = {}
    with contextlib.suppress(OSError):  # gone meanwhile: the next event tells of it
        for name in (f"entries/{slug}.yaml", f"snippets/{slug}", f"evidence/{slug}"):
            _read(root, name, files)
    return digest(sorted(files.items()))


class _LinkedError(Exception):
    """A folder is a link: what is behind it is not walked here, and may be read."""


def _read(root: Path, name: str, files: dict[str, str]) -> None:
    """Add the file *name* under *root*, or all files of the folder, to *files*; nothing when it is not there."""
    if (root / name).is_file():
        files[name] = _content(str(root / name))
        return
    if not (root / name).is_dir():
        return
    for folder, below, names in os.walk(root / name, onerror=_refuse):
        if any(Path(folder, each).is_symlink() for each in below):
            raise _LinkedError
        below[:] = [each for each in below if each != "__pycache__" and not each.startswith(".")]
        path = os.path.relpath(folder, root).replace(os.sep, "/")
        for each in names:
            files[f"{path}/{each}"] = _content(f"{folder}/{each}")


@functools.cache
def tool_digest() -> str:
    """Return a digest of what makes the site, but for the theme: this package, the core, and the libraries they use."""
    folders = (Path(faultbook.__file__).parent, Path(__file__).parent)
    code = [
        (file.relative_to(folder).as_posix(), _content(str(file)))
        for folder in folders
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.suffix in {".py", ".j2", ".so", ".html", ".xml"}
    ]
    return digest([sys.version, code, [(name, _version(name)) for name in _LIBRARIES]])


def theme_digest(folders: Iterable[str]) -> str:
    """Return a digest of the templates in *folders* of a theme; of icons only those outside a folder of icons."""
    found: list[tuple[str, str]] = []
    for folder in folders:
        for place, below, names in os.walk(folder):
            below[:] = sorted(each for each in below if each not in {".icons", "__pycache__", "node_modules"})
            found += [
                (os.path.relpath(f"{place}/{each}", folder), _content(f"{place}/{each}"))
                for each in sorted(names)
                if each[each.rfind(".") :] in _TEMPLATES
            ]
    return digest(found)


def configured(value: Any, depth: int = 0) -> Any:
    """Return a value of the configuration as JSON can say it; of what is no setting, its name."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if depth < _DEPTH and isinstance(value, Mapping):
        return [[str(key), configured(item, depth + 1)] for key, item in value.items()]
    if depth < _DEPTH and isinstance(value, list | tuple | set | frozenset):
        return [configured(item, depth + 1) for item in value]
    if isinstance(value, Path):
        return str(value)
    return getattr(value, "__qualname__", type(value).__qualname__)


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _content(file: str) -> str:
    with open(file, "rb") as opened:  # noqa: PTH123 -- pathlib takes twice the time, ten thousand times
        return hashlib.blake2b(opened.read(), digest_size=16).hexdigest()


def _refuse(error: OSError) -> None:
    raise error
