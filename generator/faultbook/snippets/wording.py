"""Whether a part printed a text: line for line and word for word, but for what differs from run to run.

Numbers differ (times, process ids, addresses), and so does what the named holes of the signature take. Everything
else of a sample must stand in the output, in the same order; a gap ``<_>`` lends nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from faultbook.signatures.template import Template

__all__ = ["unprinted_line"]

_NUMBER = re.compile(r"0x[0-9a-fA-F]+|[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_HOLE = "\0"  # stands for what a named hole took; no log line that is text holds it


def unprinted_line(text: str, templates: Iterable[Template], printed: str) -> str | None:
    """Return the first line of *text* that *printed* does not hold after the lines before it, or ``None``."""
    searches = [(re.compile(template.pattern), template) for template in templates]
    rest = iter([_masked(line, searches) for line in printed.splitlines()])
    for line in text.splitlines():
        wanted = _masked(line.strip(), searches)
        if wanted and not any(wanted in candidate for candidate in rest):  # consumes what it passes: lines keep order
            return line.strip()
    return None


def _masked(line: str, searches: Sequence[tuple[re.Pattern[str], Template]]) -> str:
    """Return *line* with its numbers, and what the named holes take in it, replaced by marks."""
    spans = {
        found.span(capture.group)
        for pattern, template in searches
        if (found := pattern.search(line))
        for capture in template.captures
    }
    for start, end in sorted(spans, reverse=True):
        line = f"{line[:start]}{_HOLE}{line[end:]}"
    return _NUMBER.sub("#", line)
