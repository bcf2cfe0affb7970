"""Characters that change how the text around them is shown: made visible, wherever a text of others is written."""

from __future__ import annotations

import json
import re
from typing import Any

__all__ = ["HIDDEN", "json_text", "visible", "written"]

#: Overrides and isolates of writing direction, with which a text can seem to say something else than it does; and
#: control characters, which a terminal may obey and XML forbids.
HIDDEN = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
_SEPARATORS = re.compile("[\u2028\u2029]")  # JSON allows them, and JavaScript once ended a line there


#: The bytes of what is certainly not hidden, so that a long text is looked through at the speed of a copy.
_SHOWN = bytes({*b"\t\n\r", *range(0x20, 0x7F)})


def visible(text: str) -> str:
    """Return *text* with each hidden character written as its number: ``[U+202E]``."""
    if text.isprintable() or not HIDDEN.search(_rest(text)):  # what Python would print as it is hides nothing
        return text
    return HIDDEN.sub(lambda found: f"[U+{ord(found[0]):04X}]", text)


def json_text(content: Any, **options: Any) -> str:
    """Return *content* as JSON that holds no hidden character as it is; a reader gets the same values."""
    return written(json.dumps(content, ensure_ascii=False, **options))


def written(text: str) -> str:
    """Return JSON *text* with each hidden character as its escape."""
    rest = _rest(text)
    for pattern in (HIDDEN, _SEPARATORS):
        if not pattern.search(rest):
            continue
        text = pattern.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return text


def _rest(text: str) -> str:
    """Return what is left of *text* without the printable characters of ASCII."""
    return text.encode("utf-8", "surrogatepass").translate(None, _SHOWN).decode("utf-8", "surrogatepass")
