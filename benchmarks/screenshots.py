"""Render every kind of page in four variants into build/screenshots, with an index to look through them.

$ python benchmarks/screenshots.py [SITE]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from site_build import BROWSER_FLAGS, CHROMIUM, kinds, serve  # noqa: E402 -- the tests' own way to serve a site

WIDTHS = (1280, 390)
SCHEMES = ("light", "dark")
LOG = ROOT / "incidents/ddp-one-rank-skips-a-branch/train.log"
STYLE = """<style>
body { font: 16px system-ui; margin: 1rem }
div { display: flex; gap: 1rem; align-items: start }
img { max-width: 40vw; max-height: 80vh; border: 1px solid #999 }
</style>"""
TO = ROOT / "build/screenshots"


def main(site: Path) -> None:
    """Take the pictures and write the index."""
    TO.mkdir(parents=True, exist_ok=True)
    pages = kinds(site)
    names = [*pages, "diagnosis"]
    with serve(site) as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=BROWSER_FLAGS)
        for width, scheme in product(WIDTHS, SCHEMES):
            context = chromium.new_context(
                viewport={"width": width, "height": 844}, color_scheme=scheme, reduced_motion="reduce"
            )
            page = context.new_page()
            for name in names:
                page.goto(address + pages.get(name, "diagnose/"))
                if name == "diagnosis":
                    page.fill("#fb-text", LOG.read_text("utf-8"))
                    page.click("#fb-go")
                    page.wait_for_selector("#fb-verdict")
                page.screenshot(path=TO / _file(name, width, scheme), full_page=True)
            context.close()
        chromium.close()
    (TO / "index.html").write_text(_index(names), encoding="utf-8")
    print(f"{len(names) * 4} pictures: {TO.relative_to(ROOT)}/index.html")


def _file(name: str, width: int, scheme: str) -> str:
    return f"{name}-{width}-{scheme}.png"


def _index(names: list[str]) -> str:
    rows = "".join(f"<h2>{name}</h2><div>{''.join(_pictures(name))}</div>\n" for name in names)
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots</title>{STYLE}\n{rows}</html>\n'


def _pictures(name: str) -> Iterator[str]:
    for width, scheme in product(WIDTHS, SCHEMES):
        file = _file(name, width, scheme)
        yield f'<a href="{file}"><img src="{file}" alt="{name}, {width} px, {scheme}"></a>'


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "site")
