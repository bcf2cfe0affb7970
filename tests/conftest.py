"""Options of the test run."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="record the golden pages anew")


#: A book of faults: its parts are read by the rules' tests, never run.
collect_ignore = ["bad_entries"]
