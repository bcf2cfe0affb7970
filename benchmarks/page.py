"""How fast the site's Diagnose page reads a log in Chromium, against the browser reading the same file, in one run.

The site is built, and a mixed training log as in ``scan.py`` is chosen on the page. The time goes from the button to
the verdict; what a log of 1 MB takes from there to there is no scanning. The floor is a worker that reads the file to
its end and looks at nothing.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from scan import make_log
from table import json_option, row, write

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from site_build import CHROMIUM, build, serve  # noqa: E402 -- lies among the tests

FLOOR = """() => new Promise((resolve, reject) => {
  const script = `onmessage = async ({data}) => {
    const start = performance.now();
    const reader = data.stream().getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read());
    postMessage((performance.now() - start) / 1000);
  }`;
  const worker = new Worker(URL.createObjectURL(new Blob([script], {type: "text/javascript"})));
  worker.onmessage = ({data}) => resolve(data);
  worker.onerror = reject;
  worker.postMessage(document.getElementById("floor").files[0]);
})"""


def diagnosed(page: Page, address: str, log: Path) -> tuple[float, float]:
    """Return the seconds from the button to the verdict, and those that reading alone takes."""
    page.goto("about:blank")
    page.goto(f"{address}diagnose/")
    page.evaluate("document.body.append(Object.assign(document.createElement('input'), {type: 'file', id: 'floor'}))")
    page.set_input_files("#floor", log)
    floor = float(page.evaluate(FLOOR))
    page.set_input_files("#fb-files", log)
    start = time.perf_counter()
    page.click("#fb-go")
    page.wait_for_selector("#fb-verdict", timeout=300_000)
    return time.perf_counter() - start, floor


def main() -> None:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=5)
    json_option(parser)
    arguments = parser.parse_args()
    if CHROMIUM is None:
        sys.exit("Chromium is not installed: make setup-system")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        log, short, site = Path(folder) / "train.log", Path(folder) / "short.log", Path(folder) / "site"
        make_log(log, arguments.megabytes << 20)
        make_log(short, 1 << 20)
        done = build(ROOT, site, FAULTBOOK_PUBLISH="all")
        if done.returncode:
            sys.exit(done.stdout + done.stderr)
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        with serve(site) as address:
            rounds = [
                (*diagnosed(chromium.new_page(), address, log), diagnosed(chromium.new_page(), address, short)[0])
                for _ in range(arguments.rounds)
            ]
        chromium.close()
        megabytes = log.stat().st_size / 1e6
    ours, floor, start = (statistics.median(each) for each in zip(*rounds, strict=True))
    scan = ours - start
    print(f"{'the page, button to verdict':<28} {ours:6.2f} s  {megabytes / ours:6.0f} MB/s")
    print(f"{'of that, scanning':<28} {scan:6.2f} s  {megabytes / scan:6.0f} MB/s (at least 200)")
    print(f"{'the browser, reading only':<28} {floor:6.2f} s  {megabytes / floor:6.0f} MB/s")
    print(f"time over reading only: {ours / floor:.2f}; processors: {os.cpu_count()}")
    most = megabytes / 200  # MB/s that scanning has at least
    rows = [
        row("page", "scanning a long log", scan, peer=floor, peer_name="reading only", most=most),
        row("page", "button to verdict, 1 MB", start),
    ]
    write(arguments.json, rows)


if __name__ == "__main__":
    main()
