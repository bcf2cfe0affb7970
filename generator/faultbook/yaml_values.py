"""The values of a YAML text in our dialect, without their places: what most readings of a book need."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

__all__ = ["MAX_DEPTH", "bare_value", "plain_values", "strings_of"]

MAX_DEPTH = 24  # an entry needs seven

_BARE_KINDS = {
    "tag:yaml.org,2002:int": "a whole number",
    "tag:yaml.org,2002:float": "a number",
    "tag:yaml.org,2002:bool": "true or false",
    "tag:yaml.org,2002:null": "nothing",
    "tag:yaml.org,2002:timestamp": "a date",
}
#: A number that a field may take, such as the factor of a figure.
_DECIMAL = re.compile(r"[0-9]{1,9}\.[0-9]{1,9}", re.ASCII)
_RESOLVER = yaml.resolver.Resolver()
#: How text begins that YAML may read as something else: as a number or a date, or, when it is short, as a word.
_NUMBERS = frozenset("-+.0123456789~")
_WORDS = frozenset("nNyYtTfFoO")
_LONGEST_WORD = len("false")


def bare_value(text: str) -> tuple[bool, Any]:
    """Return whether YAML reads *text*, written without quotes, as something else than text, and as what we take it."""
    tag: str = _RESOLVER.resolve(yaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    if tag not in _BARE_KINDS:
        return False, text
    if tag.endswith(":int") and re.fullmatch(r"[-+]?[0-9]{1,18}", text):
        return True, int(text)
    if tag.endswith(":float") and _DECIMAL.fullmatch(text):
        return True, float(text)  # the factor of a figure; a version without quotes is one too, and is refused
    if tag.endswith((":int", ":float")):
        return True, float("nan")  # no field takes one; the model refuses it and the hint shows the source text
    if tag.endswith(":bool"):
        return True, text.lower() in {"yes", "true", "on", "y"}
    return True, None if tag.endswith(":null") else text


def plain_values(text: str) -> dict[str, Any] | None:
    """Return the mapping that *text* holds, or ``None`` when anything in it is wrong or not of our dialect.

    The events are those that `document` reads with their places, so the values are the same; what is wrong, and
    where, it tells.
    """
    parser = yaml.CSafeLoader(text)
    try:
        return _built(parser)
    except yaml.YAMLError:
        return None
    finally:
        parser.dispose()


def _built(parser: Any) -> dict[str, Any] | None:  # noqa: C901, PLR0912 -- calls would double the time
    """Return the one mapping of the parser's stream."""
    take = parser.get_event
    scalar, mapping, sequence = yaml.ScalarEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent
    mapping_end, sequence_end, stream_end = yaml.MappingEndEvent, yaml.SequenceEndEvent, yaml.StreamEndEvent
    take(), take()  # the stream's start, and the document's, or the end of an empty stream
    event = take()
    if type(event) is not mapping or event.anchor is not None or event.tag is not None:
        return None
    root: dict[str, Any] = {}
    around: list[Any] = []  # the collections that are open around `here`
    here: Any = root
    key: str | None = None
    in_list = False
    while True:
        event = take()
        kind = type(event)
        if kind is scalar:
            if event.anchor is not None or event.tag is not None:
                return None
            value: Any = event.value
            if not in_list and key is None:
                if value in here or (value == "<<" and event.implicit[0]):
                    return None
                key = value
                continue
            if not event.style and (
                not value or value[0] in _NUMBERS or (value[0] in _WORDS and len(value) <= _LONGEST_WORD)
            ):
                value = bare_value(value)[1]
        elif kind is mapping_end or kind is sequence_end:
            if not around:
                break
            here = around.pop()
            in_list = type(here) is list
            continue
        elif kind is mapping or kind is sequence:
            if event.anchor is not None or event.tag is not None or len(around) + 1 >= MAX_DEPTH:
                return None
            if not in_list and key is None:
                return None
            value = {} if kind is mapping else []
        else:
            return None  # an alias
        if in_list:
            here.append(value)
        else:
            here[key] = value
            key = None
        if kind is not scalar:
            around.append(here)
            here, in_list = value, kind is sequence
    take()  # the document's end
    return root if type(take()) is stream_end else None


def strings_of(values: Any, keys: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield every text in *values*, dicts and lists, with its path, in their order."""
    items: Any = values.items() if isinstance(values, dict) else enumerate(values) if isinstance(values, list) else ()
    for key, value in items:
        if isinstance(value, str):
            yield (*keys, key), value
        elif value:
            yield from strings_of(value, (*keys, key))
