"""Take one thing away from a real entry: the check or the gate says so, and names the entry and the thing."""

import functools
import re
import shutil
from pathlib import Path

import pytest
import yaml

from faultbook.book import load_book
from faultbook.rules import check
from faultbook.snippets.gate import proof_of

ROOT = Path(__file__).parent.parent
BOOK = load_book(ROOT)[0]
ENTRIES = sorted(BOOK.entries)
#: One entry of each area, for what needs the whole book to be read.
FEW = sorted({entry.area: entry.id for entry in BOOK.entries.values()}.values())


@pytest.fixture
def copy(id_, tmp_path):
    """Return a book of the one entry: what is said of it when it stands alone, is said in the whole book too."""
    slug = BOOK.entries[id_].slug
    for name in ("snippets", "evidence"):
        if (ROOT / name / slug).is_dir():
            shutil.copytree(ROOT / name / slug, tmp_path / name / slug, ignore=shutil.ignore_patterns("__pycache__"))
    file = tmp_path / BOOK.entries[id_].path
    file.parent.mkdir(parents=True)
    shutil.copyfile(ROOT / BOOK.entries[id_].path, file)
    return tmp_path


def complaints(folder, id_):
    """Return what the check and the gate say of the book's one entry."""
    book, problems = load_book(folder)
    said = [str(problem) for problem in (*problems, *check(book))]
    if id_ in book.entries:
        said += proof_of(book, book.entries[id_]).lacks
    return said


@functools.cache
def as_it_stands(folder, id_):
    return frozenset(complaints(folder, id_))


def values_of(folder, id_):
    text = (folder / load_book(folder)[0].entries[id_].path).read_text("utf-8")
    return yaml.load(text, yaml.CSafeLoader)


def changed(folder, id_, change):
    """Return what is said of the entry beyond what was said before, when *change* edits its values."""
    book, _ = load_book(folder)
    file = folder / book.entries[id_].path
    text = file.read_text("utf-8")
    values = values_of(folder, id_)
    change(values)
    try:
        file.write_text(
            yaml.dump(values, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False, width=10**6),
            encoding="utf-8",
        )
        after = complaints(folder, id_)
    finally:
        file.write_text(text, encoding="utf-8")
    # A rewritten file has other lines; what is said counts, not where.
    plain = {re.sub(r":\d+:\d+:", ":", item) for item in as_it_stands(folder, id_)}
    return [item for item in after if re.sub(r":\d+:\d+:", ":", item) not in plain]


def listed(values, key):
    return [(name, index) for name, item in values["signatures"].items() for index in range(len(item.get(key, [])))]


@pytest.mark.parametrize("id_", ENTRIES)
@pytest.mark.parametrize("key", ["samples", "near_misses"])
def test_a_sample_or_near_miss_that_is_gone_is_named(copy, id_, key):
    values = values_of(copy, id_)
    for name, index in listed(values, key):
        gone = values["signatures"][name][key][index]["text"].strip()[:20]

        def remove(content, name=name, index=index):
            del content["signatures"][name][key][index]

        said = changed(copy, id_, remove)
        assert any(name in item and (gone in item or "too short" in item) for item in said), (name, index, said)


@pytest.mark.parametrize("id_", ENTRIES)
def test_a_source_that_is_gone_is_named(copy, id_):
    values = values_of(copy, id_)
    for index, source in enumerate(values["sources"]):

        def remove(content, index=index):
            del content["sources"][index]

        name = source.get("url") or f"part {source['part']}"
        assert any(name in item for item in changed(copy, id_, remove)), name


@pytest.mark.parametrize("id_", ENTRIES)
@pytest.mark.parametrize("kind", ["snippets", "evidence"])
def test_a_fix_part_or_record_that_is_gone_is_named(copy, id_, kind):
    slug = load_book(copy)[0].entries[id_].slug
    pattern = "fix_*.py" if kind == "snippets" else "*.json"
    for file in sorted((copy / kind / slug).glob(pattern)):
        before, kept = as_it_stands(copy, id_), file.read_bytes()
        file.unlink()
        try:
            said = [item for item in complaints(copy, id_) if item not in before]
        finally:
            file.write_bytes(kept)
        name = file.stem.partition("@")[0]
        names = {name, name.removeprefix("fix_").replace("_", "-"), "traced" if name == "origins" else name}
        assert any(word in item for item in said for word in names), (file.name, said)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("book")
    for name in ("entries", "snippets", "evidence"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.mark.parametrize("id_", FEW)
def test_a_file_that_cannot_be_read_is_the_only_one_to_be_told_of(whole, id_):
    book, before = load_book(whole)
    file = whole / book.entries[id_].path
    text = file.read_text("utf-8")
    file.write_text(f"{text}title: [\n", encoding="utf-8")
    try:
        broken, problems = load_book(whole)
        said = {problem.place.path for problem in (*problems, *check(broken))}
    finally:
        file.write_text(text, encoding="utf-8")

    assert said == {book.entries[id_].path} | {problem.place.path for problem in (*before, *check(book))}
