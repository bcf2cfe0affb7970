"""What travels to the nodes: this package and the parts that are to run, as they stand here, committed or not."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

import faultbook

__all__ = ["MOST_BYTES", "pack"]

MOST_BYTES = 500 << 20
"""What Ray carries as one working directory: ``GCS_STORAGE_MAX_SIZE`` in ray/_private/runtime_env/packaging.py."""
_OURS_ONLY = ("__pycache__", "book.json", "published.json")


def pack(folder: Path, root: Path | None = None, slugs: Iterable[str] = ()) -> int:
    """Fill *folder* with the package and the parts of the entries *slugs* of the book at *root*; return its bytes.

    Nothing else of the working tree is needed on a node, so neither .git nor environments nor built pages have to be
    kept out, and a book of any size fits what Ray carries.
    """
    package = Path(faultbook.__file__).parent
    shutil.copytree(package, folder / "faultbook", ignore=shutil.ignore_patterns(*_OURS_ONLY))
    for slug in sorted(set(slugs)):
        if root is not None:
            to = folder / "snippets" / slug
            to.mkdir(parents=True)
            for file in (root / "snippets" / slug).glob("*.py"):
                shutil.copy(file, to / file.name)
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
