"""Samples of a signature as a page shows them: whole with what holes take marked, and the stretch that tells it."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator
from urllib.parse import urlsplit

from markupsafe import Markup, escape

from faultbook.entry import Origin, Sample, Signature
from faultbook.pages.render import marked
from faultbook.signatures.fit import Fit, first_fit
from faultbook.signatures.template import Template, TemplateError, compile_template

__all__ = ["SampleView", "excerpt", "origin", "sample_views"]

_LEAD = 48  # characters before a match that are shown with it: "torch.OutOfMemoryError: "
_PIECE, _PIECES = 200, 3  # characters of a match, and matches, that an excerpt shows
_GAP = "\N{HORIZONTAL ELLIPSIS}"


@dataclasses.dataclass(frozen=True, slots=True)
class SampleView:
    """A sample as the page shows it."""

    text: Markup
    origin: Markup


def sample_views(signature: Signature) -> tuple[SampleView, ...]:
    """Return the samples of *signature* with what the named holes take marked."""
    return tuple(SampleView(_whole(signature, sample), origin(sample.origin)) for sample in signature.samples)


def excerpt(signature: Signature) -> Markup:
    """Return the stretches of the first sample that the templates match: what to look for in a log.

    Text between them is left out, so that a message of half a page fits the first screen; the whole stands below it.
    """
    text = signature.samples[0].text
    matches = list(_matches(signature, text)) or [Fit(0, len(text), ())]
    pieces = [_piece(text, match, matches) for match in matches[:_PIECES]]
    joined = pieces[0]
    for before, match, piece in zip(matches, matches[1:], pieces[1:], strict=False):
        joined += ("\n" if "\n" in text[before.end : match.start] else f" {_GAP} ") + piece
    last = matches[: len(pieces)][-1].end
    more = text[last:].partition("\n")[0] if len(matches) == len(pieces) else text
    return joined + (f" {_GAP}" if len(more) > _LEAD and not joined.endswith(_GAP) else "")


def origin(given: Origin) -> Markup:
    """Return where a sample's text was found, in words, with a link where there is an address."""
    if given.package:
        words = f"in the release of {escape(given.package)} {escape(given.version)}"
    elif given.part:
        part = escape(given.part)
        words = f'printed by <a href="#part-{part}">{part}</a>'
    elif (document := given.document or "").startswith("https://"):
        words = f'after <a href="{escape(document)}">{escape(urlsplit(document).netloc)}</a>'
    else:
        words = f"after {escape(document)}"
    return Markup(words)  # noqa: S704 -- escaped piece by piece


def _whole(signature: Signature, sample: Sample) -> Markup:
    if not any((template := _template(line)) and template.captures for line in signature.lines):
        return escape(sample.text)  # nothing to mark, so that no pattern need be made
    spans = (span for match in _matches(signature, sample.text) for span in match.captures)
    return marked(sample.text, tuple(spans))


def _matches(signature: Signature, text: str) -> Iterator[Fit]:
    start = 0
    for line in signature.lines:
        template = _template(line)
        found = first_fit(template, text, start) if template else None
        if found is None:
            return
        yield found
        start = found.end


@functools.lru_cache(maxsize=1024)
def _template(line: str) -> Template | None:
    try:
        return compile_template(line)
    except TemplateError:
        return None


def _piece(text: str, match: Fit, matches: list[Fit]) -> Markup:
    """Return a match with the start of its line when that is near, and not longer than a reader takes in at once."""
    free = max((other.end for other in matches if other.end <= match.start), default=0)
    line = text.rfind("\n", 0, match.start) + 1
    start = max(line, free) if match.start - max(line, free) <= _LEAD else match.start
    rest = text.find("\n", match.end)
    line_end = len(text) if rest < 0 else rest
    end = line_end if line_end - match.end <= _LEAD else match.end
    cut = min(end, start + _PIECE)
    while start < cut and text[start].isspace():
        start += 1
    spans = tuple((first - start, min(last, cut) - start, name) for first, last, name in match.captures if first < cut)
    return marked(text[start:cut].rstrip(), spans) + (_GAP if cut < end else "")
