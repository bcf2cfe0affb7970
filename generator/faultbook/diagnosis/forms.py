"""An answer as people and machines read it: text for a terminal, GitHub's annotations, SARIF."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from faultbook.sarif import Finding, SarifRule, sarif_text

__all__ = ["as_github", "as_sarif", "as_text"]

_SHOWN = 8  # collateral lines in text; the rest is counted
_WIDTH = 160  # characters of a quoted line in text
_VERDICTS = {
    "diagnosed": "diagnosed",
    "unrecognised": "unrecognised: it failed, and no entry of the book knows this failure",
    "inconclusive": "inconclusive",
    "no-failure": "no failure",
}
_LEVELS = {"diagnosed": "error", "unrecognised": "error", "inconclusive": "warning", "no-failure": "note"}
_WHEN = {"not-finite": "is", "falls": "fell to", "rises": "rose to", "flat": "stays at"}
_BARS = "▁▂▃▄▅▆▇█"

Style = Callable[[str, str], str]


def _plain(text: str, _: str) -> str:
    return text


def as_text(answer: dict[str, Any], style: Style = _plain) -> str:
    """Return *answer* for a terminal; *style* colours a text by a word: bold, red, yellow, green, dim."""
    return "\n".join(_text(answer, style)) + "\n"


def _text(answer: dict[str, Any], style: Style) -> Iterator[str]:
    verdict = answer["verdict"]
    colour = {"diagnosed": "red", "unrecognised": "red", "inconclusive": "yellow"}.get(verdict, "green")
    yield style(_VERDICTS[verdict], colour)
    first = answer["initiating"]
    if first is not None:
        yield ""
        yield from _initiating(first, style)
    for index, item in enumerate(answer["diagnoses"]):
        yield ""
        yield from _diagnosed(item, answer, style) if index == 0 else _also(item, style)
    if verdict == "unrecognised":
        yield from _unknown(answer, style)
    if answer["grounds"] is not None:
        yield f"  {answer['grounds']['because']}: {_place(answer['grounds'])}"
        yield style(f"    {_cut(answer['grounds']['text'])}", "dim")
    yield from _figures(answer["figures"], style)
    yield from _notes("Not the cause", answer["collateral"], style)
    yield from _notes("Ruled out", answer["ruled_out"], style)
    for item in answer["missing"]:
        yield ""
        yield f"{style('Next', 'bold')}: {'ask: ' if '?' in item['collect'] else 'collect '}{item['collect']}"
        yield f"  {item['because']}"


def _place(item: dict[str, Any]) -> str:
    return f"{item['file']}:{item['line']}"


def _cut(text: str) -> str:
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"


def _initiating(first: dict[str, Any], style: Style) -> Iterator[str]:
    who = [f"rank {first['rank']}"] if first["rank"] is not None else []
    if first["one_of"]:
        who.append("one of ranks " + ", ".join(str(rank) for rank in first["one_of"]))
    who += [f"host {first['host']}"] if first["host"] else []
    who += [str(first["process"])] if first["process"] else []
    yield f"{style('First', 'bold')}: {', '.join([*who, _place(first)])}" + (
        f", {first['time']}" if first["time"] else ""
    )
    yield f"  {first['because']}"
    for line in first["context"]:
        is_it = line["line"] == first["line"]
        yield style(f"  {'>' if is_it else ' '} {line['line']:>7}  {_cut(line['text'])}", "bold" if is_it else "dim")
    if first["frame"] is not None:
        frame = first["frame"]
        inside = f" in {frame['function']}" if frame["function"] else ""
        yield f"  raised at {frame['path']}:{frame['line']}{inside}"


def _diagnosed(item: dict[str, Any], answer: dict[str, Any], style: Style) -> Iterator[str]:
    is_sure = answer["verdict"] != "inconclusive"
    is_asked = any(missing["collect"] == item["confirm"] for missing in answer["missing"])
    yield style(item["title"], "bold")
    yield f"  {item['summary']}"
    yield ""
    if not is_sure and not is_asked:  # a fix given at once would be taken for the answer
        yield f"{style('Check first', 'bold')}: {item['confirm']}"
    fix = style("Fix" if is_sure else "If it is this, a fix", "bold")
    yield f"{fix} ({item['risk'].replace('-', ' ')}, {item['takes']}): {item['fix']}"
    for line in (item["code"] or "").rstrip().splitlines():
        yield f"    {line}"
    yield f"{style('Verify', 'bold')}: {item['verify']}"
    shown = f"{item['url']}   offline: " if "://" in item["url"] else ""
    offline = f"faultbook explain {item['slug'].rpartition('/')[2]}"
    yield f"{style('Page', 'bold')}: {shown}{offline}"
    if len(item["ranks"]) > 1:
        yield f"Ranks that show it: {', '.join(str(rank) for rank in item['ranks'])}"


def _also(item: dict[str, Any], style: Style) -> Iterator[str]:
    rank = f", rank {item['rank']}" if item["rank"] is not None else ""
    yield f"{style('Also', 'bold')}: {item['title']} ({_place(item)}{rank})"
    yield f"  {item['fix']}   (faultbook explain {item['slug'].rpartition('/')[2]})"


def _unknown(answer: dict[str, Any], style: Style) -> Iterator[str]:
    if answer["similar"]:
        yield ""
        yield style("Entries that share words with it", "bold")
        for item in answer["similar"]:
            yield f"  {item['title']}   (faultbook explain {item['slug'].rpartition('/')[2]})"
    log = answer["initiating"]["file"]
    yield ""
    yield f"To add it to the book: faultbook new AREA/ID --from {log}"


def _figures(figures: Sequence[dict[str, Any]], style: Style) -> Iterator[str]:
    for item in figures:
        step = f" step {item['step']}" if item["step"] is not None else ""
        time = f", {item['time']}" if item["time"] is not None else ""
        baseline = f" (baseline {item['baseline']})" if item["baseline"] is not None else ""
        yield ""
        yield f"{style('Figure', 'bold')}: {item['figure']} {_WHEN[item['when']]} {item['value']}{baseline}"
        yield f"  since{step} {_place(item)}{time}"
        yield f"  {_sparkline(item['values'])}"


def _sparkline(values: Sequence[str]) -> str:
    """Return *values* as a line of bars; what is not finite is an x."""
    numbers = [float(text.replace(",", "")) for text in values]
    finite = [number for number in numbers if math.isfinite(number)]
    low, high = min(finite, default=0.0), max(finite, default=0.0)
    span = (high - low) or 1.0
    return "".join(
        _BARS[round((number - low) / span * (len(_BARS) - 1))] if math.isfinite(number) else "x" for number in numbers
    )


def _notes(title: str, notes: Sequence[dict[str, Any]], style: Style) -> Iterator[str]:
    if not notes:
        return
    yield ""
    yield style(title, "bold")
    for note in notes[:_SHOWN]:
        rank = f", rank {note['rank']}" if note["rank"] is not None else ""
        slug = f"{note['slug']}: " if note["slug"] else ""
        yield f"  {_place(note)}{rank}  {slug}{note['because']}"
    if len(notes) > _SHOWN:
        yield style(f"  and {len(notes) - _SHOWN} more; --json lists them", "dim")


def _found(answer: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield rule, message and place of each thing to report: the diagnoses, or the first line of what failed."""
    for item in answer["diagnoses"]:
        yield item["slug"], f"{item['title']}. Fix: {item['fix']}", item
    first = answer["initiating"]
    if not answer["diagnoses"] and first is not None:
        yield answer["verdict"], f"{_VERDICTS[answer['verdict']]}: {first['text']}", first


def as_github(answer: dict[str, Any]) -> str:
    """Return *answer* as workflow commands."""
    level = {"error": "error", "warning": "warning"}.get(_LEVELS[answer["verdict"]], "notice")
    lines = [
        f"::{level} file={_escaped(item['file'])},line={item['line']},title={_escaped(rule)}::{_message(message)}"
        for rule, message, item in _found(answer)
    ]
    return "\n".join(lines or [f"::{level}::{_VERDICTS[answer['verdict']]}"]) + "\n"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped(text: str) -> str:
    """Return *text* as the value of a workflow command's property, which a colon or a comma would end."""
    return _message(text).replace(":", "%3A").replace(",", "%2C")


def as_sarif(answer: dict[str, Any]) -> str:
    """Return *answer* as a SARIF 2.1.0 log."""
    rules = [SarifRule(item["slug"], item["title"], item["summary"], item["url"]) for item in answer["diagnoses"]]
    level = _LEVELS[answer["verdict"]]
    findings = [Finding(rule, level, message, item["file"], item["line"]) for rule, message, item in _found(answer)]
    return sarif_text(rules, findings)
