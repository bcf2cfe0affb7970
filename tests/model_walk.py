"""Every place of the entry model that takes a text, found by walking the model, and entries with a text put there."""

from __future__ import annotations

import enum
import re
import types
import typing
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, StringConstraints, ValidationError
from pydantic.fields import FieldInfo

from faultbook.entry import Entry

__all__ = ["KEY", "places", "with_text"]

KEY = "<key>"
"""In a path: the name of an item of a mapping, not its value."""
_ITEM = "item-1"
_PLACE = {"id": "hostile", "area": "memory", "path": "entries/memory/hostile.yaml"}
_FROM_THE_PATH = _PLACE.keys()


def places(model: type[BaseModel] = Entry, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of each place of *model* that takes a text; lists and mappings have one item."""
    for field in _fields(model):
        yield from _within(field.annotation, (*path, _name(model, field)))


def with_text(path: tuple[str | int, ...], text: str) -> Entry | None:
    """Return the smallest entry that has *text* at *path*; ``None`` when the model refuses it there.

    Of keys that exclude one another, and of those that need another, others are tried until the model takes it.
    """
    values = _smallest(Entry)
    *way, last = path
    model: Any = Entry
    target: Any = values
    parents: list[tuple[type[BaseModel], dict[str, Any], str | int]] = [(Entry, values, path[0])]
    for position, key in enumerate(way):
        model = _annotation(model, key)
        if isinstance(target, list):
            target = target[0]
        else:
            target = target.setdefault(key, _value(model)) if key != KEY else target
        if _model(model) and isinstance(target, dict):
            parents.append((_model(model), target, path[position + 1]))
    if last == KEY:
        target[text] = target.pop(next(iter(target)))
    else:
        target[last] = text
    around, holder, own = parents[-1]
    kept = dict(holder)
    # The keys that came with the smallest mapping stay, unless they exclude this one.
    for without in (None, *(name for name in kept if name != own and name not in _required(around))):
        for extra in _extras(around, kept):
            holder.clear()
            holder.update({name: value for name, value in (kept | extra).items() if name != without})
            try:
                return Entry.model_validate({**values, **_PLACE})
            except ValidationError:
                continue
    return None


def _required(model: type[BaseModel]) -> set[str]:
    return {_name(model, field) for field in _fields(model) if field.is_required()}


def _extras(model: type[BaseModel], values: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what may have to be added beside *values*: nothing, or one more key of *model*."""
    yield {}
    for field in _fields(model):
        name = _name(model, field)
        if name not in values:
            yield {name: _value(field.annotation)}


def _fields(model: type[BaseModel]) -> list[FieldInfo]:
    return [field for name, field in model.model_fields.items() if name not in _FROM_THE_PATH or model is not Entry]


def _name(model: type[BaseModel], field: FieldInfo) -> str:
    return field.alias or next(name for name, other in model.model_fields.items() if other is field)


def _within(annotation: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    annotation = _bare(annotation)
    arguments = [item for item in typing.get_args(annotation) if item is not Ellipsis]
    origin = typing.get_origin(annotation)
    if annotation is str:
        yield path
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield from places(annotation, path)
    elif origin is tuple:
        yield from _within(arguments[0], (*path, 0))
    elif origin is dict:
        yield (*path, KEY)
        yield from _within(arguments[1], (*path, _ITEM))


def _bare(annotation: Any) -> Any:
    """Return *annotation* without what it is annotated with, and without None."""
    if typing.get_origin(annotation) in {typing.Union, types.UnionType}:
        annotation = next(item for item in typing.get_args(annotation) if item is not types.NoneType)
    return _bare(typing.get_args(annotation)[0]) if hasattr(annotation, "__metadata__") else annotation


def _annotation(annotation: Any, key: str | int) -> Any:
    """Return the annotation of what stands at *key* within what *annotation* describes."""
    annotation = _bare(annotation)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return next(field.annotation for field in _fields(annotation) if _name(annotation, field) == key)
    arguments = [item for item in typing.get_args(annotation) if item is not Ellipsis]
    return arguments[-1]


def _model(annotation: Any) -> Any:
    annotation = _bare(annotation)
    return annotation if isinstance(annotation, type) and issubclass(annotation, BaseModel) else None


def _smallest(model: type[BaseModel]) -> dict[str, Any]:
    """Return the smallest mapping that *model* takes: its required keys, and one more where it asks for one of several."""
    values = {_name(model, field): _value(field.annotation, field) for field in _fields(model) if field.is_required()}
    for extra in _extras(model, values) if model is not Entry else ({},):
        try:
            if model is not Entry:
                model.model_validate(values | extra)
        except ValidationError:
            continue
        return values | extra
    raise AssertionError(f"no small {model.__name__}")


def _value(annotation: Any, field: FieldInfo | None = None) -> Any:
    """Return the smallest value that *annotation* takes, patterns and vocabularies respected."""
    pattern = _pattern(annotation, field)
    annotation = _bare(annotation)
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation is str:
        return _matching(pattern)
    if isinstance(annotation, type) and issubclass(annotation, enum.Enum):
        return next(iter(annotation)).value
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return _smallest(annotation)
    if origin is tuple:
        return [_value(arguments[0])]
    if origin is dict:
        return {_ITEM: _value(arguments[1])}
    return annotation(1)


def _pattern(annotation: Any, field: FieldInfo | None) -> str | None:
    if typing.get_origin(annotation) in {typing.Union, types.UnionType}:
        annotation = next(item for item in typing.get_args(annotation) if item is not types.NoneType)
    found = [*getattr(annotation, "__metadata__", ()), *(field.metadata if field else ())]
    return next((str(item.pattern) for item in found if isinstance(item, StringConstraints) and item.pattern), None)


def _matching(pattern: str | None) -> str:
    """Return a text of *pattern*; the model has few of them, and a new one belongs here."""
    known = ("Some words of a text", "WidgetDry", "30m", _ITEM, "oil_level")
    if pattern is None:
        return known[0]
    return next(text for text in known if re.search(pattern, text))
