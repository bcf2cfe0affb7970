"""What the tests of the Diagnose page do in a browser, and the logs that they give it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

__all__ = ["GPU", "INCIDENTS", "LOG", "ROOT", "UNKNOWN", "copied", "paste", "verdict", "watched"]

ROOT = Path(__file__).parent.parent
INCIDENTS = ROOT / "incidents"
LOG = (INCIDENTS / "ddp-one-rank-skips-a-branch/train.log").read_text("utf-8")
GPU = INCIDENTS / "nccl-timeout-behind-a-dead-gpu"
UNKNOWN = """step 1 loss 2.5
Traceback (most recent call last):
  File "/home/alice/run/train.py", line 12, in <module>
    main()
  File "/home/alice/run/train.py", line 9, in main
    raise ShardError("no index in shard /mnt/nfs/shard-00097.tar")
ShardError: no index in shard /mnt/nfs/shard-00097.tar
"""


def watched(context: BrowserContext, errors: list[str]) -> Page:
    """Return a page whose errors, warnings and breaches of its policy are told."""
    made = context.new_page()
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
