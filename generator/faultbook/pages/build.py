"""Every page of a book, as values and as files that any site engine can build."""

from __future__ import annotations

import dataclasses
import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from markupsafe import escape

from faultbook.book import Book
from faultbook.exports.published import in_brief
from faultbook.history import NO_HISTORY, History, read_history
from faultbook.pages.data_page import data_page
from faultbook.pages.entry_page import entry_page
from faultbook.pages.export import book_exports, exports
from faultbook.pages.feedback import Feedback
from faultbook.pages.home import home_page
from faultbook.pages.hubs import hub_pages
from faultbook.pages.incidents import diagnose_page, incident_logs, incident_pages
from faultbook.pages.kept import kept_files, kept_pages
from faultbook.pages.listing import listing_pages
from faultbook.pages.map import map_page
from faultbook.pages.page import Page
from faultbook.pages.recent import recent_pages
from faultbook.pages.rule_pages import RuleText, rule_pages
from faultbook.pages.search import search_files, search_page
from faultbook.snippets.gate import Proof, gate

__all__ = ["all_pages", "book_files", "dated", "other_pages", "site_files", "write_pages"]

_PRE = re.compile(r"<pre\b.*?</pre>", re.DOTALL)


def all_pages(
    book: Book,
    proofs: Mapping[str, Proof],
    *,
    address: str,
    rules: Iterable[RuleText] = (),
    history: History = NO_HISTORY,
    feedback: Feedback | None = None,
) -> tuple[Page, ...]:
    """Return the pages of *book*: entries', lists, hubs, incidents', rules', the search, the diagnosis, the first page.

    With them come those that keep an address alive which was published once. *address* is the site's, with a slash at
    the end; *history* dates the pages; *feedback* is where readers say what did not work, if anywhere.
    """
    entries = tuple(
        entry_page(book, entry, proofs[entry.id], address, feedback, history.get(entry.path))
        for entry in book.entries.values()
    )
    others = other_pages(book, proofs, address=address, rules=rules, history=history)
    return kept_pages(book, (*dated(entries, history), *others), address)


def other_pages(
    book: Book, proofs: Mapping[str, Proof], *, address: str, rules: Iterable[RuleText] = (), history: History
) -> tuple[Page, ...]:
    """Return the pages of *book* that are of no single entry, without what keeps old addresses alive."""
    newest = max((history[e.path].last for e in book.entries.values() if e.path in history), default=None)
    pages = (
        *listing_pages(book, proofs, address, history),
        *hub_pages(book, proofs, address),
        map_page(book, address),
        *recent_pages(book, proofs, address, history),
        *incident_pages(book, address),
        diagnose_page(book, address),
        *rule_pages(rules, address),
        home_page(book, proofs, history, address),
        search_page(book, address),
        data_page(book.entries.values(), address, newest),
    )
    return tuple(dated(pages, history))


def dated(pages: Iterable[Page], history: History) -> Iterator[Page]:
    """Yield *pages*, each that comes from one file with the day of its last change."""
    for page in pages:
        dates = history.get(page.source or "")
        yield dataclasses.replace(page, changed=dates.last.date().isoformat()) if dates else page


def write_pages(
    book: Book, *, to: Path, address: str = "http://127.0.0.1:8000/", rules: Iterable[RuleText] = ()
) -> int:
    """Write each page of *book* as Markdown that holds its HTML, and the exports; return the count of pages."""
    proofs = gate(book)
    history = read_history(book.root)
    pages = all_pages(book, proofs, address=address, rules=rules, history=history)
    # An engine would read a Markdown twin as a page, and at the page's own address.
    files = {path: text for path, text in site_files(book, proofs, address, history).items() if path[-3:] != ".md"}
    files |= {f"{page.path or 'index'}.md": _markdown(page) for page in pages}
    files |= search_files(book, pages, address)
    for path, text in files.items():
        file = to / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for path, log in incident_logs(book).items():
        (to / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(log, to / path)
    return len(pages)


def site_files(book: Book, proofs: Mapping[str, Proof], address: str, history: History = NO_HISTORY) -> dict[str, str]:
    """Return the exports, and a text in place of each that was published once and is no more; by path in the site."""
    files = exports(book, proofs, address, history)
    return files | kept_files(book, {*files, *incident_logs(book)}, address)


def book_files(book: Book, proofs: Mapping[str, Proof], address: str, history: History) -> dict[str, str]:
    """Return the files for machines that are of no single entry, by path; of ``llms-full.txt`` the beginning alone.

    Those of the search are not among them. Entries are asked for nothing that their faces lack.
    """
    entries = [in_brief(entry, proofs[entry.id], address, history.get(entry.path)) for entry in book.entries.values()]
    files = book_exports(book, proofs, address, history, entries, ())
    own = {f"{entry.slug}.{end}" for entry in entries for end in ("json", "md")}
    return files | kept_files(book, {*files, *own, *incident_logs(book)}, address)


def _markdown(page: Page) -> str:
    front = "".join(
        f"{key}: {json.dumps(value, ensure_ascii=False)}\n"
        for key, value in (("title", page.title), ("description", page.description), ("source", page.source))
        if value
    )
    return f"---\n{front}---\n\n{_one_block(_contents(page) + page.body)}\n"


def _contents(page: Page) -> str:
    if not page.toc:
        return ""
    items = "".join(f'<li><a href="#{item.id}">{escape(item.title)}</a></li>' for item in page.toc)
    return f'<nav class="fb-contents" aria-label="On this page"><ul>{items}</ul></nav>\n'


def _one_block(html: str) -> str:
    """Return *html* as one block in every dialect of Markdown: no blank line, also where text is preformatted."""
    kept = _PRE.sub(lambda match: match[0].replace("\n", "&#10;"), html)
    lines = (line.strip() for line in kept.split("\n"))
    return "<div>\n" + "\n".join(line for line in lines if line) + "\n</div>"
