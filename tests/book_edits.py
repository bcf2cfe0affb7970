"""Edits of a small book by chance, one of each kind that a build of its site must notice."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import yaml
from building import ENTRIES
from site_build import ROOT

WORDS = ("an odd <word> & another", "`code` and more", "plain", 'a "quoted" one')


def entry_files(root: Path) -> list[Path]:
    return sorted((root / "entries").glob("*/*.yaml"))


def change(file: Path, key: str, value: object) -> None:
    try:
        content = yaml.safe_load(file.read_text("utf-8"))
    except yaml.YAMLError:  # a file that was broken; it may be restored
        return
    content[key] = value
    file.write_text(yaml.safe_dump(content, sort_keys=False, allow_unicode=True), encoding="utf-8")


def body(root: Path, chance: random.Random) -> None:
    change(chance.choice(entry_files(root)), "summary", f"{chance.choice(WORDS)} {chance.random()}")


def title(root: Path, chance: random.Random) -> None:
    change(chance.choice(entry_files(root)), "title", f"{chance.choice(WORDS)} {chance.random()}")


def relation(root: Path, chance: random.Random) -> None:
    one, other = chance.sample(entry_files(root), 2)
    related = yaml.safe_load(one.read_text("utf-8").replace("title: [", "")) or {}
    related = related.get("related", [])
    because = f"{chance.choice(WORDS)} {chance.random()}"
    change(
        one, "related", related[1:] if chance.random() < 0.4 else [*related, {"see": other.stem, "because": because}]
    )


def snippet(root: Path, chance: random.Random) -> None:
    if files := sorted((root / "snippets").rglob("*.py")):
        file = chance.choice(files)
        file.write_text(f"{file.read_text('utf-8')}# {chance.random()}\n", encoding="utf-8")


def record(root: Path, chance: random.Random) -> None:
    files = sorted((root / "evidence").rglob("*@*.json"))
    if files and chance.random() < 0.3:
        chance.choice(files).unlink()
    elif files:
        file = chance.choice(files)
        content = json.loads(file.read_text("utf-8"))
        file.write_text(json.dumps({**content, "device": f"a device {chance.random()}"}), encoding="utf-8")


def removal(root: Path, chance: random.Random) -> None:
    files = entry_files(root)
    if len(files) > 2:
        chance.choice(files).unlink()


def restoring(root: Path, chance: random.Random) -> None:
    slug = chance.choice(ENTRIES)
    shutil.copy(ROOT / f"entries/{slug}.yaml", root / f"entries/{slug}.yaml")


def renaming(root: Path, chance: random.Random) -> None:
    file = chance.choice(entry_files(root))
    new = f"renamed-{chance.randrange(10**6)}"
    for kind in ("snippets", "evidence"):
        folder = root / kind / file.parent.name / file.stem
        if folder.is_dir():
            folder.rename(folder.with_name(new))
    file.rename(file.with_name(f"{new}.yaml"))


def broken_file(root: Path, chance: random.Random) -> None:
    chance.choice(entry_files(root)).write_text("title: [\n", encoding="utf-8")


def template(root: Path, chance: random.Random) -> None:
    file = root / "overrides/partials/footer.html"
    file.write_text(f"{file.read_text('utf-8')}<!-- {chance.random()} -->", encoding="utf-8")


def configuration(root: Path, chance: random.Random) -> None:
    text = (root / "mkdocs.yml").read_text("utf-8")
    if chance.random() < 0.5:
        text = re.sub("site_name: .*", f"site_name: Book {chance.random()}", text)
    elif "toc.follow" in text:
        text = text.replace("    - toc.follow\n", "")
    else:
        text = text.replace("  features:\n", "  features:\n    - toc.follow\n")
    (root / "mkdocs.yml").write_text(text, encoding="utf-8")


def document(root: Path, chance: random.Random) -> None:
    (root / "docs/about.md").write_text(f"# About\n\n{chance.random()}\n", encoding="utf-8")


EDITS: tuple[Callable[[Path, random.Random], None], ...] = (
    *(body, title, relation, snippet, record, removal, restoring, renaming, broken_file, template, configuration),
    document,
)
