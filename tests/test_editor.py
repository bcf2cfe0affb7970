"""What an author's editor shows, asked of the language server that VS Code and other editors run."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from language_server import ROOT, SERVER, LanguageServer

from faultbook.book import Book, load_book
from faultbook.vocabulary import Severity

pytestmark = pytest.mark.skipif(
    not SERVER.is_file() and not os.environ.get("CI"), reason="install the server with: make build/node/.done"
)

ENTRY = "entries/memory/cuda-oom-capacity.yaml"
SETTINGS = json.loads((ROOT / ".vscode/settings.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def server() -> Iterator[LanguageServer]:
    # As a fresh clone of the project in VS Code; a schema store would be asked over the network.
    schemas = {str(ROOT / schema): files for schema, files in SETTINGS["yaml.schemas"].items()}
    settings = {"hover": True, "completion": True, "validate": True, "schemaStore": {"enable": False}}
    with LanguageServer(ROOT, {**settings, "schemas": schemas}) as started:
        yield started


@pytest.fixture(scope="module")
def the_book() -> Book:
    return load_book(ROOT)[0]


def put(server: LanguageServer, name: str, text: str) -> tuple[str, int, int]:
    """Open *text* as an entry and return its address and the place of the ``^`` in it, which is left out."""
    before = text.partition("^")[0]
    uri = server.open(f"entries/memory/{name}.yaml", text.replace("^", "", 1))
    return uri, before.count("\n") + 1, len(before) - before.rfind("\n")


def test_every_entry_of_the_book_names_its_schema_for_editors_other_than_vs_code() -> None:
    for file in sorted((ROOT / "entries").glob("*/*.yaml")):
        assert file.read_text("utf-8").startswith("# yaml-language-server: $schema=../entry.schema.json\n"), file


@pytest.mark.parametrize("name", ["cuda-oom-capacity", "cuda-oom-fragmentation"])
def test_an_entry_without_a_fault_shows_none(server: LanguageServer, name: str) -> None:
    path = f"entries/memory/{name}.yaml"
    assert server.diagnostics(server.open(path, (ROOT / path).read_text("utf-8"))) == []


def test_keys_that_are_not_there_yet_are_offered_with_their_meaning(server: LanguageServer) -> None:
    offered = server.complete(*put(server, "keys", "title: The widget stops\n^\n"))

    assert offered["severity"] == "What it costs when nobody acts."
    assert "title" not in offered
    assert not {"id", "area", "path"} & offered.keys()


def test_words_are_offered_with_their_meaning_and_no_empty_value(server: LanguageServer) -> None:
    offered = server.complete(*put(server, "words", "title: The widget stops\nseverity: ^\n"))

    assert offered == {word.value: word.meaning for word in Severity}


def test_an_editor_without_settings_finds_the_schema_by_the_first_line(tmp_path: Path) -> None:
    folder = tmp_path / "entries/memory"
    folder.mkdir(parents=True)
    for name in ("entry.schema.json", "ids.schema.json"):
        (tmp_path / "entries" / name).write_bytes((ROOT / "entries" / name).read_bytes())
    with LanguageServer(tmp_path, {"schemaStore": {"enable": False}}) as server:
        text = "# yaml-language-server: $schema=../entry.schema.json\nrelated:\n  - ^\n"
        offered = server.complete(*put(server, "first-line", text))

    assert {"confused_with", "causes", "caused_by", "see"} <= offered.keys()


@pytest.mark.parametrize(
    ("name", "text", "more"),
    [
        ("related", "related:\n  - see: ^\n    because: x\n", {}),
        ("rules-out", "confirm:\n  - ask: x\n    rules_out: [^]\n", {}),
        (
            "near-miss",
            "signatures:\n  a:\n    near_misses:\n      - text: x\n        is: ^\n",
            {
                "healthy": "healthy output, no failure",
                "unlisted": "a failure that the book has no entry for yet",
            },
        ),
    ],
)
def test_where_an_entry_is_named_the_books_ids_are_offered_with_their_titles(
    server: LanguageServer, the_book: Book, name: str, text: str, more: dict[str, str]
) -> None:
    offered = server.complete(*put(server, name, text))

    # In a list the server also offers the list's own dash.
    items = {label: meaning for label, meaning in offered.items() if not label.startswith("- (array item)")}
    assert items == {entry.id: entry.title for entry in the_book.entries.values()} | more


def test_the_stacks_that_the_book_has_are_offered(server: LanguageServer, the_book: Book) -> None:
    offered = server.complete(*put(server, "stacks", "title: The widget stops\nstacks:\n  - ^\n"))

    assert set(the_book.by_stack()) <= offered.keys()


def test_an_id_that_the_book_has_not_yet_is_no_fault_of_the_file(server: LanguageServer) -> None:
    text = (ROOT / ENTRY).read_text("utf-8")
    named = text.replace("\nrelated:\n", "\nrelated:\n  - see: the-next-entry\n    because: It follows.\n", 1)
    assert named != text
    assert server.diagnostics(server.open("entries/memory/named.yaml", named)) == []


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ("ti^tle: CUDA", "The failure in one line, with the words that people search for."),
        ("severity: hi^gh", "a job dies, a server is down, or results are silently worse"),
        ("confused_with: host-oom^-killer", "The kernel's OOM killer ended a rank: "),
    ],
)
def test_over_a_key_a_word_and_an_id_its_meaning_shows(server: LanguageServer, place: str, shown: str) -> None:
    text = (ROOT / ENTRY).read_text("utf-8")
    at = place.replace("^", "")
    assert at in text
    assert shown in server.hover(*put(server, "hover-" + at[:4], text.replace(at, place, 1)))


def test_faults_show_on_their_lines(server: LanguageServer) -> None:
    good = (ROOT / ENTRY).read_text("utf-8").split("\n")
    number = next(index for index, line in enumerate(good) if line.startswith("severity: "))
    bad = [*good[:number], "severity: hihg", "severitty: high", *good[number + 1 :]]
    found = server.diagnostics(server.open("entries/memory/faults.yaml", "\n".join(bad)))

    assert found == [
        (number + 1, 'Value must be "low" | "medium" | "high" | "critical".'),
        (number + 2, "Property severitty is not allowed."),
    ]


def test_a_file_that_is_no_yaml_shows_where_reading_stopped(server: LanguageServer) -> None:
    found = server.diagnostics(server.open("entries/memory/broken.yaml", 'title: "no end\nstatus: draft\n'))

    assert found[-1] == (3, 'Missing closing "quote')
