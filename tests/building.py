"""Sites of a few entries of the book, built in this process by MkDocs, and what is in them."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path
from unittest import mock

from mkdocs.commands.build import build
from mkdocs.config import load_config
from site_build import ROOT

__all__ = ["ENTRIES", "build_site", "clean_site", "contents", "few_entries"]

#: Related to each other, with parts and records.
ENTRIES = (
    "memory/cuda-oom-capacity",
    "memory/cuda-oom-fragmentation",
    "memory/copy-on-write-memory",
    "training/zero-grad-missing",
)


def few_entries(folder: Path) -> Path:
    """Write a book of a few entries, with the site's configuration and a small page of its own."""
    for slug in ENTRIES:
        for kind in ("entries", "snippets", "evidence"):
            source = ROOT / kind / (f"{slug}.yaml" if kind == "entries" else slug)
            target = folder / kind / (f"{slug}.yaml" if kind == "entries" else slug)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            elif source.is_file():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
    shutil.copytree(ROOT / "site_plugins/faultbook_mkdocs/overrides", folder / "overrides")
    (folder / "docs").mkdir()
    for name in ("about", "authoring", "accuracy"):
        (folder / f"docs/{name}.md").write_text(f"# {name}\n\nSee [one](memory/cuda-oom-capacity.md#fix).\n")
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    (folder / "mkdocs.yml").write_text(text.replace("site_plugins/faultbook_mkdocs/overrides", "overrides"))
    return folder


def build_site(root: Path, to: Path, **environment: str) -> None:
    """Build the site of the book under *root* into *to*, whatever the rules say of it."""
    with mock.patch.dict(os.environ, {"FAULTBOOK_PUBLISH": "all", "NO_MKDOCS_2_WARNING": "1", **environment}):
        config = load_config(str(root / "mkdocs.yml"), site_dir=str(to))
        config.plugins.on_startup(command="serve", dirty=False)
        build(config)


def clean_site(root: Path, to: Path) -> dict[str, str]:
    """Return the contents of the site as it is built without anything of an earlier build."""
    shutil.rmtree(to, ignore_errors=True)
    build_site(root, to, FAULTBOOK_CACHE="off")
    return contents(to)


def contents(site: Path) -> dict[str, str]:
    """Return a digest of each file of *site*, hidden ones too, by its path."""
    return {
        path.relative_to(site).as_posix(): hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()
        for path in sorted(site.rglob("*"))
        # The compressed map holds the folder's name.
        if path.is_file() and path.name != "sitemap.xml.gz"
    }
