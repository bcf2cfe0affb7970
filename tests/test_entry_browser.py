"""An entry's page in a browser: for whom it is shown, what links open, copying, tabs, ages, print."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_driver import watched
from playwright.sync_api import Browser, Page, expect
from site_build import REPO, ROOT

from faultbook import __version__
from faultbook.book import load_book
from faultbook.entry import Entry
from faultbook.snippets.record import read_records
from faultbook.snippets.run import commit_of

pytestmark = pytest.mark.browser

SLUG = "memory/copy-on-write-memory"
OTHER = "training/gradient-accumulation-loss-scaling"
SHIFTS = """() => new Promise((done) => new PerformanceObserver((list) =>
  done(list.getEntries().reduce((sum, entry) => sum + entry.value, 0))).observe({ type: "layout-shift", buffered: true })
  || setTimeout(() => done(0), 300))"""


@pytest.fixture
def errors() -> Iterator[list[str]]:
    """What the browser complained of; nothing, by the end."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def page(browser: Browser, errors: list[str]) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield watched(context, errors)
    context.close()


def open_sections(page: Page) -> set[str]:
    """The ids of the sections that stand open."""
    return set(
        page.eval_on_selector_all(
            ".fb-section > details[open] h2, .fb-perspectives > details[open] h3", "(found) => found.map((e) => e.id)"
        )
    )


def chosen(page: Page) -> list[str]:
    return page.locator(".fb-views [aria-current=true]").all_inner_texts()


# For whom it is shown.


def test_each_reader_begins_with_what_is_theirs_and_the_choice_is_kept(page: Page, address: str) -> None:
    page.goto(f"{address}{SLUG}/")
    everything = open_sections(page)
    assert chosen(page) == ["Engineer"]
    assert {"mechanism", "fix", "scale", "code", "on-call", "engineer", "executive"} <= everything

    link = page.get_by_role("link", name="On call", exact=True)
    link.focus()
    page.keyboard.press("Enter")
    assert (chosen(page), page.url) == (["On call"], f"{address}{SLUG}/?for=on-call")
    expect(link).to_be_focused()
    assert {"on-call", "signature", "not-this", "confirm", "fix"} <= open_sections(page)
    assert not {"engineer", "executive", "mechanism", "scale", "code"} & open_sections(page)

    page.goto(f"{address}{OTHER}/")
    assert chosen(page) == ["On call"]
    assert "mechanism" not in open_sections(page)

    page.goto(f"{address}{OTHER}/?for=executive")
    assert chosen(page) == ["Executive"]
    assert {"executive", "scale", "prevention"} <= open_sections(page)
    assert not {"fix", "confirm", "mechanism"} & open_sections(page)
    expect(page.get_by_text("If nobody acts")).to_be_in_viewport()

    page.goto(f"{address}{SLUG}/?for=nobody")
    assert chosen(page) == ["On call"]


def test_nothing_moves_while_a_page_loads_on_a_slow_machine_for_any_reader(page: Page, address: str) -> None:
    # Slow enough that what the parser has so far is painted.
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 6})
    for view in ("on-call", "engineer", "executive"):
        page.goto(f"{address}{SLUG}/?for={view}", wait_until="load")
        # A line that the parser has only half of may move by a hair (0.004 was seen). A page that rises by 20 pixels makes
        # 0.011, a section that folds late much more; what counts as good is 0.1.
        assert page.evaluate(SHIFTS) < 0.008


def test_sections_are_folded_before_the_page_script_comes(page: Page, address: str, errors: list[str]) -> None:
    page.route("**/assets/entry.js", lambda route: route.abort())
    page.goto(f"{address}{SLUG}/?for=executive")
    assert "fix" not in open_sections(page)
    page.locator("summary", has=page.locator("#fix")).click()
    assert "fix" in open_sections(page)
    assert page.locator(".fb-fix").first.is_visible()
    errors.clear()


def test_without_javascript_the_switch_leads_to_anchors_and_nothing_is_folded(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}{SLUG}/?for=executive")
    assert page.locator("details[data-for]:not([open])").count() == 0
    assert page.locator(".fb-copy, [role=tab]").count() == 0
    assert page.locator(".fb-tab").first.get_attribute("hidden") is None
    page.get_by_role("link", name="Executive", exact=True).click()
    assert page.url.endswith("#executive")
    expect(page.locator("#executive")).to_be_in_viewport()
    context.close()


# What a link opens.


@pytest.mark.parametrize("anchor", ["mechanism", "q-scale", "part-fix_array", "fix-array", "engineer"])
def test_a_link_into_what_is_folded_opens_it(page: Page, address: str, anchor: str) -> None:
    page.goto(f"{address}{SLUG}/?for=on-call#{anchor}")
    expect(page.locator(f"#{anchor}")).to_be_in_viewport()
    assert page.evaluate("(id) => !document.getElementById(id).closest('details:not([open])')", anchor)


def test_a_link_within_the_page_opens_what_it_leads_to(page: Page, address: str) -> None:
    page.goto(f"{address}{SLUG}/?for=on-call")
    page.locator("#fix-array").locator("xpath=..").locator("a[href='#part-fix_array']").click()
    expect(page.locator("#part-fix_array")).to_be_in_viewport()
    assert page.locator("#part-fix_array").get_attribute("open") is not None


# Copying.


def test_a_copy_button_copies_the_code_says_so_and_works_from_the_keyboard(page: Page, address: str) -> None:
    fix = load_book(ROOT)[0].entries["copy-on-write-memory"].fixes["array"]
    page.goto(f"{address}{SLUG}/")
    button = page.locator("article .fb-fix").first.get_by_role("button", name="Copy code")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".fb-status")).to_have_text("Copied to the clipboard")
    assert page.evaluate("navigator.clipboard.readText()") == (fix.code or "").rstrip("\n")
    expect(page.locator(".fb-status")).to_have_text("")


def test_logs_outputs_and_differences_have_no_copy_button_and_code_has_one(page: Page, address: str) -> None:
    page.goto(f"{address}{SLUG}/")
    assert page.locator(".fb-copy").count() == page.locator(".highlight:not(.fb-diff *)").count()
    assert page.locator(":is(.fb-log, .fb-output, .fb-diff, .fb-line-shown) .fb-copy").count() == 0
    assert page.locator(".md-clipboard").count() == 0


def test_a_hand_written_page_copies_commands_without_prompts(page: Page, address: str) -> None:
    page.goto(f"{address}authoring/")
    block = page.locator(".highlight", has_text="$ ").first
    block.get_by_role("button", name="Copy code").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    shown = block.locator("code").inner_text()
    assert copied.splitlines() == [line[2:] for line in shown.splitlines() if line.startswith("$ ")]


# Tabs.


def test_a_tab_that_is_chosen_is_chosen_in_every_set_by_click_or_arrow_and_kept(page: Page, address: str) -> None:
    page.goto(f"{address}{OTHER}/")
    sets = page.locator(".fb-tabs")
    assert sets.count() >= 2
    assert page.locator(".fb-tab[hidden=until-found]").count() == sets.count()
    page.locator("details.fb-part").evaluate_all("(all) => all.forEach((part) => { part.open = true; })")
    first = sets.first.get_by_role("tab", name="What it changes")
    expect(first).to_have_attribute("aria-selected", "true")
    first.focus()
    page.keyboard.press("ArrowRight")
    expect(sets.first.get_by_role("tab", name="Whole file")).to_be_focused()
    for tabs in sets.all():
        expect(tabs.get_by_role("tab", name="Whole file")).to_have_attribute("aria-selected", "true")
        assert tabs.locator(".fb-tab:not([hidden]) .highlight").is_visible()
    page.reload()
    expect(sets.first.get_by_role("tab", name="Whole file", include_hidden=True)).to_have_attribute(
        "aria-selected", "true"
    )


# Ages.


def test_an_old_build_does_not_say_that_its_runs_are_fresh(page: Page, address: str) -> None:
    records, _ = read_records(ROOT, SLUG)
    newest = max(record.time for record in records.values())
    page.clock.set_fixed_time(newest + dt.timedelta(days=500))
    page.goto(f"{address}{SLUG}/")
    said = set(page.locator(".fb-evidence [class*=fb-age-]").all_inner_texts())
    assert said
    assert all(int(words.partition(" ")[0]) >= 500 for words in said)
    assert page.locator(".fb-evidence .fb-age-old").count() == len(records)


# Print.


def test_print_shows_what_is_folded_and_leaves_out_what_only_a_screen_needs(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}{SLUG}/")
    question = page.locator("details.fb-question:not([open]) > :not(summary)").first
    assert not question.is_visible()
    page.emulate_media(media="print")
    shown = question.bounding_box()
    assert shown is not None
    assert shown["height"] > 10
    for gone in (".md-header", ".md-tabs", ".md-sidebar", ".md-footer", ".fb-views", ".fb-beside", ".headerlink"):
        assert not [1 for found in page.locator(gone).all() if found.is_visible()], gone
    address_shown = page.locator(".fb-sources a[href^='https']").first.evaluate(
        "(link) => getComputedStyle(link, '::after').content"
    )
    assert "https://" in address_shown
    context.close()


def test_print_from_a_dark_screen_is_on_white_and_leaves_the_screen_as_it_was(browser: Browser, address: str) -> None:
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto(f"{address}{SLUG}/?for=executive")
    state = "[document.querySelectorAll('details:not([open])').length, document.body.dataset.mdColorScheme]"
    before = page.evaluate(state)
    page.evaluate(f"addEventListener('beforeprint', () => {{ window.printed = {state}; }})")
    page.pdf()
    assert page.evaluate("window.printed") == [0, "default"]
    assert page.evaluate(state) == before
    assert before[0] > 5
    assert before[1] == "slate"
    context.close()


# The ten-second view.


def longest() -> list[Entry]:
    """The entries whose ten-second view holds most."""

    def size(item: Entry) -> int:
        check, fix = item.confirm[0], next(iter(item.fixes.values()))
        return sum(map(len, (item.title, item.summary, check.ask, check.run or "", fix.do, fix.code or "")))

    return sorted(load_book(ROOT)[0].entries.values(), key=size)[-4:]


@pytest.mark.parametrize(("width", "height", "screens"), [(1280, 800, 1.0), (390, 844, 1.5)])
def test_ten_second_view_of_the_longest_entries_fits(
    browser: Browser, address: str, width: int, height: int, screens: float
) -> None:
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    low = {}
    for item in longest():
        page.goto(f"{address}{item.slug}/", wait_until="domcontentloaded")
        low[item.slug] = page.locator("#quick").evaluate("(quick) => quick.getBoundingClientRect().bottom")
        assert page.locator("#quick pre").count() >= 2
    assert {slug: bottom for slug, bottom in low.items() if bottom > height * screens} == {}
    context.close()


# "It did not work for me".


def test_the_site_opens_the_form_of_its_repository_with_the_commit_that_it_is_of(site: Path) -> None:
    commit = commit_of(ROOT)
    book = f"{__version__}+%28{commit[:7]}%29" if commit else __version__
    page = (site / SLUG / "index.html").read_text("utf-8")
    assert f'href="{REPO}/issues/new?template=did-not-work.yml&amp;' in page
    assert f"&amp;fix=array&amp;book={book}&amp;" in page
