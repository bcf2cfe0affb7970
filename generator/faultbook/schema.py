"""The model's answers as Problems, and the JSON Schema that editors complete and check by."""

from __future__ import annotations

import json
import re
import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from faultbook.document import Document, KeyPath
from faultbook.entry import Entry
from faultbook.place import Problem, did_you_mean
from faultbook.vocabulary import Word

__all__ = ["entry_schema", "schema_problems"]

_FROM_THE_PATH = ("id", "area", "path")
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
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "Faultbook entry"
    schema["required"] = [name for name in schema["required"] if name not in _FROM_THE_PATH]
    for name, definition in schema.get("$defs", {}).items():
        _explain_words(name, definition)
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


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
        hint = did_you_mean(str(last), _known_keys(keys[:-1], model))
        return document.problem_at("schema", document.key_place(*keys), f"unknown key '{last}'", hint)
    if kind == "missing":
        place = document.key_place(*keys[:-1]) if len(keys) > 1 else document.place()
        sentence = f"key '{last}' is missing{_where(keys[:-1])}"
        return document.problem_at("schema", place, sentence, _meaning_hint(keys, model))
    found = _shown(fault["input"], keys, document)
    if kind in _EXPECTED:
        hint = _kind_hint(kind, fault["input"], document.bare.get(keys))
        return document.problem("schema", keys, f"{name} is {found}; {_EXPECTED[kind]} was expected", hint)
    if kind == "enum":
        vocabulary = [word.strip(" '") for word in fault["ctx"]["expected"].replace(" or ", ", ").split(",")]
        hint = did_you_mean(str(fault["input"]), vocabulary)
        if (keys, fault["input"]) == (("status",), "proven"):
            hint = "'proven' is computed, never typed: write reviewed, and see: faultbook gate"
        sentence = f"{name} is {found}; one of {', '.join(vocabulary)} was expected"
        return document.problem("schema", keys, sentence, hint)
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


def _known_keys(keys: KeyPath, model: type[BaseModel]) -> list[str]:
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
