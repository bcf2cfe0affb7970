"""The model's answers as Problems, and the JSON Schemas that editors complete and check by."""

from __future__ import annotations

import dataclasses
import functools
import json
import re
import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from faultbook.document import Document, KeyPath
from faultbook.entry import Entry
from faultbook.model import ID_PATTERN
from faultbook.place import Problem, did_you_mean, surely_meant
from faultbook.vocabulary import Word

__all__ = ["IDS_SCHEMA", "entry_schema", "ids_schema", "known_keys", "modelled", "schema_problems"]

IDS_SCHEMA = "ids.schema.json"
_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_FROM_THE_PATH = ("id", "area", "path")
#: Fields that name what the book holds, and the definition of ``ids.schema.json`` that lists it.
_NAMING = {
    ("Confirm", "rules_out"): "entry",
    ("NearMiss", "is"): "other",
    ("Related", "confused_with"): "entry",
    ("Related", "causes"): "entry",
    ("Related", "caused_by"): "entry",
    ("Related", "see"): "entry",
    ("Entry", "stacks"): "stack",
}
_EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}


def entry_schema() -> str:
    """Return ``entries/entry.schema.json``: draft 2020-12, with a description and an example for every key."""
    schema = Entry.model_json_schema(by_alias=True)
    schema["$schema"] = _DRAFT
    schema["title"] = "Faultbook entry"
    schema["required"] = [name for name in schema["required"] if name not in _FROM_THE_PATH]
    for name, definition in schema.get("$defs", {}).items():
        _explain_words(name, definition)
    models = {"Entry": schema, **schema["$defs"]}
    for (model, name), listed in _NAMING.items():
        field = models[model]["properties"][name]
        field.get("items", field)["$ref"] = f"{IDS_SCHEMA}#/$defs/{listed}"
    for model in models.values():
        for field in model.get("properties", {}).values():
            _leave_out_null(field)
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def ids_schema(entries: Mapping[str, str], stacks: Iterable[str]) -> str:
    """Return ``entries/ids.schema.json``: *entries*, titles by id, and *stacks*, for an editor to offer.

    A name that is not listed is accepted too, since the next entry may bring it; the rules know what exists.
    """
    listed = [{"const": id_, "description": " ".join(title.split())} for id_, title in sorted(entries.items())]
    others = [
        {"const": "healthy", "description": "healthy output, no failure"},
        {"const": "unlisted", "description": "a failure that the book has no entry for yet"},
    ]
    definitions = {
        "entry": listed,
        "other": [*others, *listed],
        "stack": [{"type": "string", "const": stack} for stack in sorted(stacks)],
    }
    # One name a line, so that entries which are added side by side merge.
    blocks = []
    for name, words in definitions.items():
        choices = [{"type": "string", "pattern": f"^{ID_PATTERN}$"}, *words]
        lines = ",\n".join(f"        {json.dumps(choice, ensure_ascii=False)}" for choice in choices)
        blocks.append(f'    "{name}": {{\n      "anyOf": [\n{lines}\n      ]\n    }}')
    title = '  "title": "What the book holds: written by faultbook generate",\n'
    return f'{{\n  "$schema": "{_DRAFT}",\n{title}  "$defs": {{\n' + ",\n".join(blocks) + "\n  }\n}\n"


def _leave_out_null(field: dict[str, Any]) -> None:
    """Turn ``X or null`` into ``X``: a key that is not needed is left out, and an editor need not offer it empty."""
    if field.get("default", ...) is None:
        del field["default"]
        given = next(item for item in field.pop("anyOf") if item != {"type": "null"})
        for name, value in given.items():
            field.setdefault(name, value)


def _explain_words(name: str, definition: dict[str, Any]) -> None:
    """Replace the enum of a vocabulary by one constant a word, each with its meaning, which editors show."""
    vocabulary = next((kind for kind in Word.__subclasses__() if kind.__name__ == name), None)
    if vocabulary is None:
        return
    definition.pop("enum", None)
    definition["oneOf"] = [{"const": word.value, "description": word.meaning} for word in vocabulary]


def schema_problems(error: ValidationError, document: Document, model: type[BaseModel] = Entry) -> Iterator[Problem]:
    """Yield a Problem for each fault that *model* found in *document*."""
    for fault in error.errors(include_url=False):
        keys = tuple(fault["loc"])
        if keys[0] in _FROM_THE_PATH or _follows_from_another(fault):
            continue
        yield _key_problem(keys[:-1], document) if keys[-1] == "[key]" else _problem(fault, keys, document, model)


def _follows_from_another(fault: Mapping[str, Any]) -> bool:
    """Whether a list only counts as too short since the model dropped a faulty item, reported by itself."""
    return bool(fault["type"] == "too_short" and len(fault["input"]) >= fault["ctx"]["min_length"])


def _key_problem(keys: KeyPath, document: Document) -> Problem:
    """Return the Problem of a name that a mapping's key may not have; *keys* ends with it."""
    sentence = f"the name '{keys[-1]}' is not in lower case, digits and single hyphens"
    return document.problem_at("schema", document.key_place(*keys), sentence, "rename it")


def _problem(fault: Mapping[str, Any], keys: KeyPath, document: Document, model: type[BaseModel]) -> Problem:
    kind, last = fault["type"], keys[-1]
    name = f"item {last + 1} of '{keys[-2]}'" if isinstance(last, int) else f"'{last}'"
    if kind == "extra_forbidden":
        known = known_keys(keys[:-1], model)
        hint, meant = did_you_mean(str(last), known), surely_meant(str(last), known)
        if meant in _mapping_at(keys[:-1], document):  # it is there already: nobody knows what the other should be
            meant = None
        return document.problem_at("schema", document.key_place(*keys), f"unknown key '{last}'", hint, meant, keys)
    if kind == "missing":
        place = document.key_place(*keys[:-1]) if len(keys) > 1 else document.place()
        sentence = f"key '{last}' is missing{_where(keys[:-1])}"
        return document.problem_at("schema", place, sentence, _meaning_hint(keys, model))
    found = _shown(fault["input"], keys, document)
    if kind in _EXPECTED:
        hint = _kind_hint(kind, fault["input"], document.bare.get(keys))
        meant = _kind_meant(kind, fault["input"], document.bare.get(keys))
        return document.problem("schema", keys, f"{name} is {found}; {_EXPECTED[kind]} was expected", hint, meant)
    if kind == "enum":
        vocabulary = [word.strip(" '") for word in fault["ctx"]["expected"].replace(" or ", ", ").split(",")]
        hint = did_you_mean(str(fault["input"]), vocabulary)
        if (keys, fault["input"]) == (("status",), "proven"):
            hint = "'proven' is computed, never typed: write reviewed, and see: faultbook gate"
        sentence = f"{name} is {found}; one of {', '.join(vocabulary)} was expected"
        return document.problem("schema", keys, sentence, hint, surely_meant(str(fault["input"]), vocabulary))
    if kind == "string_pattern_mismatch":
        sentence = f"{name} is {found}; text like {fault['ctx']['pattern'].strip('^$')} was expected"
        return document.problem("schema", keys, sentence, _pattern_hint(keys))
    if kind in {"too_short", "string_too_short"}:
        where = "" if isinstance(last, int) else _where(keys[:-1])
        return document.problem("schema", keys, f"{name}{where} is too short: {_length(fault)}")
    message = fault["msg"].removeprefix("Value error, ")
    sentence = f"{name}: {message}" if kind != "value_error" else message
    return document.problem("schema", keys, sentence[:1].lower() + sentence[1:])


def _kind_hint(kind: str, value: Any, bare: str | None) -> str | None:
    """Return how to write *value* as the *kind* that was expected; *bare* is its source text if it lacks quotes."""
    if kind == "string_type" and bare:
        return f'write it in quotes: "{bare}"'
    if kind == "tuple_type" and isinstance(value, dict):
        return "begin each item with '- '"
    if kind == "tuple_type" and isinstance(value, str) and re.fullmatch(r"[\w.-]+", value):
        return f"write [{value}]"
    if kind == "tuple_type" and isinstance(value, str):
        return "begin each item with '- ' on a line of its own"
    if kind == "dict_type" and isinstance(value, list):
        return "give each item a name: 'its-name:' in place of '- ', and its keys below"
    return None


def _kind_meant(kind: str, value: Any, bare: str | None) -> str | None:
    """Return what surely was meant, as YAML: the text in quotes, or the one word as a list."""
    if kind == "string_type" and bare:
        return f'"{bare}"'
    return f"[{value}]" if kind == "tuple_type" and isinstance(value, str) and re.fullmatch(r"[\w-]+", value) else None


def _mapping_at(keys: KeyPath, document: Document) -> Mapping[str, Any]:
    value = document.values
    for key in keys:
        value = value[key]
    return value if isinstance(value, dict) else {}


def _length(fault: Mapping[str, Any]) -> str:
    least = fault["ctx"]["min_length"]
    found = len(fault["input"])
    unit = "character" if fault["type"] == "string_too_short" else "item"
    return f"{found} {unit}{'' if found == 1 else 's'}, at least {least} expected"


def _shown(value: Any, keys: KeyPath, document: Document) -> str:
    if value is None:
        return "empty"
    if keys in document.bare:
        return f"{document.bare[keys]} without quotes"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, (list, tuple)):
        return "a list"
    text = str(value)
    return f"'{text[:40]}...'" if len(text) > 40 else f"'{text}'"  # noqa: PLR2004 - enough to recognise it by


def _where(keys: KeyPath) -> str:
    return f" in '{'.'.join(map(str, keys))}'" if keys else ""


def _pattern_hint(keys: KeyPath) -> str | None:
    last = keys[-1]
    if last == "alert":
        return "write 'alert' as one word in CamelCase"
    if last == "at":
        return "write a number and s, m, h or d, like 30m"
    if len(keys) > 2 and keys[-3] == "metrics":  # noqa: PLR2004 -- metrics, its index, the key
        return "write the metric's name alone, without labels"
    return "use lower case, digits and single hyphens"


def _meaning_hint(keys: KeyPath, model: type[BaseModel]) -> str | None:
    reader = _model_at(keys[:-1], model)
    for name, field in (reader.model_fields if reader else {}).items():
        if (field.alias or name) == keys[-1] and field.description:
            return f"{keys[-1]}: {field.description[:1].lower()}{field.description[1:]}".rstrip(".")
    return None


def known_keys(keys: KeyPath, model: type[BaseModel] = Entry) -> list[str]:
    """Return the keys that *model* has at *keys*, in its order; none where names are the author's own."""
    reader = _model_at(keys, model)
    if reader is None:
        return []
    return [field.alias or name for name, field in reader.model_fields.items() if name not in _FROM_THE_PATH]


def _model_at(keys: KeyPath, model: type[BaseModel]) -> type[BaseModel] | None:
    """Return the model that reads the mapping at *keys*, or ``None`` where no model does."""
    current: Any = model
    for key in keys:
        if isinstance(current, type) and issubclass(current, BaseModel):
            fields = {field.alias or name: field.annotation for name, field in current.model_fields.items()}
            current = fields.get(str(key))
        else:
            arguments = [
                argument for argument in typing.get_args(current) if argument not in {Ellipsis, types.NoneType}
            ]
            current = arguments[-1] if arguments else None
        if typing.get_origin(current) in {typing.Union, types.UnionType}:
            current = next(item for item in typing.get_args(current) if item is not types.NoneType)
    return current if isinstance(current, type) and issubclass(current, BaseModel) else None


def modelled(
    values: Any, model: Any = Entry, keys: KeyPath = ()
) -> Iterator[tuple[KeyPath, dict[str, Any], Mapping[str, Any]]]:
    """Yield each mapping in *values* that a model reads: its path, itself, and the model's keys in their order."""
    yield from _modelled(values, _shape(model), keys)


def _modelled(values: Any, shape: _Shape, keys: KeyPath) -> Iterator[tuple[KeyPath, dict[str, Any], Mapping[str, Any]]]:
    if shape.fields:
        if isinstance(values, dict):
            yield keys, values, shape.fields
            for name, value in values.items():
                below = shape.fields.get(name)
                if below is not None and below.holds_models and isinstance(value, (dict, list)):
                    yield from _modelled(value, below, (*keys, name))
    elif shape.item is not None and isinstance(values, (dict, list)):
        for key, value in values.items() if isinstance(values, dict) else enumerate(values):
            if isinstance(value, (dict, list)):
                yield from _modelled(value, shape.item, (*keys, key))


@dataclasses.dataclass(frozen=True, slots=True)
class _Shape:
    """What a kind of value is made of."""

    fields: Mapping[str, _Shape]
    """Of a model, by the keys of a file."""
    item: _Shape | None
    """Of a list or of a mapping of names: what its items are."""
    holds_models: bool


@functools.cache
def _shape(annotation: Any) -> _Shape:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        fields: dict[str, Any] = {field.alias or n: field.annotation for n, field in annotation.model_fields.items()}
        return _Shape(
            {name: _shape(kind) for name, kind in fields.items() if name not in _FROM_THE_PATH}, None, holds_models=True
        )
    arguments = [item for item in typing.get_args(annotation) if item not in {Ellipsis, types.NoneType}]
    if typing.get_origin(annotation) in {typing.Union, types.UnionType} and len(arguments) == 1:
        return _shape(arguments[0])
    item = _shape(arguments[-1]) if typing.get_origin(annotation) in {tuple, dict} else None
    return _Shape({}, item, holds_models=item is not None and item.holds_models)
