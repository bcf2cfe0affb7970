from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from builders import book, entry, proof, values

from faultbook.entry import Entry
from faultbook.pages import Page, all_pages, exports, proven_only, write_pages
from faultbook.pages.figure import bar_charts, bars
from faultbook.pages.page import relative
from faultbook.pages.render import code, inline, prose

GOLDEN = Path(__file__).parent / "golden"
ADDRESS = "https://faultbook.example/"


class Elements(HTMLParser):
    """Every start tag with its attributes, and the text outside of tags."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def pages(*entries: Entry) -> dict[str, Page]:
    proofs = {item.id: proof(item) for item in entries}
    return {page.path: page for page in all_pages(book(*entries), proofs, address=ADDRESS)}


def rich() -> Entry:
    """An entry with every key."""
    signature = values()["signatures"]["message"]
    return entry(
        "memory/rich",
        title="The widget burns `oil` & stops",
        aliases=["oil fire"],
        signatures={
            "message": {
                **signature,
                "where": ["step > 2"],
                "near_misses": [
                    {"text": "widget stopped at step 1", "is": "widget", "because": "Step 1 is a cold start."},
                    {"text": "widget paused", "is": "healthy", "because": "It goes on."},
                    {"text": "widget lost", "is": "unlisted", "because": "Nobody knows."},
                ],
            }
        },
        figures={
            "loss-is-nan": {
                "figure": "loss",
                "when": "not-finite",
                "samples": [
                    {"text": "step 1 loss nan", "origin": {"part": "reproduce"}},
                    {"text": "step 2 loss inf", "origin": {"document": "https://example.org/oil"}},
                ],
                "near_misses": [
                    {"text": "step 1 loss inf\nstep 2 loss 2.5", "is": "healthy", "because": "It came back."}
                ],
            },
            "slower": {
                "figure": "throughput",
                "when": "falls",
                "factor": 0.6,
                "samples": [{"text": "step 9 tps 1", "origin": {"part": "reproduce"}}],
            },
        },
        confirm=[{"ask": "Dry?", "run": "gauge --read", "yes_when": "0", "no_when": "more", "rules_out": ["widget"]}],
        fixes={
            "oil": {
                **{k: v for k, v in values()["fixes"]["oil"].items() if k != "unproven"},
                "code": "oil --drops 1",
                "language": "bash",
            }
        },
        not_fixes=[{"do": "Hitting it.", "because": "It dents."}],
        monitor=[
            {
                "alert": "WidgetDry",
                "expr": "oil_level == 0",
                "for": "5m",
                "because": "The exporter says {{ so }}.",
                "metrics": [
                    {
                        "name": "oil_level",
                        "exporter": "oiler",
                        "versions": ">=1.0",
                        "enable": "--collector.oil",
                        "note": "on tanks with a gauge",
                    }
                ],
                "fires": {"series": {"oil_level": "1x5 0x30"}, "at": "20m", "alerts": [{}]},
                "silent": {"series": {"oil_level": "1x40"}},
            }
        ],
        related=[{"confused_with": "widget", "because": "Same squeak."}],
        unsourced={"scale": "follows from the design"},
        faq=[{"q": "On ROCm?", "a": "Yes, **there too**."}],
    )


@pytest.mark.parametrize(
    ("name", "path"), [("smallest", "memory/widget"), ("rich", "memory/rich"), ("hub", "stacks/pytorch")]
)
def test_page_is_as_recorded(name: str, path: str, request: pytest.FixtureRequest) -> None:
    """`pytest tests/test_pages.py --update` records them anew."""
    body = pages(entry(), rich())[path].body
    file = GOLDEN / f"{name}.html"
    if request.config.getoption("--update"):
        file.write_text(body, encoding="utf-8")
    assert body == file.read_text("utf-8")


def test_every_anchor_that_a_page_links_to_is_on_the_page_and_no_id_stands_twice() -> None:
    for page in pages(entry(), rich()).values():
        found = Elements(page.body)
        ids = [attributes["id"] for _, attributes in found.tags if "id" in attributes]
        assert len(ids) == len(set(ids))
        links = {attributes.get("href") or "" for _, attributes in found.tags}
        assert {link[1:] for link in links if link.startswith("#")} <= set(ids) | {"part-reproduce"}
        assert {item.id for item in page.toc} <= set(ids)


def test_near_miss_links_to_the_entry_that_it_is_and_not_to_one_that_the_book_lacks() -> None:
    assert '<a href="../widget/">The widget stops at step 3</a>' in pages(entry(), rich())["memory/rich"].body
    assert "../widget/" not in pages(rich())["memory/rich"].body


def test_captured_values_are_marked_in_the_sample() -> None:
    assert 'stopped at step <mark title="step">3</mark>' in pages(entry())["memory/widget"].body


def test_a_page_that_is_not_proven_lists_what_it_lacks_and_a_proven_one_has_no_banner() -> None:
    item = entry()
    lacking = all_pages(book(item), {item.id: proof(item, "reproduce was not yet run on cpu")}, address=ADDRESS)[0]
    assert "<li>reproduce was not yet run on cpu</li>" in lacking.body
    assert "Not proven yet" not in pages(item)["memory/widget"].body


def test_only_proven_entries_stay_in_the_published_book() -> None:
    good, bad = entry(), rich()
    proofs = {good.id: proof(good), bad.id: proof(bad, "something")}
    assert list(proven_only(book(good, bad), proofs).entries) == ["widget"]


def test_fields_without_a_source_are_said_plainly() -> None:
    body = pages(entry(), rich())["memory/rich"].body
    assert "Without a source" in body
    assert "follows from the design" in body


def test_structured_data_names_the_article_and_its_trail() -> None:
    graph = (pages(entry())["memory/widget"].structured or {})["@graph"]
    assert [part["@type"] for part in graph] == ["TechArticle", "BreadcrumbList", "FAQPage"]
    assert graph[0]["url"] == "https://faultbook.example/memory/widget/"
    assert [item["item"] for item in graph[1]["itemListElement"]] == [
        "https://faultbook.example/failures/",
        "https://faultbook.example/memory/",
        "https://faultbook.example/memory/widget/",
    ]


def test_links_are_relative_to_the_page_that_they_stand_on() -> None:
    assert relative("memory/a", "memory/b") == "../b/"
    assert relative("memory/a", "memory") == "../"
    assert relative("memory/a", "memory/a.json") == "../a.json"
    assert relative("stacks", "alerts.yml") == "../alerts.yml"


def test_inline_text_knows_backticks_only() -> None:
    assert inline("run `a < b` in __init__ *now*") == "run <code>a &lt; b</code> in __init__ *now*"


def test_markdown_is_sanitised() -> None:
    html = prose("# Top\n\n[a](javascript:x) <b onclick=x>bold</b> ![i](https://evil.example/i.png)\n")
    assert "javascript" not in html
    assert "onclick" not in html
    assert "evil" not in html
    assert "<h3>Top</h3>" in html


def test_code_of_an_unknown_language_stays_plain_and_escaped() -> None:
    assert "<code>a &lt; b</code>" in code("a < b", "klingon")


def test_figures_become_one_chart_a_unit_with_a_text_alternative() -> None:
    found = bars(
        {
            "figures": [
                {"label": "grouped", "value": 120.4, "unit": "TFLOP/s", "series": "bf16"},
                {"label": "loop <b>", "value": 60, "unit": "TFLOP/s", "series": "bf16"},
                {"label": "time", "value": 3.5, "unit": "ms", "series": ""},
                {"label": "broken", "value": float("nan")},
                "nonsense",
            ]
        }
    )
    html = bar_charts(found, "confirm on H200")
    assert html.count('role="img"') == 2
    assert 'aria-label="confirm on H200, TFLOP/s: grouped 120 TFLOP/s; loop &lt;b&gt; 60 TFLOP/s"' in html
    assert "<b>" not in html
    assert bars(None) == bars({}) == bars({"figures": 3}) == ()


def test_exports_hold_every_entry() -> None:
    good, other = entry(), rich()
    files = exports(book(good, other), {e.id: proof(e) for e in (good, other)}, ADDRESS)
    assert [line["slug"] for line in json.loads(files["index.json"])["entries"]] == ["memory/rich", "memory/widget"]
    assert json.loads(files["memory/widget.json"])["title"] == good.title
    assert len(json.loads(files["signatures.json"])["signatures"]) == 2
    assert "https://faultbook.example/memory/widget.md" in files["llms.txt"]
    assert files["memory/rich.md"] in files["llms-full.txt"]


def test_written_pages_are_one_block_of_html_in_any_dialect_of_markdown(tmp_path: Path) -> None:
    fixes = {"oil": {**values()["fixes"]["oil"], "code": "a = 1\n\nb = 2"}}
    item = entry(fixes=fixes)
    count = write_pages(book(item, root=tmp_path), to=tmp_path / "out")
    written = sorted(path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.md"))
    assert written == [
        "as-data.md",
        "changed.md",
        "compare.md",
        "diagnose.md",
        "failures.md",
        "failures/layer.md",
        "failures/layer/configuration.md",
        "failures/phase.md",
        "failures/phase/training.md",
        "failures/proven.md",
        "failures/proven/not-yet.md",
        "failures/severity.md",
        "failures/severity/high.md",
        "incidents.md",
        "index.md",
        "map.md",
        "memory.md",
        "memory/widget.md",
        "new.md",
        "search.md",
        "stacks.md",
        "stacks/pytorch.md",
        "stopped-reproducing.md",
    ]
    assert count == len(written)
    text = (tmp_path / "out/memory/widget.md").read_text("utf-8")
    front, body = re.fullmatch(r"---\n(.*?)---\n\n(.*)\n", text, re.DOTALL).groups()
    assert 'title: "The widget stops at step 3"' in front
    assert "\n\n" not in body
    assert "&#10;&#10;" in body
