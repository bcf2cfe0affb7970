"""The preview of an entry: what its author sees in the browser while the files are written."""

import contextlib
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest
import yaml
from builders import values
from page_driver import watched
from playwright.sync_api import expect
from site_build import CHROMIUM, ROOT
from small_book import SLUG, write_book

from faultbook.book import load_book, reread
from faultbook.signatures.compiled import compile_signatures, to_json
from faultbook.signatures.matcher import explain

FILE = f"entries/{SLUG}.yaml"
TWO_LINES = ["widget <name:word> stopped at step <step:int>", "its tank holds <left:int> drops of oil"]


def write(root, **changes):
    (root / FILE).write_text(yaml.safe_dump(values(**changes), sort_keys=False), encoding="utf-8")


@pytest.fixture
def root(tmp_path):
    """A book of one entry with the site's configuration beside it."""
    for name in ("docs", "site_plugins/faultbook_mkdocs/overrides"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    return write_book(tmp_path)


@contextlib.contextmanager
def preview(root, *arguments):
    """Run the command as an author does, and give its process and the address that it prints."""
    command = [sys.executable, "-m", "faultbook.cli", "preview", "widget", "--port", "0", "--no-open", *arguments]
    process = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        said = process.stdout.readline()
        assert said.startswith("http://127.0.0.1:"), said + process.stderr.read()
        yield process, said.split()[0]
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=60)


def get(address, path="", **headers):
    with urllib.request.urlopen(urllib.request.Request(address + path, headers=headers), timeout=60) as answer:
        return answer.read().decode()


def until(address, words, seconds=60):
    """Return the page when it holds *words*."""
    start = time.monotonic()
    while words not in (page := get(address)):
        assert time.monotonic() - start < seconds, page.partition('fb-desk"')[2][:2000]
        time.sleep(0.05)
    return page


def test_the_page_stands_in_the_sites_look_with_its_problems_at_the_top_each_linked_to_its_section(root):
    with preview(root) as (_, address):
        page = until(address, "6 problems")

    assert 'data-md-color-scheme="default"' in page
    assert "assets/faultbook.css" in page
    problems = page[page.index('id="desk-problems"') : page.index("</section>", page.index('id="desk-problems"'))]
    assert '<a href="#signature">no signature has a near miss</a>' in problems
    assert '<a href="#fix-oil">no source supports &#39;fixes.oil&#39;</a>' in problems
    line = 1 + (root / FILE).read_text("utf-8").split("\n").index("signatures:")
    assert f"<code>{FILE}:{line}:1</code> no-near-miss" in problems
    assert "Hint: add near_misses to one: text, is (an id, healthy or unlisted), because" in problems
    assert page.index("desk-problems") < page.index("fb-quick")


def test_what_is_saved_shows_and_the_browser_is_told(root):
    with preview(root) as (_, address):
        until(address, "6 problems")
        host = address.removeprefix("http://").partition("/")[0]
        events = http.client.HTTPConnection(host, timeout=60)
        events.request("GET", "/preview/events?version=1")
        answer = events.getresponse()
        assert answer.getheader("Content-Type") == "text/event-stream; charset=utf-8"
        write(root, title="The widget stops without oil")
        told = []
        while "event: page\n" not in told:
            told.append(answer.readline().decode())
        assert answer.readline().decode() == 'data: {"version": 2}\n'
        assert "The widget stops without oil" in get(address)
        events.close()


@pytest.mark.parametrize(
    ("file", "text", "shown"),
    [
        (f"snippets/{SLUG}/reproduce.py", "# not a part\n", f"<code>snippets/{SLUG}/reproduce.py:1:1</code> part"),
        (f"evidence/{SLUG}/reproduce@cpu.json", "{}\n", f"<code>evidence/{SLUG}/reproduce@cpu.json:"),
    ],
)
def test_a_part_or_a_record_that_is_saved_is_checked_too(root, file, text, shown):
    (root / file).parent.mkdir(parents=True, exist_ok=True)
    with preview(root) as (_, address):
        until(address, "6 problems")
        (root / file).write_text(text)
        until(address, shown)


def test_a_file_that_cannot_be_read_shows_why_and_where_until_it_can(root):
    good = (root / FILE).read_text("utf-8")
    with preview(root) as (_, address):
        until(address, "6 problems")
        (root / FILE).write_text("title: <b>: [\n")
        page = until(address, f"<code>{FILE}:1:11</code> document")
        assert "The page comes back when the file can be read." in page
        assert "title: &lt;b&gt;: [" in page
        (root / FILE).unlink()
        until(address, "This file is gone")
        (root / FILE).write_text(good)
        until(address, "6 problems")


def test_another_entry_that_a_link_leads_to_is_shown_and_said_not_to_be_checked(root):
    (root / "entries/memory/gear.yaml").write_text(yaml.safe_dump(values(title="The gear jams"), sort_keys=False))
    with preview(root) as (_, address):
        page = get(address.replace("widget", "gear"))

    assert "The gear jams" in page
    assert f'Not checked here: the preview is of <a href="/{SLUG}/">{SLUG}</a>' in page


def test_only_this_machine_and_only_files_of_the_site_are_answered(root):
    with preview(root) as (_, address):
        base = address.removesuffix(f"{SLUG}/")
        assert "The widget stops at step 3" in get(base)
        for path in ("mkdocs.yml", "..%2F..%2Fmkdocs.yml", "preview/server.py", "overrides/main.html", "no/page/"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                get(base, path)
        with pytest.raises(urllib.error.HTTPError, match="403"):
            get(base, Host="attacker.example:80")
        listening = subprocess.run(["ss", "-Hltn"], capture_output=True, text=True, check=False).stdout
        port = base.rstrip("/").rpartition(":")[2]
        assert all(line.split()[3] == f"127.0.0.1:{port}" for line in listening.splitlines() if f":{port} " in line)


@pytest.mark.parametrize("whole", [False, True], ids=["idle", "while-the-rules-are-asked"])
def test_control_c_ends_it_cleanly_with_a_tab_open(root, whole):
    if whole:
        shutil.copytree(ROOT / "entries", root / "entries", dirs_exist_ok=True)
    with preview(root) as (process, address):
        get(address)
        tab = urllib.request.urlopen(address.removesuffix(f"{SLUG}/") + "preview/events?version=1", timeout=60)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        tab.close()

    assert (process.returncode, out.strip(), err) == (0, "", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["widgte"], "faultbook: no entry 'widgte'; did you mean 'widget'?\n"),
        (["--port", "99999", "widget"], "99999 is not in the range"),
    ],
)
def test_wrong_use_is_told_in_one_line(root, arguments, message):
    command = [sys.executable, "-m", "faultbook.cli", "preview", *arguments]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=60)

    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_that_is_taken_and_a_book_without_a_site_are_told_in_one_line(root):
    with preview(root) as (_, address):
        port = address.split("/")[2].partition(":")[2]
        command = [sys.executable, "-m", "faultbook.cli", "preview", "widget"]
        taken = subprocess.run([*command, "--port", port], cwd=root, capture_output=True, text=True, check=False)
    (root / "mkdocs.yml").unlink()
    without = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)

    assert (
        taken.stderr
        == f"faultbook: port {port} cannot be used: address already in use; leave --port out for a free one\n"
    )
    assert without.stderr == f"faultbook: no mkdocs.yml in {root}; the preview takes the site's look from it\n"
    assert (taken.returncode, without.returncode) == (2, 2)


def test_reading_one_file_anew_gives_the_book_that_reading_all_gives(root):
    write(root, title="The widget stops without oil")
    before, _ = load_book(root)
    for change in ("title: [\n", yaml.safe_dump(values(title="The widget stops again")), None):
        (root / FILE).unlink() if change is None else (root / FILE).write_text(change)
        one, problems = reread(before, FILE)
        whole, found = load_book(root)
        assert (dict(one.entries), problems) == (dict(whole.entries), found)
        assert one.documents.keys() == whole.documents.keys()


@pytest.mark.parametrize(
    ("log", "where"),
    [
        ("nothing of it\n", "left > 0"),
        ("widget a stopped at step 3\nother\n", "left > 0"),
        ("its tank holds 4 drops of oil\nwidget a stopped at step 3\n", "left > 0"),
        ("widget a stopped at step 3\nits tank holds 4 drops of oil\n", "left > 0"),
        ("widget a stopped at step 3\nits tank holds 0 drops of oil\n", "left > 0"),
        ("widget a stopped at step 3\nits tank holds 2 drops of oil\n", "left > step"),
        ("widget a stopped at step 3\n" + "-\n" * 30 + "its tank holds 4 drops of oil\n", "left > 0"),
    ],
)
def test_the_browser_says_of_a_signature_where_it_stops_as_the_command_does(root, log, where):
    write(root, signatures={"message": {**values()["signatures"]["message"], "lines": TWO_LINES, "where": [where]}})
    (signature,) = compile_signatures(load_book(root)[0].entries.values())
    content = json.dumps([to_json([signature])["signatures"], log])
    module = (ROOT / "site_plugins/faultbook_mkdocs/preview/tried.js").as_uri()
    script = f"import {{ tried }} from '{module}'; console.log(JSON.stringify(tried(...{content})))"
    done = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, text=True, check=True)
    (found,) = json.loads(done.stdout)
    told = explain(signature, log.encode())

    assert bool(found["matches"]) == (told is None)
    if told is not None:
        assert found["captures"] == dict(told.captures)
        assert (told.missing or told.failed or "") in found["reason"]


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="Chromium is not installed")
def test_a_log_is_tried_as_it_is_pasted_and_kept_when_the_page_reloads_on_saving(root, browser):
    errors, foreign = [], []
    with preview(root) as (_, address):
        page = watched(browser.new_context(viewport={"width": 390, "height": 844}), errors)
        page.on("request", lambda r: None if r.url.startswith((address[:17], "blob:")) else foreign.append(r.url))
        page.goto(address)
        expect(page.locator("#desk-problems")).to_contain_text("6 problems")
        page.click("#desk-try summary")
        page.fill("#desk-text", "started\nERROR widget stopped at step 3\n")
        expect(page.locator(".fb-desk-match")).to_contain_text("message matches once")
        expect(page.locator(".fb-desk-match")).to_contain_text("line 2step = 3")
        expect(page.locator(".fb-desk-whole")).to_contain_text("This entry is named first.")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

        lines = ["widget halted at step <step:int>"]
        write(root, signatures={"message": {**values()["signatures"]["message"], "lines": lines}})
        expect(page.locator(".fb-desk-stop")).to_contain_text(f"no line matches '{lines[0]}'")
        expect(page.locator("#desk-text")).to_have_value("started\nERROR widget stopped at step 3\n")
        expect(page.locator(".fb-desk-whole")).to_contain_text("This entry is not named.")
        page.select_option("#desk-pick", label="sample 1 of message")
        expect(page.locator("#desk-text")).to_have_value("ERROR widget stopped at step 3")

    assert (errors, foreign) == ([], [])


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="Chromium is not installed")
def test_the_page_says_that_the_preview_has_ended(root, browser):
    with preview(root) as (process, address):
        page = browser.new_page()
        page.goto(address)
        expect(page.locator("#desk-problems")).to_contain_text("6 problems")
        process.send_signal(signal.SIGINT)
        expect(page.locator("#desk-status")).to_contain_text("The preview has ended")
