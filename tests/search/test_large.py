"""A large book's search, whose index is in files: the same answers as from one file, and few bytes to the first one."""

from __future__ import annotations

import functools
import gzip
import http.server
import itertools
import json
import os
import random
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from diagnosing import node_program
from large_search import large_files, write_large
from playwright.sync_api import Browser, Request
from site_build import CHROMIUM, ROOT

from faultbook.pages.search_index import Files
from faultbook.pages.search_terms import meanings, reads

ASSETS = ROOT / "site_plugins/faultbook_mkdocs/assets"
MANY = 10_000
NEEDS_CHROMIUM = pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="Chromium is not installed")
#: A page that asks by the site's own worker.
PAGE = """<!doctype html><title>search</title><script type="module">
import { SearchClient } from "./assets/search-client.js";
await Promise.all(["search-box.js", "search-view.js"].map((name) => import(`./assets/${name}`).catch(() => {})));
const client = new SearchClient();
window.ask = (query) => client.ask(query);
</script>"""


def node(script: str, request: Any) -> Any:
    command = [node_program(), str(ROOT / "tests/node" / script)]
    done = subprocess.run(command, input=json.dumps(request), capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def known(site: Path) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The documents and the signatures of the whole book."""
    documents = json.loads((site / "search.json").read_text("utf-8"))["documents"]
    return documents, json.loads((site / "signatures.json").read_text("utf-8"))


def test_index_in_files_gives_the_answers_of_the_index_in_one(
    tmp_path: Path,
    known: tuple[list[dict[str, Any]], dict[str, Any]],
    ask: Callable[..., Any],
    queries: list[dict[str, str]],
) -> None:
    write_large(tmp_path, *known)
    asked = [item["query"] for item in queries]
    asked += [query[:length] for query in asked for length in (8, 19)]
    asked += [
        "gpu fallen of the buss",
        "nccl watchdog tiemout",
        "vllm failures",
        "zzqx wobblefrob",
        "",
        "what is the",
        "ib",
    ]
    asked += ["a" * 10_000, "(" * 500, "<script>alert(1)</script>", "\u202egpu\u0000\ud83d", "~oom", "toString"]
    found = node("search.mjs", {"site": str(tmp_path), "queries": asked})
    expected = ask(*asked)
    differing = [query for query, one, other in zip(asked, expected, found, strict=True) if one != other]
    # Of how a misspelt or unfinished word may go on, the nearest are read and no more.
    assert len(differing) <= 2, differing
    firsts = [answer["results"][0]["path"].rpartition("/")[2] for answer in found[: len(queries)]]
    assert firsts == [item["expect"] for item in queries]


def test_words_are_the_same_terms_in_python_and_in_the_browser(
    known: tuple[list[dict[str, Any]], dict[str, Any]],
) -> None:
    texts = [file.read_text("utf-8") for file in sorted((ROOT / "docs").glob("*.md"))]
    texts += [json.dumps(document, ensure_ascii=False) for document in known[0]]
    texts += ["Éclair ÉCLAIRDeux naïveWord ÜberGPU9 数据加载 😀boom x😀y Ωmega3 a1b2C3 __init__ straße ÿ9"]
    texts += [
        "HTTPServer2XX fooBARBaz A B C 9 99x x99 possibly agreed ties dying yyy skies",
        "never returns, out of memory",
    ]
    made = []
    for text in texts:
        words = reads(text)
        bag = [term for word in words for term in word.terms]
        firsts = [word.terms[0] for word in words if word.terms]
        pairs = [f"{one} {other}" for one, other in itertools.pairwise(firsts)]
        made.append([bag + meanings(words), bag, pairs])
    assert made == node("terms.mjs", texts)


class Memory:
    """What earlier builds made, as a store has it: by way of JSON."""

    def __init__(self) -> None:
        self.contents: dict[str, str] = {}

    def get(self, keys: Iterable[str]) -> dict[str, Any]:
        return {key: json.loads(self.contents[key]) for key in keys if key in self.contents}

    def known(self, keys: Iterable[str]) -> set[str]:
        return {key for key in keys if key in self.contents}

    def put(self, contents: Mapping[str, Any]) -> None:
        self.contents |= {key: json.dumps(content) for key, content in contents.items()}

    def take(self, files: Files) -> Files:
        """Keep the texts of *files*, as a build does."""
        self.put({key: {"text": text} for key, text in files.texts.items()})
        return files


def test_files_of_unchanged_content_keep_their_names(known: tuple[list[dict[str, Any]], dict[str, Any]]) -> None:
    documents, signatures = known
    before = large_files(documents, signatures).keys
    assert large_files(documents, signatures).keys == before
    changed = [
        {**document, "summary": f"{document['summary']} Zorkmid."} if n == 40 else document
        for n, document in enumerate(documents)
    ]
    after = large_files(changed, signatures).keys
    new = after.items() - before.items()
    assert sorted(path[:8] for path, _ in new if path[:8] != "search/t") == ["search.j", "search/d", "search/w"]
    assert sum(path[:8] == "search/t" for path, _ in new) <= 2


def test_index_after_edits_is_that_of_a_clean_build(known: tuple[list[dict[str, Any]], dict[str, Any]]) -> None:
    documents, signatures = known
    chance, kept = random.Random(6), Memory()  # noqa: S311
    made = [len(kept.take(large_files(documents, signatures, kept)).texts)]
    for number in range(8):
        at = chance.randrange(len(documents))
        new = {**documents[at], "title": f"Zorkmid {number}", "path": f"memory/a-zorkmid-{number}"}
        documents = [
            [*documents[:at], *documents[at + 1 :]],
            [*documents[:at], new, *documents[at:]],
            [*documents[:at], {**documents[at], "aliases": ["stuck zorkmid"]}, *documents[at + 1 :]],
        ][number % 3]
        if number == 5:  # a store may lose what it likes
            for key in chance.sample(sorted(kept.contents), len(kept.contents) // 3):
                del kept.contents[key]
        found = kept.take(large_files(documents, signatures, kept))
        clean = large_files(documents, signatures)
        assert found.keys == clean.keys
        assert {key: kept.get([key])[key]["text"] for key in found.keys.values()} == clean.texts
        made.append(len(found.texts))
    assert max(made[1:5]) < made[0]


def many(documents: list[dict[str, Any]], signatures: dict[str, Any]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return documents and signatures of a book of many entries: this one's again and again, each with words of its own."""
    chance = random.Random(6)  # noqa: S311 -- the same each time
    entries = [document for document in documents if document["kind"] == "entry"]
    by_slug: dict[str, list[dict[str, Any]]] = {}
    for signature in signatures["signatures"]:
        by_slug.setdefault(signatures["entries"][signature["entry"]]["slug"], []).append(signature)
    parts = [first + vowel + last for first in "bdfgklmnprstvz" for vowel in "aeiou" for last in ("", "n", "r")]

    def word() -> str:
        rank = random.Random(int(chance.paretovariate(0.75)))  # noqa: S311
        return "".join(rank.choice(parts) for _ in range(3))

    def told_apart(text: str) -> str:
        return re.sub(r"\b[a-z]{6,}\b", lambda found: word() if chance.random() < 0.15 else found[0], text)

    def of(value: Any) -> Any:
        return [told_apart(item) for item in value] if isinstance(value, list) else told_apart(value)

    made, lines, about = list(documents), list(signatures["signatures"]), dict(signatures["entries"])
    while len(made) < MANY:
        entry, number = entries[len(made) % len(entries)], len(made)
        area, _, id_ = entry["path"].partition("/")
        name = f"{id_}-{word()}-{number}"
        kept = {"kind", "area", "severity", "tags", "path", "lines"}
        copy = {key: value if key in kept else of(value) for key, value in entry.items()} | {"path": f"{area}/{name}"}
        made.append(copy)
        about[name] = {**signatures["entries"][id_], "slug": copy["path"], "causes": []}
        for signature in by_slug.get(entry["path"], ()):
            own = f"{word()} {number} said: "
            lines.append(
                {
                    **signature,
                    "entry": name,
                    "lines": [
                        {
                            **line,
                            "text": own + line["text"],
                            "pattern": own + line["pattern"],
                            "literal": own,
                            "literals": [own, *line["literals"]],
                        }
                        for line in signature["lines"]
                    ],
                }
            )
    return made, {**signatures, "signatures": lines, "entries": about}


class _Compressed(http.server.SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            self.send_error(404)
            return
        body = gzip.compress(file.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def large(
    tmp_path_factory: pytest.TempPathFactory, known: tuple[list[dict[str, Any]], dict[str, Any]]
) -> Iterator[str]:
    """Where the search of a book of ten thousand entries is served, compressed."""
    folder = tmp_path_factory.mktemp("large")
    write_large(folder, *many(*known))
    (folder / "index.html").write_text(PAGE, "utf-8")
    shutil.copytree(ASSETS, folder / "assets")
    handler = functools.partial(_Compressed, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.browser
@NEEDS_CHROMIUM
def test_first_answer_of_a_book_of_ten_thousand_takes_at_most_400_kilobytes(
    browser: Browser, large: str, queries: list[dict[str, str]]
) -> None:
    pasted = max((item["query"] for item in queries if item["kind"] == "pasted"), key=len)
    for query in (pasted, queries[0]["query"], "gpu fallen of the buss", "loss jumps after resume"):
        context = browser.new_context()
        page = context.new_page()
        fetched: list[Request] = []
        page.on("requestfinished", lambda request, to=fetched: to.append(request))
        page.goto(large)
        page.wait_for_function("() => Boolean(window.ask)")
        answer = page.evaluate("(query) => window.ask(query)", query)
        assert answer["results"]
        assert "signatures.json" not in {request.url.removeprefix(large) for request in fetched}
        sizes = [request.sizes() for request in fetched if not request.url.startswith("blob:")]
        context.close()
        assert sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes) <= 400_000, query


@pytest.mark.browser
@NEEDS_CHROMIUM
def test_line_of_one_of_ten_thousand_entries_is_told_by_its_signature(
    browser: Browser, large: str, queries: list[dict[str, str]]
) -> None:
    page = browser.new_page()
    page.goto(large)
    page.wait_for_function("() => Boolean(window.ask)")
    for item in (queries[0], queries[4]):
        first = page.evaluate("(query) => window.ask(query)", item["query"])["results"][0]
        assert first["path"].rpartition("/")[2] == item["expect"]
        assert first["told"]["state"] == "diagnosed"
    page.close()


@pytest.mark.browser
@NEEDS_CHROMIUM
def test_index_that_was_replaced_while_a_page_is_open_is_read_anew(
    browser: Browser, tmp_path: Path, known: tuple[list[dict[str, Any]], dict[str, Any]]
) -> None:
    documents, signatures = known
    write_large(tmp_path, documents, signatures)
    (tmp_path / "index.html").write_text(PAGE, "utf-8")
    shutil.copytree(ASSETS, tmp_path / "assets")
    handler = functools.partial(_Compressed, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.wait_for_function("() => Boolean(window.ask)")
        page.evaluate("() => window.ask('loss jumps')")
        shutil.rmtree(tmp_path / "search")
        new = {**documents[0], "title": "Zorkmid overflow", "path": "memory/zorkmid"}
        write_large(tmp_path, [*documents, new], signatures)
        answer = page.evaluate("() => window.ask('zorkmid overflow')")
        assert answer["results"][0]["path"] == "memory/zorkmid"
        page.close()
        server.shutdown()
