"""JSON as the book publishes it: keys in order, one value a line, so that two editions can be compared line by line."""

from __future__ import annotations

from typing import Any

from pydantic_core import to_json

from faultbook.exports.text import json_text, written

__all__ = ["sorted_json"]


class _OnlyPythonError(ValueError):
    """The content holds what another writer of JSON may write otherwise."""


def sorted_json(content: Any) -> str:
    """Return *content*, whose keys are texts, as lines of JSON without hidden characters.

    The bytes are those of Python's own writer, which is several times slower as soon as it indents.
    """
    try:
        text = to_json(_sorted(content), indent=1).decode()
    except ValueError:  # half of a surrogate pair is one, too
        return json_text(content, indent=1, sort_keys=True) + "\n"
    return written(text) + "\n"


def _sorted(content: Any) -> Any:
    """Return *content* with the keys of its mappings in order."""
    kind = type(content)
    if kind is dict:
        return {key: value if type(value) is str else _sorted(value) for key, value in sorted(content.items())}
    if kind is list or kind is tuple:
        return [value if type(value) is str else _sorted(value) for value in content]
    # Exponents have several spellings.
    if content is None or kind in (str, bool, int) or (kind is float and "e" not in repr(content)):
        return content
    raise _OnlyPythonError
