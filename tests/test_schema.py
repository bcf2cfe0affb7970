"""The model's answers as exact Problems, and the schema that editors read."""

import json

import pytest

from faultbook.book import load_book
from faultbook.entry import Entry
from faultbook.schema import entry_schema, ids_schema
from faultbook.vocabulary import Severity


def problems_of(tmp_path, text, path="memory/x.yaml"):
    file = tmp_path / "entries" / path
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    return {str(problem): problem for problem in load_book(tmp_path)[1]}


@pytest.mark.parametrize(
    ("text", "sentence", "hint"),
    [
        ("titel: x\n", "entries/memory/x.yaml:1:1: schema: unknown key 'titel'", "did you mean 'title'?"),
        (
            "severity: hihg\n",
            "entries/memory/x.yaml:1:11: schema: 'severity' is 'hihg'; one of low, medium, high, critical was expected",
            "did you mean 'high'?",
        ),
        (
            "phase: training\n",
            "entries/memory/x.yaml:1:8: schema: 'phase' is 'training'; a list was expected",
            "write [training]",
        ),
        (
            "symptoms: it hangs\n",
            "entries/memory/x.yaml:1:11: schema: 'symptoms' is 'it hangs'; a list was expected",
            "begin each item with '- ' on a line of its own",
        ),
        (
            "sources: {url: x}\n",
            "entries/memory/x.yaml:1:10: schema: 'sources' is a mapping; a list was expected",
            "begin each item with '- '",
        ),
        (
            "fixes:\n  - do: x\n",
            "entries/memory/x.yaml:2:3: schema: 'fixes' is a list; a mapping was expected",
            "give each item a name: 'its-name:' in place of '- ', and its keys below",
        ),
        (
            "status: proven\n",
            "entries/memory/x.yaml:1:9: schema: 'status' is 'proven'; one of draft, reviewed was expected",
            "'proven' is computed, never typed: write reviewed, and see: faultbook gate",
        ),
        (
            "affects: [{package: torch, versions: 2.0}]\n",
            "entries/memory/x.yaml:1:38: schema: 'versions' is 2.0 without quotes; text was expected",
            'write it in quotes: "2.0"',
        ),
        (
            "cause: yes\n",
            "entries/memory/x.yaml:1:8: schema: 'cause' is yes without quotes; text was expected",
            'write it in quotes: "yes"',
        ),
        ("cause:\n", "entries/memory/x.yaml:1:1: schema: 'cause' is empty; text was expected", None),
        (
            "stacks: [PyTorch]\n",
            "entries/memory/x.yaml:1:10: schema: item 1 of 'stacks' is 'PyTorch'; text like [a-z0-9]+(?:-[a-z0-9]+)* was expected",
            "use lower case, digits and single hyphens",
        ),
        (
            "fixes: {Bad_Name: {do: x}}\n",
            "entries/memory/x.yaml:1:9: schema: the name 'Bad_Name' is not in lower case, digits and single hyphens",
            "rename it",
        ),
        (
            "related: [{see: a, causes: b, because: c}]\n",
            "entries/memory/x.yaml:1:11: schema: say exactly one of 'confused_with', 'causes', 'caused_by' or 'see'",
            None,
        ),
        (
            "sources: []\n",
            "entries/memory/x.yaml:1:10: schema: 'sources' is too short: 0 items, at least 1 expected",
            None,
        ),
        ("id: x\n", "entries/memory/x.yaml:1:1: schema: key 'id' is given by the path: memory/x", "remove it"),
        (
            "confirm: [{ask: a, yes_whem: b}]\n",
            "entries/memory/x.yaml:1:20: schema: unknown key 'yes_whem'",
            "did you mean 'yes_when'?",
        ),
    ],
)
def test_a_fault_says_what_was_found_and_what_was_expected(tmp_path, text, sentence, hint):
    found = problems_of(tmp_path, text)

    assert sentence in found
    assert found[sentence].hint == hint


def test_a_folder_that_is_no_area_is_named_with_the_nearest(tmp_path):
    (problem,) = problems_of(tmp_path, "title: x\n", "memroy/x.yaml").values()

    assert str(problem).startswith(
        "entries/memroy/x.yaml:1:1: identity: folder 'memroy' is no area; the areas are training, data,"
    )
    assert problem.hint == "did you mean 'memory'?"


def test_a_broken_file_does_not_hide_another_files_problems(tmp_path):
    folder = tmp_path / "entries" / "memory"
    folder.mkdir(parents=True)
    (folder / "a.yaml").write_bytes(b"\xff\xfe")
    (folder / "b.yaml").write_text("title: [")
    (folder / "c.yaml").write_text("titel: x\n")

    assert {problem.place.path for problem in load_book(tmp_path)[1]} == {
        f"entries/memory/{name}.yaml" for name in "abc"
    }


def test_every_key_of_the_schema_has_a_description_and_an_example():
    schema = json.loads(entry_schema())
    models = [schema, *(definition for definition in schema["$defs"].values() if "properties" in definition)]

    assert len(models) > 12
    for model in models:
        for name, field in model["properties"].items():
            assert field.get("description"), name
            assert field.get("examples"), name


def test_the_schema_explains_each_word_of_a_vocabulary_and_hides_what_the_path_gives():
    schema = json.loads(entry_schema())

    assert schema["$defs"]["Severity"]["oneOf"] == [
        {"const": word.value, "description": word.meaning} for word in Severity
    ]
    assert not {"id", "area", "path"} & {*schema["properties"], *schema["required"]}
    assert [name for name in schema["properties"]] == [
        f.alias or n for n, f in Entry.model_fields.items() if n not in {"id", "area", "path"}
    ]


def test_the_schema_offers_no_empty_value_for_a_key_that_may_be_left_out():
    schema = json.loads(entry_schema())

    assert '"null"' not in json.dumps(schema)
    assert schema["$defs"]["Fix"]["properties"]["code"] == {
        "description": "The change as code or command.",
        "examples": ["export PYTORCH_ALLOC_CONF=expandable_segments:True"],
        "title": "Code",
        "type": "string",
        "minLength": 1,
    }


def test_the_books_names_are_a_schema_of_their_own_with_one_name_a_line():
    text = ids_schema({"b-two": "The second\nof them", "a-one": "The first"}, ["vllm", "pytorch"])
    definitions = json.loads(text)["$defs"]

    assert [item.get("const") for item in definitions["other"]["anyOf"]] == [
        None, "healthy", "unlisted", "a-one", "b-two",
    ]  # fmt: skip
    assert '        {"const": "b-two", "description": "The second of them"}\n' in text
    assert definitions["stack"]["anyOf"][1:] == [
        {"type": "string", "const": "pytorch"},
        {"type": "string", "const": "vllm"},
    ]


def test_the_names_of_an_empty_book_are_a_schema_too():
    definitions = json.loads(ids_schema({}, []))["$defs"]

    assert [len(definitions[name]["anyOf"]) for name in ("entry", "other", "stack")] == [1, 3, 1]
