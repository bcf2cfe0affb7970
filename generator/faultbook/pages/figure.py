"""A bar chart of what a part measured, as SVG with a table for those who do not see it."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from typing import Any

from markupsafe import Markup, escape

__all__ = ["Bar", "bar_charts", "bars"]

_WIDTH, _ROW, _VALUE = 360, 36, 96  # narrow, with labels above the bars, so that a telephone shows them legibly
_SERIES = 4  # colours that the style sheet names


@dataclasses.dataclass(frozen=True, slots=True)
class Bar:
    """One measured value."""

    label: str
    value: float
    unit: str
    series: str


def bars(measures: dict[str, Any] | None) -> tuple[Bar, ...]:
    """Return the figures of a record's ``measures``; an item that is no figure is left out."""
    figures = (measures or {}).get("figures")
    return tuple(_bars(figures)) if isinstance(figures, list) else ()


def _bars(figures: list[Any]) -> Iterator[Bar]:
    for item in figures:
        if not isinstance(item, dict):
            continue
        value = item.get("value")
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
            continue
        yield Bar(str(item.get("label", "")), float(value), str(item.get("unit", "")), str(item.get("series", "")))


def bar_charts(found: tuple[Bar, ...], title: str) -> Markup:
    """Return one chart for each unit of *found*, since bars of two units share no scale."""
    units = dict.fromkeys(bar.unit for bar in found)
    charts = [_chart(tuple(bar for bar in found if bar.unit == unit), unit, title) for unit in units]
    return Markup("\n").join(charts)


def number(value: float) -> str:
    """Return *value* with three significant digits and no exponent for what people read off a chart."""
    if value >= 1000:  # noqa: PLR2004 -- from here on all digits before the point count
        return f"{value:,.0f}"
    return f"{value:.3g}"


def _chart(found: tuple[Bar, ...], unit: str, title: str) -> Markup:
    top = max(bar.value for bar in found) or 1.0
    series = list(dict.fromkeys(bar.series for bar in found))
    height = _ROW * len(found) + 8
    rows = Markup("")
    for index, bar in enumerate(found):
        y = 4 + index * _ROW
        width = max(1.0, (_WIDTH - _VALUE) * bar.value / top)
        rows += Markup(
            '<text class="fb-chart-label" x="0" y="{}">{}</text>'
            '<rect class="fb-bar-{}" x="0" y="{}" width="{:.1f}" height="12" rx="2"></rect>'
            '<text class="fb-chart-value" x="{:.1f}" y="{}">{}</text>'
        ).format(
            y + 11,
            _short(" \N{MIDDLE DOT} ".join(filter(None, (bar.label, bar.series)))),
            series.index(bar.series) % _SERIES + 1,
            y + 16,
            width,
            width + 6,
            y + 26,
            f"{number(bar.value)} {unit}".strip(),
        )
    caption = title + (f", {unit}" if unit else "")
    said = "; ".join(f"{bar.label} {number(bar.value)} {unit}".strip() for bar in found)
    keys = Markup("").join(
        Markup('<span class="fb-key"><i class="fb-swatch fb-bar-{}"></i>{}</span>').format(i % _SERIES + 1, name)
        for i, name in enumerate(series)
        if name
    )
    table = Markup("").join(
        Markup("<tr><td>{}</td><td>{}</td><td>{} {}</td></tr>").format(b.label, b.series, number(b.value), unit)
        for b in found
    )
    return Markup(
        '<figure class="fb-figure"><figcaption>{}</figcaption>{}'
        '<svg class="fb-chart" viewBox="0 0 {} {}" role="img" aria-label="{}"><title>{}</title><desc>{}</desc>{}</svg>'
        '<details class="fb-fold"><summary>The same as a table</summary><div class="fb-scroll"><table>'
        '<thead><tr><th scope="col">what</th><th scope="col">series</th><th scope="col">value</th></tr></thead>'
        "<tbody>{}</tbody></table></div></details></figure>"
    ).format(escape(caption), keys, _WIDTH, height, f"{caption}: {said}", caption, said, rows, table)


def _short(label: str) -> str:
    limit = 52  # characters that fit the chart's width
    return label if len(label) <= limit else label[: limit - 1] + "\N{HORIZONTAL ELLIPSIS}"
