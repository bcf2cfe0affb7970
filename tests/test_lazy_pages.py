"""What `faultbook.pages` gives is loaded when it is asked for, so that a site in which nothing changed is quick."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import faultbook.pages


def test_each_name_is_there():
    for name in faultbook.pages.__all__:
        assert getattr(faultbook.pages, name) is not None
    # A module of the name would take its place when it is loaded.
    assert not {*faultbook.pages.__all__} & {module.name for module in pkgutil.iter_modules(faultbook.pages.__path__)}
    assert not hasattr(faultbook.pages, "no_such_name")


def test_the_plugin_loads_nothing_that_only_a_page_needs():
    script = "import sys, faultbook_mkdocs.plugin; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not {"pydantic", "pygments", "bs4", "cmarkgfm", "nh3", "faultbook.book", "faultbook.checking"} & {*loaded}
