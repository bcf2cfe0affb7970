"""Options of the test run, and what many tests share: the whole book's site, built once, and a browser."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright
from site_build import BROWSER_FLAGS, CHROMIUM, REPO, ROOT, build, serve


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="record the golden pages anew")


# Whoever runs the tests in the background has Ctrl-C ignored, and so would the commands that a test ends by it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

#: How long a page may take over what a test waits for: as long as a busy machine with two cores might need, since a
#: wait ends as soon as what it waits for is there.
PATIENCE = 60_000  # milliseconds
expect.set_options(timeout=PATIENCE)

#: How long an example takes says more of the machine than of what it shows.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """In CI, give a browser's test that fails a second try: the summary lists it as RERUN, and two failures fail."""
    if os.environ.get("CI"):
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.flaky(reruns=1))


#: A book of faults: its parts are read by the rules' tests, never run.
collect_ignore = ["bad_entries"]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The whole book's site, built as a reader of the README builds it, once for all workers; never write into it."""
    base = tmp_path_factory.getbasetemp()
    to = (base if worker_id == "master" else base.parent) / "whole-site"
    with FileLock(f"{to}.lock"):
        if not to.is_dir():
            done = build(ROOT, to, FAULTBOOK_PUBLISH="all", REPO=REPO)
            assert done.returncode == 0, done.stdout + done.stderr
    return to


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where that site is served, with a slash at the end."""
    with serve(site) as at:
        yield at


# What a private window of Firefox has: no service worker. With one, each new context would fetch the whole shell.
_NO_WORKER = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without service workers unless a context is made with ``service_workers="allow"``."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=BROWSER_FLAGS)
        make = chromium.new_context

        def new_context(**options: Any) -> BrowserContext:
            context = make(**options)
            context.set_default_timeout(PATIENCE)
            if options.get("service_workers") != "allow":
                context.add_init_script(_NO_WORKER)
            return context

        chromium.new_context = new_context  # type: ignore[method-assign]
        yield chromium
        chromium.close()
