"""Answers of the search, from the module that the page's worker uses, under Node."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from diagnosing import node_program

QUERIES = Path(__file__).parent / "queries.yaml"


@pytest.fixture(scope="session")
def ask(site: Path) -> Callable[..., list[dict[str, Any]]]:
    """What the whole book's search answers to queries."""

    def answers(*queries: str) -> list[dict[str, Any]]:
        command = [node_program(), str(Path(__file__).parent.parent / "node/search.mjs")]
        request = json.dumps({"site": str(site), "queries": queries})
        done = subprocess.run(command, input=request, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, done.stderr
        found: list[dict[str, Any]] = json.loads(done.stdout)
        return found

    return answers


@pytest.fixture(scope="session")
def queries() -> list[dict[str, str]]:
    """The forty queries of readers, each with the entry that must come first."""
    listed: list[dict[str, str]] = yaml.safe_load(QUERIES.read_text("utf-8"))
    return listed
