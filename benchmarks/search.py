"""What the search of a large book costs a reader: bytes before the first answer, and time on a slow processor.

$ python benchmarks/search.py
$ python benchmarks/search.py --entries 1000 10000 --queries 20

The index of a made book is served compressed, as a host would, and asked in Chromium as the site asks it. Bytes are
those of every file that the browser fetches for one query with nothing at hand: modules, index and documents, with
their headers. Times are taken with four times CPU throttling: the first is that of a question whose files have to be
fetched (over loopback) and read, the second that of the same question again. The peer is the index in one file, as a
small book has it, with all signatures: what it would download; and, for time, its answers.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import gzip
import http.server
import random
import shutil
import statistics
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from made import Made, made_entries
from pageload import Compressed
from playwright.sync_api import Browser, Request, sync_playwright
from table import Row, as_text, json_option, row, write

from faultbook.book import Book
from faultbook.entry import Entry
from faultbook.pages import search_files
from faultbook.pages.export import signatures_text

ROOT = Path(__file__).parent.parent
ASSETS = ROOT / "site_plugins/faultbook_mkdocs/assets"
sys.path.insert(0, str(ROOT / "tests"))

from site_build import BROWSER_FLAGS, CHROMIUM  # noqa: E402 -- the tests' own way to find Chromium

SLOWER = 4
MOST_KB, MOST_MS = 400, 50
#: A page with what the site's box loads, which asks a worker as that does.
PAGE = """<!doctype html><meta charset="utf-8"><title>search</title><script type="module">
import { SearchClient } from "./assets/search-client.js";
import "./assets/search-view.js";
await fetch("./assets/search-box.js");
const client = new SearchClient();
window.ask = (query) => client.ask(query);
</script>"""
#: The same search on the page's own thread, since that is the one that Chromium slows down.
TIMED = """async (query) => {
  window.search ??= (async () => {
    const read = new Map();
    const get = (path) => {
      if (!read.has(path)) read.set(path, fetch(new URL(path, location.href)).then((answer) => answer.json()));
      return read.get(path);
    };
    const { searchOf } = await import("./assets/search-book.js");
    const search = await searchOf(get);
    await search.ask("a line that is long enough to wait for the signatures");
    return search;
  })();
  const search = await window.search;
  const times = [];
  for (let turn = 0; turn < 2; turn += 1) {
    const start = performance.now();
    await search.ask(query);
    times.push(performance.now() - start);
  }
  return times;
}"""


def made_site(folder: Path, made: list[Made], *, large: int) -> None:
    """Write the index of a book of *made* entries, and what a browser needs to ask it."""
    entries = [
        Entry.model_validate(
            {
                **item.values,
                "id": item.slug.partition("/")[2],
                "area": item.slug.partition("/")[0],
                "path": f"entries/{item.slug}.yaml",
            }
        )
        for item in made
    ]
    book = Book(Path("nowhere"), {entry.id: entry for entry in sorted(entries, key=lambda entry: entry.id)}, {}, {})
    signatures = signatures_text(book)
    files = {
        **search_files(book, (), "https://x.example/", signatures=signatures, large=large),
        "signatures.json": signatures,
    }
    for path, text in {**files, "index.html": PAGE}.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    if not (folder / "assets").exists():
        shutil.copytree(ASSETS, folder / "assets")


def queries_of(made: list[Made], count: int) -> dict[str, list[str]]:
    """Return *count* queries of each kind: words of titles, misspelt ones, lines with a log's prefix, several lines."""
    chance = random.Random(6)  # noqa: S311
    found: dict[str, list[str]] = {"words": [], "misspelt": [], "line": [], "lines": []}
    for item in chance.sample(made, count):
        title = item.values["title"].split()
        found["words"].append(" ".join(title[:3]).lower())
        long = max(title, key=len)
        at = chance.randrange(1, len(long) - 1)
        found["misspelt"].append(f"{title[0]} {long[:at]}{long[at + 1 :]}".lower())
        lines = [signature["samples"][0]["text"] for signature in item.values["signatures"].values()]
        prefixed = [f"2026-11-03T09:17:22.118Z trainer-2 {line.replace('811', '40213')}" for line in lines]
        found["line"].append(prefixed[0])
        frames = [f'  File "/opt/app/{word}.py", line {chance.randrange(900)}, in {word}' for word in title]
        found["lines"].append("\n".join(["Traceback (most recent call last):", *frames, *prefixed]))
    return found


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve *folder* compressed."""
    handler = functools.partial(Compressed, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def bytes_of(chromium: Browser, address: str, query: str) -> tuple[int, int, dict[str, Any]]:
    """Return the bytes and requests that one query takes with nothing at hand, and its answer."""
    context = chromium.new_context()
    page = context.new_page()
    requests: list[Request] = []
    page.on("requestfinished", lambda request, to=requests: to.append(request))
    page.goto(address, wait_until="load")
    page.wait_for_function("() => Boolean(window.ask)")
    answer = page.evaluate("(query) => window.ask(query)", query)
    fetched = [request for request in requests if not request.url.startswith("blob:") and "favicon" not in request.url]
    sizes = [request.sizes() for request in fetched]
    context.close()
    return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes), len(fetched), answer


def times_of(chromium: Browser, address: str, queries: list[str]) -> tuple[list[float], list[float]]:
    """Return the milliseconds of each query, the first time and again, on a slow processor."""
    page = chromium.new_page()
    page.goto(address)
    page.evaluate(TIMED, "first")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    times = [page.evaluate(TIMED, query) for query in queries]
    page.close()
    return [first for first, _ in times], [again for _, again in times]


def measure(count: int, asked: int, chromium: Browser) -> list[Row]:
    """Return the rows of a book of *count* entries."""
    rows: list[Row] = []
    print(f"making the index of {count:,} entries", file=sys.stderr)
    made = list(made_entries(count))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made_site(folder, made, large=0)
        whole = Path(name) / "whole"
        made_site(whole, made, large=count + 1)
        one_file = (
            sum(len(gzip.compress((whole / file).read_bytes())) for file in ("search.json", "signatures.json")) / 1000
        )
        with served(folder) as address:
            for kind, queries in queries_of(made, asked).items():
                print(f"{count:,} entries: asking {asked} queries of {kind}", file=sys.stderr)
                found = [bytes_of(chromium, address, query) for query in queries]
                largest = max(size for size, _, _ in found) / 1000
                first, again = times_of(chromium, address, queries)
                what = f"{count:,} entries, {kind}"
                rows += [
                    row(
                        "search",
                        f"{what}: bytes before the first answer, most",
                        largest,
                        "kB",
                        peer=one_file,
                        peer_name="one file",
                        most=MOST_KB,
                    ),
                    row("search", f"{what}: requests, median", statistics.median(number for _, number, _ in found), ""),
                    row(
                        "search", f"{what}: answer at 4x throttling, first time, median", statistics.median(first), "ms"
                    ),
                    row(
                        "search",
                        f"{what}: answer at 4x throttling, median",
                        statistics.median(again),
                        "ms",
                        most=MOST_MS,
                    ),
                    row("search", f"{what}: answer at 4x throttling, most", max(again), "ms"),
                ]
                if empty := sum(not answer["results"] for _, _, answer in found):
                    print(f"{empty} of {asked} queries of {kind} found nothing", file=sys.stderr)
    return rows


def main() -> None:
    """Print the table."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n")[0],
        epilog=__doc__.partition("\n")[2],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--entries", type=int, nargs="+", default=[10_000], help="sizes of the books (10000)")
    parser.add_argument("--queries", type=int, default=6, help="queries of each kind (6)")
    json_option(parser)
    options = parser.parse_args()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=BROWSER_FLAGS)
        rows = [item for count in options.entries for item in measure(count, options.queries, chromium)]
        chromium.close()
    print(as_text(rows))
    write(options.json, rows)


if __name__ == "__main__":
    main()
