"""How a verdict is shown: its lines, its figures, by keyboard, on a telephone, and without JavaScript."""

from __future__ import annotations

import os
from typing import Any

import pytest
from page_driver import LOG, ROOT, UNKNOWN, paste, verdict, watched
from playwright.sync_api import Browser, BrowserContext, Page, expect
from site_build import CHROMIUM

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="Chromium is not installed"),
]


def test_a_line_opens_with_twenty_lines_on_each_side(page: Page) -> None:
    paste(page, LOG)
    verdict(page)
    page.click(".fb-first .fb-ref")
    rows = page.locator(".fb-around .fb-row")
    expect(rows).to_have_count(41)
    lines = LOG.split("\n")
    assert rows.nth(20).inner_text().split("  ", 1)[0] == "55"
    assert rows.nth(0).inner_text() == f"35  {lines[34]}"
    page.click(".fb-first .fb-ref")
    expect(page.locator(".fb-around")).to_have_count(0)


def test_an_unknown_failure_shows_exception_frame_and_how_to_begin_an_entry(page: Page) -> None:
    paste(page, UNKNOWN)
    assert "the book has no entry for it yet" in verdict(page)
    answer = page.inner_text(".fb-answer")
    assert "ShardError: no index in shard" in answer
    assert "/home/alice/run/train.py:9 in main" in answer
    assert "faultbook new AREA/ID --from pasted.log" in answer


def test_a_healthy_log_and_an_empty_one_are_told_apart(page: Page) -> None:
    paste(page, (ROOT / "tests/benign/deepspeed.log").read_text("utf-8"))
    assert verdict(page) == "No failure in these logs"
    assert "exits successfully" in page.inner_text("#fb-result mark")
    page.fill("#fb-text", "   ")
    page.click("#fb-go")
    expect(page.locator("#fb-status")).to_contain_text("Paste a log")
    assert page.evaluate("document.activeElement.id") == "fb-text"


def test_a_figure_is_shown_with_its_curve(context: BrowserContext, address: str, errors: list[str]) -> None:
    page = watched(context, errors)
    page.goto(f"{address}diagnose/")
    fragment = page.evaluate(
        """async () => {
          const { toFragment } = await import("../assets/diagnose-link.js");
          const loss = { slug: null, figure: "loss", when: "not-finite", file: "a.log", line: 5, step: "4", time: null, value: "nan",
            baseline: "2.5", values: ["3.0", "2.5", "2.4", "nan", "nan"], at: 3 };
          return toFragment({ format: 1, verdict: "inconclusive", initiating: null, diagnoses: [], similar: [], collateral: [], ruled_out: [],
            missing: [], grounds: null, figures: [loss], events: [], files: [{ name: "a.log", bytes: 1, lines: 9 }] }, (text) => text);
        }"""
    )
    page.goto(f"{address}diagnose/?figure#{fragment}")
    verdict(page)
    assert "Loss is nan (baseline 2.5), since step 4, a.log:5" in page.inner_text(".fb-figures")
    assert page.locator(".fb-curve polyline").count() == 1
    assert page.locator(".fb-curve .fb-event-initiating").count() == 1
    assert errors == []


def test_the_keyboard_alone_is_enough(page: Page) -> None:
    def tab_to(selector: str) -> None:
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("s => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(f"Tab does not reach {selector}")

    tab_to("#fb-text")
    page.keyboard.insert_text(UNKNOWN)
    tab_to("#fb-files")
    tab_to("#fb-go")
    page.keyboard.press("Enter")
    verdict(page)
    assert page.evaluate("document.activeElement.id") == "fb-verdict"
    tab_to(".fb-first .fb-ref")
    page.keyboard.press("Enter")
    page.wait_for_selector(".fb-around mark")
    tab_to(".fb-share summary")
    page.keyboard.press("Space")
    tab_to("#fb-mask")
    page.keyboard.press("Space")
    assert not page.is_checked("#fb-mask")
    tab_to("#fb-copy-report")
    page.keyboard.press("Enter")
    expect(page.locator(".fb-share [role=status]")).to_contain_text("copied")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_telephone_needs_no_side_scroll_and_every_control_has_a_name(
    browser: Browser, address: str, errors: list[str], scheme: Any
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme=scheme, reduced_motion="reduce")
    page = watched(context, errors)
    for id_ in ("nccl-timeout-behind-a-dead-gpu", "oom-with-gigabytes-free", "vllm-cache-too-small"):
        page.goto("about:blank")
        page.goto(f"{address}diagnose/#incident={id_}")
        verdict(page)
        for fold in page.locator("#fb-result details > summary").all():
            fold.click()
        page.click(".fb-first .fb-ref")
        page.wait_for_selector(".fb-around mark")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    unnamed = page.evaluate(
        """[...document.querySelectorAll('.fb-diagnose :is(button, input, textarea, a, progress)')]
          .filter(e => !(e.textContent.trim() || e.ariaLabel || e.labels?.length)).map(e => e.outerHTML)"""
    )
    assert unnamed == []
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
    context.close()
    assert errors == []


def test_without_javascript_the_page_says_what_to_do(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}diagnose/")
    assert not page.locator("#fb-form").is_visible()
    assert "faultbook diagnose LOG..." in page.inner_text(".fb-unproven")
    page.click("a[data-incident=vllm-cache-too-small]")
    assert page.locator("#story").is_visible()
    context.close()
