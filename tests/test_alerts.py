"""The alert rules that the book exports are read by Prometheus' own checker."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from faultbook.book import load_book
from faultbook.pages import exports
from faultbook.snippets.gate import gate

ROOT = Path(__file__).parent.parent


def test_every_alert_of_the_book_is_exported_and_promtool_accepts_the_file(tmp_path):
    promtool = shutil.which("promtool")
    if promtool is None:
        assert not os.environ.get("CI"), "CI checks the alert rules by promtool"
        pytest.skip("promtool is not installed")
    book, _ = load_book(ROOT)
    file = tmp_path / "alerts.yml"
    file.write_text(exports(book, gate(book), "https://example.org/")["alerts.yml"], encoding="utf-8")
    result = subprocess.run([promtool, "check", "rules", str(file)], capture_output=True, text=True, check=False)

    assert result.returncode == 0, result.stdout + result.stderr
    names = [rule["alert"] for group in yaml.safe_load(file.read_text())["groups"] for rule in group["rules"]]
    assert sorted(names) == sorted(item.alert for entry in book.entries.values() for item in entry.monitor)
    assert names
