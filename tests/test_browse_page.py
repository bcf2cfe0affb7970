"""The page of all failures in a browser: filters that combine, an address that can be shared, and no need of either."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from site_build import CHROMIUM, ROOT

from faultbook.book import load_book
from faultbook.entry import Entry
from faultbook.vocabulary import Severity

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="Chromium is not installed"),
]

BOOK = load_book(ROOT)[0]
ALL = len(BOOK.entries)


def slugs(takes: Callable[[Entry], bool]) -> set[str]:
    return {entry.slug for entry in BOOK.entries.values() if takes(entry)}


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    errors: list[str] = []
    page = context.new_page()
    page.on("console", lambda message: errors.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert errors == []
    context.close()


def opened(page: Page, address: str, query: str = "") -> None:
    page.goto(f"{address}failures/{query}")
    expect(page.locator("#controls")).to_be_visible()


def shown(page: Page) -> list[str]:
    found = page.locator("#list li.fb-item:visible a.fb-item-title").evaluate_all(
        "links => links.map((link) => new URL(link.href).pathname.slice(1, -1))"
    )
    return list(found)


def query(page: Page) -> list[tuple[str, str]]:
    return parse_qsl(urlsplit(page.url).query)


def tick(page: Page, facet: str, value: str) -> None:
    page.locator(f'input[name="{facet}"][value="{value}"]').click()


def tally(page: Page, facet: str, value: str) -> int:
    label = page.locator("label", has=page.locator(f'input[name="{facet}"][value="{value}"]'))
    return int(label.locator(".fb-tally").inner_text())


def test_words_of_one_facet_widen_others_narrow_and_the_counts_say_what_each_would_leave(
    page: Page, address: str
) -> None:
    opened(page, address)
    assert set(shown(page)) == slugs(lambda _: True)
    tick(page, "severity", "high")
    tick(page, "severity", "critical")
    tick(page, "stack", "vllm")
    wanted = slugs(lambda e: e.severity in {Severity.HIGH, Severity.CRITICAL} and "vllm" in e.stacks)
    assert set(shown(page)) == wanted
    expect(page.locator("#found")).to_have_text(f"{len(wanted)} of {ALL} failures")
    assert page.locator("#found").get_attribute("aria-live") == "polite"
    assert tally(page, "severity", "medium") == len(slugs(lambda e: e.severity == "medium" and "vllm" in e.stacks))
    assert tally(page, "stack", "sglang") == len(
        slugs(lambda e: e.severity in {Severity.HIGH, Severity.CRITICAL} and "sglang" in e.stacks)
    )
    heads = page.locator("#list h2:visible").evaluate_all("heads => heads.map((head) => head.id)")
    assert set(heads) == {slug.partition("/")[0] for slug in wanted}
    assert query(page) == [("severity", "critical"), ("severity", "high"), ("stack", "vllm")]


def test_the_way_back_undoes_a_choice_and_an_address_brings_it_again(page: Page, address: str) -> None:
    opened(page, address)
    tick(page, "layer", "driver")
    tick(page, "phase", "serving")
    both = page.url
    page.go_back()
    expect(page.locator("#found")).to_have_text(f"{len(slugs(lambda e: e.layer == 'driver'))} of {ALL} failures")
    assert query(page) == [("layer", "driver")]
    assert not page.locator('input[name="phase"][value="serving"]').is_checked()
    page.go_back()
    expect(page.locator("#found")).to_have_text(f"{ALL} failures")
    opened(page, address, f"?{urlsplit(both).query}&stack=<b>&colour=red&sort=backwards")
    assert set(shown(page)) == slugs(lambda e: e.layer == "driver" and "serving" in e.phase)
    assert page.locator('input[name="layer"][value="driver"]').is_checked()
    assert page.locator("#sort").input_value() == "area"


def test_a_rare_stack_of_the_address_is_ticked_where_the_reader_sees_it(page: Page, address: str) -> None:
    rare = min(BOOK.by_stack().items(), key=lambda item: (len(item[1]), item[0]))[0]
    opened(page, address, f"?stack={rare}")
    expect(page.locator(f'input[name="stack"][value="{rare}"]')).to_be_visible()
    assert set(shown(page)) == slugs(lambda e: rare in e.stacks)


def test_words_are_looked_for_in_titles_and_log_lines(page: Page, address: str) -> None:
    opened(page, address)
    page.locator("#words").fill("  XID  gpu ")
    found = shown(page)
    assert "hardware/gpu-fallen-off-bus-xid-79" in found
    assert len(found) < ALL
    assert query(page) == [("words", "XID  gpu")]
    page.locator("#words").fill("no failure says this")
    assert shown(page) == []
    expect(page.get_by_text("No failure of the book has all of these.")).to_be_visible()
    page.locator("#reset").click()
    expect(page.locator("#found")).to_have_text(f"{ALL} failures")
    expect(page.locator("#words")).to_be_focused()
    assert page.locator("#reset").is_hidden()
    assert query(page) == []


def test_the_list_is_sorted_by_severity_title_and_date_and_goes_back_to_areas(page: Page, address: str) -> None:
    opened(page, address, "?sort=severity")
    entries = {entry.slug: entry for entry in BOOK.entries.values()}
    ranks = [list(Severity).index(entries[slug].severity) for slug in shown(page)]
    assert ranks == sorted(ranks, reverse=True)
    assert len(ranks) == ALL
    assert page.locator("#list h2:visible").count() == 0
    page.locator("#sort").select_option("title")
    titles = page.locator("#list li.fb-item:visible a.fb-item-title").all_inner_texts()
    assert [title.lower() for title in titles] == sorted(title.lower() for title in titles)
    page.locator("#sort").select_option("area")
    assert page.locator("#list h2:visible").count() == len({entry.area for entry in entries.values()})
    if page.locator("#sort option[value=newest]").count():
        page.locator("#sort").select_option("newest")
        dates = page.locator("#list li.fb-item:visible").evaluate_all(
            "items => items.map((item) => item.dataset.since)"
        )
        assert dates == sorted(dates, reverse=True)
        assert query(page) == [("sort", "newest")]


def test_the_keyboard_ticks_a_box_and_takes_the_choice_away_again(page: Page, address: str) -> None:
    opened(page, address)
    page.locator('input[name="severity"]').first.focus()
    page.keyboard.press("Space")
    first = page.locator('input[name="severity"]').first
    assert first.is_checked()
    expect(first).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator('input[name="severity"]').nth(1)).to_be_focused()
    chip = page.get_by_role("button", name="Take away severity critical")
    chip.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#found")).to_have_text(f"{ALL} failures")
    assert not first.is_checked()


def test_on_a_telephone_the_filters_are_folded_and_nothing_scrolls_sideways(browser: Browser, address: str) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark") as context:
        page = context.new_page()
        opened(page, address)
        box = page.locator('input[name="severity"][value="low"]')
        assert not box.is_visible()
        page.locator("details.fb-filter > summary").click()
        box.click()
        expect(page.locator("#found")).to_have_text(re.compile(rf"of {ALL} failures"))
        for path in ("failures/?severity=low", "map/", "compare/vllm-start/", "new/", "failures/proven/", "stacks/"):
            page.goto(address + path)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, path


def test_without_javascript_each_word_is_a_link_and_all_failures_are_there(browser: Browser, address: str) -> None:
    with browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900}) as context:
        page = context.new_page()
        page.goto(f"{address}failures/")
        assert page.locator("#list li.fb-item").count() == ALL
        assert page.locator("#controls").is_hidden()
        page.locator('[data-facet="severity"] a[data-value="critical"]').click()
        assert page.url == f"{address}failures/severity/critical/"
        assert page.locator("li.fb-item").count() == len(slugs(lambda e: e.severity == "critical"))


def test_the_map_is_walked_by_keyboard_from_picture_to_picture(browser: Browser, address: str) -> None:
    with browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900}) as context:
        page = context.new_page()
        page.goto(f"{address}map/")
        page.locator("svg.fb-graph a").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("#related$"))
        assert page.locator("svg.fb-graph .fb-node-here").is_visible()
        before = page.url
        page.locator("svg.fb-graph a").first.click()
        page.wait_for_url(lambda url: url != before)
        assert page.locator("svg.fb-graph .fb-node-here").is_visible()
