"""From a log to a verdict: pasted, chosen, dropped, packed, long, and a sample."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest
from page_driver import GPU, LOG, ROOT, UNKNOWN, paste, verdict, watched
from playwright.sync_api import BrowserContext, Page, expect
from site_build import CHROMIUM

from faultbook.book import load_book

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="Chromium is not installed"),
]


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
    chosen = page.locator("#fb-chosen li").all_inner_texts()
    assert [text.rpartition(" bytes")[0].rpartition(" ")[0] for text in chosen] == [
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
