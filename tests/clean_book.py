"""A book of one entry in which no rule finds anything, and the command called on it in this process."""

from __future__ import annotations

import contextlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import yaml
from small_book import write_book
from typer.testing import CliRunner

from faultbook.checking import check_folder
from faultbook.cli import app

__all__ = ["ENTRY", "OTHER", "clean_book", "faultbook", "replace", "replace_all", "told"]

ENTRY = "entries/memory/widget.yaml"
OTHER = "entries/memory/gadget.yaml"
_CLAIMS = ("affects", "symptoms", "scale", "prevention")


def clean_book(folder: Path) -> Path:
    """Write the small book, finished; return its folder."""
    write_book(folder)
    content = yaml.safe_load((folder / ENTRY).read_text())
    misses = [{"text": "widget stopped for lunch", "is": "healthy", "because": "It goes on after it."}]
    content["signatures"]["message"]["near_misses"] = misses
    source = {"url": "https://example.org/oil", "title": "The oil manual", "supports": ["cause", "fixes"]}
    content |= {"sources": [source], "unsourced": dict.fromkeys(_CLAIMS, "seen")}
    (folder / ENTRY).write_text(yaml.safe_dump(content, sort_keys=False, allow_unicode=True), encoding="utf-8")
    return folder


def replace(root: Path, old: str, new: str, path: str = ENTRY) -> None:
    """Replace *old*, which stands once, in a file."""
    content = (root / path).read_text()
    assert content.count(old) == 1, content
    (root / path).write_text(content.replace(old, new))


def replace_all(root: Path, old: str, new: str) -> None:
    """Replace *old*, however often it stands in the entry's file."""
    (root / ENTRY).write_text((root / ENTRY).read_text().replace(old, new))


def faultbook(root: Path, *arguments: str) -> Any:
    """Call the command in this process: loading it anew for each test would be most of their time."""
    with contextlib.chdir(root):
        result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    return SimpleNamespace(returncode=result.exit_code, stdout=result.stdout, stderr=result.stderr)


def told(root: Path, **how: bool) -> list[str]:
    """Return every problem of the book, as text."""
    return [problem.text() for problem in check_folder(root, **how).problems]
