"""Text to Markdown that says the same in every reader of Markdown, and holds no HTML and no link of the text's own."""

from __future__ import annotations

import re

from faultbook.exports.text import visible

__all__ = ["block", "escape", "inline", "span"]

_BACKTICKS = re.compile(r"(`+)(.+?)\1", re.DOTALL)
#: What may begin emphasis, a link, a strike-through, a cell or an escape; an underscore within a word begins nothing.
_MARKS = re.compile(r"[\\`*\[\]~|]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")  # a "<" before anything else is only less than
_ENTITY = re.compile(r"&(?=#?[A-Za-z0-9]+;)")
#: A character that one of these begins with: most texts have none.
_ANY = re.compile(r"[\\`*\[\]~|_<&]")
#: What begins a heading, a quotation, a list, a rule or an underlined heading, at the start of a line.
_START = re.compile(r"#{1,6}(?=\s|$)|>|[+-](?=\s|$)|\d{1,9}[.)](?=\s|$)|[=-][=\s-]*$")
_LANGUAGE = re.compile(r"[\w+#.-]{1,40}")


def escape(text: str) -> str:
    """Return *text* with what Markdown and HTML would read in it escaped; lines stay as they are."""
    text = visible(text)
    if not _ANY.search(text):
        return text
    escaped = _MARKS.sub(lambda found: f"\\{found[0]}", text)
    return _TAG.sub("&lt;", _ENTITY.sub("&amp;", escaped))


def inline(text: str) -> str:
    """Return plain *text* as one line of Markdown, in which backticks set code as they do on the page."""
    text = " ".join(text.split())
    if "`" not in text:
        line = escape(text)
    else:
        parts: list[str] = []
        end = 0
        for match in _BACKTICKS.finditer(text):
            parts += [escape(text[end : match.start()]), span(match[2])]
            end = match.end()
        line = _joined([*parts, escape(text[end:])])
    if line[:1].isalpha() or (start := _START.match(line)) is None:
        return line
    at = start.end() - 1 if start[0][0].isdigit() else 0
    return f"{line[:at]}\\{line[at:]}"


def _joined(parts: list[str]) -> str:
    """Return *parts* in one, with a space where the backticks of two would become one run."""
    line = ""
    for part in parts:
        line += f" {part}" if line.endswith("`") and part.startswith("`") else part
    return line


def span(text: str) -> str:
    """Return *text* as a code span, on one line."""
    code = " ".join(visible(text).split())
    fence = "`" * (_longest_run(code) + 1)
    pad = " " if code.startswith("`") or code.endswith("`") else ""
    return f"{fence}{pad}{code}{pad}{fence}" if code else ""


def block(text: str, language: str = "text") -> str:
    """Return *text* as a fenced block that nothing in it can end."""
    code = visible(text.replace("\r\n", "\n").replace("\r", "\n")).strip("\n")
    fence = "`" * max(3, _longest_run(code) + 1)
    return f"{fence}{language if _LANGUAGE.fullmatch(language) else 'text'}\n{code}\n{fence}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0) if "`" in text else 0
