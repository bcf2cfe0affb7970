"""What a first view costs on a slow processor: shift of the layout, largest paint, bytes and requests.

$ python benchmarks/pageload.py [SITE]

Each kind of page in Chromium with four times CPU throttling and a cold cache, at 390 px; the server compresses as a
host would. The network is loopback, so the times hold the processor's part alone. Web vitals call a shift of 0.1 and a
largest paint of 2.5 s good.
"""

from __future__ import annotations

import contextlib
import functools
import gzip
import http.server
import sys
import threading
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from site_build import BROWSER_FLAGS, CHROMIUM, kinds  # noqa: E402 -- the tests' own way to find a page of each kind

SLOWER = 4
OBSERVE = """
  window.vitals = { shift: 0, largest: 0, shifted: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) {
      vitals.shift += entry.value;
      for (const { node } of entry.sources) vitals.shifted.push(node?.className || node?.nodeName || "?");
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) vitals.largest = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
"""


class Compressed(http.server.SimpleHTTPRequestHandler):
    """A file server that answers with gzip."""

    def do_GET(self) -> None:
        """Answer with the file, compressed."""
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            self.send_error(404)
            return
        body = gzip.compress(file.read_bytes())
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with contextlib.suppress(ConnectionError):  # the reader has gone
            self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Say nothing."""


def main(site: Path) -> None:
    """Print the table."""
    handler = functools.partial(Compressed, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=BROWSER_FLAGS)
        print(f"{'page':<12}{'shift':>8}{'largest paint':>15}{'kB':>8}{'requests':>10}  shifted most")
        for kind, path in kinds(site).items():
            shift, largest, size, requests, shifted = _measure(
                chromium, f"http://127.0.0.1:{server.server_port}/{path}"
            )
            print(f"{kind:<12}{shift:>8.3f}{largest:>12.0f} ms{size / 1000:>8.1f}{requests:>10}  {shifted}")
        chromium.close()
        server.shutdown()


def _measure(chromium: Browser, url: str) -> tuple[float, float, int, int, str]:
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    # The worker's own downloads come after the view.
    context.add_init_script("Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })")
    context.add_init_script(OBSERVE)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.goto(url, wait_until="networkidle")
    vitals = page.evaluate("vitals")
    context.close()
    shifted = ", ".join(dict.fromkeys(vitals["shifted"][:3]))
    return vitals["shift"], vitals["largest"], sum(sizes), len(sizes), shifted


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "site")
