"""The search of a large book, made of any documents and signatures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from faultbook.pages.search_index import Documents, Files, Kept, index_files
from faultbook.pages.search_signatures import Signed

__all__ = ["large_files", "write_large"]


def large_files(documents: list[dict[str, Any]], signatures: dict[str, Any], kept: Kept | None = None) -> Files:
    """Return the files of a large book's search; *signatures* is the content of ``signatures.json``."""
    by_entry: dict[str, list[dict[str, Any]]] = {}
    for signature in signatures["signatures"]:
        by_entry.setdefault(signature["entry"], []).append(signature)
    about = {item["slug"]: (id_, item) for id_, item in signatures["entries"].items()}

    def signed(path: str) -> Signed | None:
        if path not in about:
            return None
        id_, item = about[path]
        return Signed(id_, path, by_entry.get(id_, ()), item["causes"], item["confused_with"])

    def made(run: range) -> tuple[list[dict[str, Any]], list[Signed | None]]:
        own = documents[run.start : run.stop]
        return own, [signed(document["path"]) for document in own]

    paths = [document["path"] for document in documents]
    digests = [json.dumps(document) for document in documents]
    engine = {name: signatures[name] for name in ("format", "engine")}
    return index_files(Documents(paths, digests, made), engine, kept)


def write_large(folder: Path, documents: list[dict[str, Any]], signatures: dict[str, Any]) -> None:
    """Write the files of a large book's search."""
    files = large_files(documents, signatures)
    for path, key in files.keys.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(files.texts[key], encoding="utf-8")
