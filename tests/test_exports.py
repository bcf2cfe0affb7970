"""What the book exports has the form that its published schemas describe, and nothing that they do not."""

from __future__ import annotations

import copy
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from builders import book, entry, proof

from faultbook.book import load_book
from faultbook.diagnosis.session import engine_for
from faultbook.exports.published import PublishedEntry, entry_text, index_text, published
from faultbook.exports.schemas import FORMS, schema, schema_files
from faultbook.history import read_history
from faultbook.pages.export import export_paths, exports
from faultbook.snippets.gate import gate

ROOT = Path(__file__).parent.parent
ADDRESS = "https://faultbook.example/"
SCHEMAS = {form.name: schema(form, ADDRESS) for form in FORMS}


def closed(content: Any) -> Any:
    """Return a schema that takes no key which it does not describe: what we make must be described."""
    content = copy.deepcopy(content)

    def close(node: Any) -> None:
        if isinstance(node, dict):
            if "properties" in node:
                node.setdefault("additionalProperties", False)
            for value in node.values():
                close(value)
        elif isinstance(node, list):
            for value in node:
                close(value)

    close(content)
    return content


def faults(name: str, value: Any) -> list[str]:
    validator = jsonschema.Draft202012Validator(
        closed(SCHEMAS[name]), format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
    )
    return [f"{fault.json_path}: {fault.message[:200]}" for fault in validator.iter_errors(value)]


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    the_book, _ = load_book(ROOT)
    return exports(the_book, gate(the_book), ADDRESS, read_history(ROOT))


def test_the_paths_are_told_without_making_the_files(files: dict[str, str]) -> None:
    the_book, _ = load_book(ROOT)
    assert set(export_paths(the_book, gate(the_book), read_history(ROOT))) == set(files)


def test_every_schema_is_a_schema_with_a_meaning_for_every_key() -> None:
    for name, content in SCHEMAS.items():
        jsonschema.Draft202012Validator.check_schema(content)
        for keys, node in nodes(content):
            if keys[-2:-1] == ("properties",) and "$ref" not in node:
                assert node.get("description"), (name, keys)


def nodes(value: Any, keys: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    if isinstance(value, dict):
        yield keys, value
        for key, item in value.items():
            yield from nodes(item, (*keys, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from nodes(item, (*keys, index))


def test_every_json_file_of_the_book_has_its_published_form(files: dict[str, str]) -> None:
    wrong = {}
    for path, text in files.items():
        if not path.endswith(".json") or path.startswith("schemas/"):
            continue
        name = path.removesuffix(".json") if "/" not in path else "entry"
        if found := faults(name, json.loads(text)):
            wrong[path] = found[:3]
    assert wrong == {}
    assert len([path for path in files if path.endswith(".json") and "/" in path]) > 100


def test_json_names_its_schema_which_is_published(files: dict[str, str]) -> None:
    for path, text in files.items():
        if path.endswith(".json") and not path.startswith("schemas/") and path != "signatures.json":
            address = json.loads(text)["$schema"]
            assert json.loads(files[address.removeprefix(ADDRESS)])["$id"] == address
    assert set(schema_files(ADDRESS)) <= set(files)


def test_every_diagnosis_has_its_published_form() -> None:
    cases = [[log] for log in sorted((ROOT / "tests/benign").glob("*.log"))]
    cases += [sorted(folder.glob("*.log")) for folder in sorted((ROOT / "incidents").iterdir())]
    cases += [
        sorted(file for file in folder.iterdir() if file.suffix in {".log", ".txt", ".out", ".err"})
        for folder in sorted((ROOT / "benchmarks/diagnosis/cases").iterdir())[::6]
    ]
    engine = engine_for(load_book(ROOT)[0].entries.values())
    verdicts = set()
    for logs in filter(None, cases):
        answer = engine.answer([engine.scan(log.name, [log.read_bytes()]) for log in logs])
        answer = json.loads(json.dumps(answer))
        verdicts.add(answer["verdict"])
        assert faults("diagnosis", answer) == [], logs
    assert verdicts == {"diagnosed", "inconclusive", "unrecognised", "no-failure"}


def test_an_undescribed_or_missing_key_is_seen() -> None:
    item = entry()
    good = json.loads(exports(book(item), {item.id: proof(item)}, ADDRESS)["memory/widget.json"])
    assert faults("entry", good) == []
    assert faults("entry", {**good, "colour": 3}) == [
        "$: Additional properties are not allowed ('colour' was unexpected)"
    ]
    assert faults("entry", {key: value for key, value in good.items() if key != "url"}) == [
        "$: 'url' is a required property"
    ]
    assert [text.partition(":")[0] for text in faults("entry", {**good, "severity": "huge"})] == ["$.severity"]


def test_the_published_schema_allows_keys_of_later_books() -> None:
    item = entry()
    text = exports(book(item), {item.id: proof(item)}, ADDRESS)["memory/widget.json"]
    later = {**json.loads(text), "colour": "red"}
    assert not list(jsonschema.Draft202012Validator(SCHEMAS["entry"]).iter_errors(later))
    assert PublishedEntry.model_validate(later).id == "widget"


def test_an_entry_read_back_from_its_json_is_the_same() -> None:
    the_book, _ = load_book(ROOT)
    entries = published(the_book, gate(the_book), ADDRESS, read_history(ROOT))
    back = tuple(PublishedEntry.model_validate_json(entry_text(item)) for item in entries)
    assert back == entries
    assert index_text(back, ADDRESS) == index_text(entries, ADDRESS)


def test_index_and_texts_name_every_entry(files: dict[str, str]) -> None:
    slugs = [item["slug"] for item in json.loads(files["index.json"])["entries"]]
    assert len(slugs) == len(set(slugs)) > 100
    for slug in slugs:
        assert f"{ADDRESS}{slug}.md)" in files["llms.txt"]
        assert files[f"{slug}.md"] in files["llms-full.txt"]
        assert f"{slug}.json" in files


def test_list_for_language_models_has_the_shape_that_its_readers_expect(files: dict[str, str]) -> None:
    """https://llmstxt.org: one title, a quotation that says what it is, then sections that hold lists of links."""
    lines = files["llms.txt"].splitlines()
    assert lines[0] == "# Faultbook"
    assert lines[2].startswith("> ")
    start = next(index for index, line in enumerate(lines) if line.startswith("## "))
    for line in filter(None, lines[start:]):
        assert re.match(r"## \w|- \[.+\]\(https://faultbook\.example/[\w/-]+\.md\): \S", line), line


def test_examples_of_the_data_page_work_on_the_site(site: Path, address: str) -> None:
    if not (shutil.which("jq") and shutil.which("curl")):
        assert not os.environ.get("CI"), "CI runs the examples"
        pytest.skip("jq and curl are not installed")
    html = (site / "as-data/index.html").read_text("utf-8")
    blocks = [re.sub(r"<[^>]+>", "", found) for found in re.findall(r"<pre.*?</pre>", html, re.DOTALL)]
    commands = [text for text in map(unescaped, blocks) if text.startswith("curl -s ")]
    assert len(commands) == 3
    for command in commands:
        assert "http://127.0.0.1:8000/" in command
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command.replace("http://127.0.0.1:8000/", address)],
            capture_output=True,
            text=True,
            check=False,
            timeout=20,
        )
        assert done.returncode == 0, done.stderr
        assert len(done.stdout) > 100


def unescaped(text: str) -> str:
    for escaped, plain in (
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", '"'),
        ("&#39;", "'"),
        ("&#34;", '"'),
        ("&amp;", "&"),
    ):
        text = text.replace(escaped, plain)
    return text
