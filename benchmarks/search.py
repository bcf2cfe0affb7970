"""What the search of a large book costs a reader: bytes to the first answer, and time to one on a slow processor.

$ python benchmarks/search.py
$ python benchmarks/search.py --entries 1000 10000 --queries 20

The index of a made book is served compressed, as a host would, and asked in Chromium as the site asks it. Bytes are
those of every file that the browser fetches for one query with nothing at hand: modules, index and documents, with
their headers. Times are taken with four times CPU throttling, from the query to the results drawn and laid out: with
the files fetched over loopback; with the files at hand and nothing made of them yet, as when a word is typed that no
query had before; and again. Queries come in any order, as one reader's. The worker in which the site searches is not
slowed down by Chromium, so the same modules run on the page's own thread. The peer is the index in one file, as a small
book has it, with all signatures: what it would download.
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

import yaml
from made import Made, made_entries
from pageload import Compressed
from playwright.sync_api import Browser, Request, sync_playwright
from table import Row, as_text, json_option, row, write

from faultbook.book import Book
from faultbook.entry import Entry
from faultbook.pages.export import signatures_text
from faultbook.pages.search import entry_words, search_files

ROOT = Path(__file__).parent.parent
ASSETS = ROOT / "site_plugins/faultbook_mkdocs/assets"
sys.path.insert(0, str(ROOT / "tests"))

from site_build import BROWSER_FLAGS, CHROMIUM  # noqa: E402 -- the tests' own way to find Chromium

SLOWER = 4
MOST_KB, MOST_MS = 400, 50
FETCHED = 4  # queries of a kind whose bytes are counted
SHOWN = 8  # results that the box shows
#: A page with what the site's box loads, which asks a worker as that does.
PAGE = f"""<!doctype html><meta charset="utf-8"><title>search</title><script type="module">
import {{ SearchClient }} from "./assets/search-client.js";
import "./assets/search-view.js";
await fetch("./assets/search-box.js");
const client = new SearchClient();
window.ask = (query) => client.ask(query, {SHOWN});
</script><div id="list"></div>"""
#: The same search on the page's own thread, since that is the one that Chromium slows down. *near* has the files that
#: *far* has fetched.
TIMED = """async ([query, shown]) => {
  window.known ??= (async () => {
    const texts = new Map();
    const fetched = (path) => {
      if (!texts.has(path)) texts.set(path, fetch(new URL(path, location.href)).then((answer) => answer.text()));
      return texts.get(path);
    };
    const reader = () => {
      const read = new Map();
      return (path) => {
        if (!read.has(path)) read.set(path, fetched(path).then(JSON.parse));
        return read.get(path);
      };
    };
    const [{ searchOf }, view, { element }] = await Promise.all(
      ["search-book", "search-view", "diagnose-dom"].map((name) => import(`./assets/${name}.js`)),
    );
    const [far, near] = [await searchOf(reader()), await searchOf(reader())];
    for (const each of [far, near]) await each.ask("a line that is long enough to wait for the signatures", shown);
    return { far, near, view, element };
  })();
  const { far, near, view, element } = await window.known;
  const list = document.getElementById("list");
  const timed = async (search) => {
    const start = performance.now();
    const { results } = await search.ask(query, shown);
    list.replaceChildren(...results.map((each) => element("a", { href: view.addressOf(each) }, ...view.shown(each))));
    list.getBoundingClientRect();
    return performance.now() - start;
  };
  return [await timed(far), await timed(near), await timed(near)];
}"""


def made_book(made: list[Made]) -> Book:
    """Return the book of *made* entries."""
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
    return Book(Path("nowhere"), {entry.id: entry for entry in sorted(entries, key=lambda entry: entry.id)}, {}, {})


def made_site(folder: Path, book: Book) -> float:
    """Write the search of *book*, and what a browser needs to ask it; return the kilobytes of the index in one file."""
    address = "https://x.example/"
    words = {entry.id: entry_words(entry) for entry in book.entries.values()}
    whole = [search_files(book, (), address, words=words, large=len(words) + 1)["search.json"], signatures_text(book)]
    for path, text in {**search_files(book, (), address, words=words, large=0), "index.html": PAGE}.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    shutil.copytree(ASSETS, folder / "assets")
    return sum(len(gzip.compress(text.encode(), 6)) for text in whole) / 1000


def queries_of(made: list[Made], count: int) -> dict[str, list[str]]:
    """Return *count* queries of each kind: a title's words, as they are typed, misspelt, vague ones, pasted lines."""
    chance = random.Random(6)  # noqa: S311
    kinds = ("words", "typing", "misspelt", "vague", "line", "lines")
    found: dict[str, list[str]] = {kind: [] for kind in kinds}
    listed = yaml.safe_load((ROOT / "tests/search/queries.yaml").read_text("utf-8"))
    vague = [item["query"] for item in listed if item["kind"] != "pasted"]
    for item in chance.sample(made, count):
        title = item.values["title"].split()
        found["words"].append(" ".join(title[:3]).lower())
        first = f"{title[0]} {title[2]}".lower()
        found["typing"] += [first[:length] for length in chance.sample(range(2, len(first)), 2)]
        long = max(title, key=len)
        at = chance.randrange(1, len(long) - 1)
        found["misspelt"].append(f"{title[0]} {long[:at]}{long[at + 1 :]}".lower())
        found["vague"].append(chance.choice(vague))
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


def times_of(chromium: Browser, address: str, queries: list[tuple[str, str]]) -> dict[str, list[list[float]]]:
    """Return the milliseconds of each query on a slow processor, by kind: files fetched, files at hand, and again."""
    page = chromium.new_page()
    page.goto(address)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(TIMED, ["first", SHOWN])
    times: dict[str, list[list[float]]] = {}
    for kind, query in queries:
        times.setdefault(kind, []).append(page.evaluate(TIMED, [query, SHOWN]))
    page.close()
    return times


def measure(count: int, asked: int, chromium: Browser) -> list[Row]:
    """Return the rows of a book of *count* entries."""
    rows: list[Row] = []
    print(f"making the index of {count:,} entries", file=sys.stderr)
    made = list(made_entries(count))
    queries = queries_of(made, asked)
    requests: list[int] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        one_file = made_site(folder, made_book(made))
        with served(folder) as address:
            for kind in ("words", "misspelt", "vague", "line", "lines"):
                print(f"{count:,} entries: fetching for queries of {kind}", file=sys.stderr)
                found = [bytes_of(chromium, address, query) for query in queries[kind][:FETCHED]]
                requests += [number for _, number, _ in found]
                largest = max(size for size, _, _ in found) / 1000
                what = f"{count:,} entries, {kind}: bytes to the first answer, most"
                rows.append(row("search", what, largest, "kB", peer=one_file, peer_name="one file", most=MOST_KB))
                if empty := sum(not answer["results"] for _, _, answer in found):
                    print(f"{empty} of {len(found)} queries of {kind} found nothing", file=sys.stderr)
            print(f"{count:,} entries: timing", file=sys.stderr)
            mixed = [(kind, query) for kind, each in queries.items() for query in each]
            random.Random(6).shuffle(mixed)  # noqa: S311
            times = times_of(chromium, address, mixed)
    rows.append(
        row("search", f"{count:,} entries: requests to the first answer, median", statistics.median(requests), "")
    )
    for kind, own in times.items():
        rows += _times(f"{count:,} entries, {kind}", [(near, MOST_MS) for _, near, _ in own], "files at hand")
    own = [each for found in times.values() for each in found]
    for at, how, most in ((0, "files fetched", None), (1, "files at hand", MOST_MS), (2, "asked again", MOST_MS)):
        rows += _times(f"{count:,} entries, all kinds", [(each[at], most) for each in own], how)
    return rows


def _times(what: str, times: list[tuple[float, float | None]], how: str) -> list[Row]:
    """Return the rows of the milliseconds of queries, and what bounds them."""
    found, most = sorted(time for time, _ in times), times[0][1]
    ninety = found[int(0.9 * (len(found) - 1) + 0.5)]
    return [
        row("search", f"{what}, {how}: answer, median", statistics.median(found), "ms", most=most),
        row("search", f"{what}, {how}: answer, 90 of 100", ninety, "ms", most=most),
    ]


def main() -> None:
    """Print the table."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n")[0],
        epilog=__doc__.partition("\n")[2],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--entries", type=int, nargs="+", default=[10_000], help="sizes of the books (10000)")
    parser.add_argument("--queries", type=int, default=8, help="queries of each kind (8)")
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
