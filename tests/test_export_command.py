"""``faultbook export`` as its users call it: what it writes, exit codes, one-line messages for wrong use."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from small_book import write_book

MONITOR = [
    {
        "alert": "WidgetDry",
        "expr": "oil_level == 0",
        "because": "The gauge of the tank.",
        "metrics": [{"name": "oil_level", "exporter": "oiler", "versions": ">=1.0"}],
        "fires": {"series": {"oil_level": "1x5 0x30"}, "alerts": [{}]},
        "silent": {"series": {"oil_level": "1x40"}},
    }
]


def export(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "faultbook.cli", "export", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_book(tmp_path_factory.mktemp("book"), monitor=MONITOR)


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book without an alert."""
    return write_book(tmp_path_factory.mktemp("quiet"))


def test_alerts_are_a_rule_file_for_prometheus(root: Path) -> None:
    done = export("alerts", cwd=root)
    assert (done.returncode, done.stderr) == (0, "")
    (group,) = yaml.safe_load(done.stdout)["groups"]
    assert (group["name"], group["rules"][0]["alert"]) == ("memory/widget", "WidgetDry")
    assert "runbook_url" not in group["rules"][0]["annotations"]


def test_an_address_makes_links(root: Path) -> None:
    done = export("alerts", "--address", "https://faultbook.example", cwd=root)
    (group,) = yaml.safe_load(done.stdout)["groups"]
    assert group["rules"][0]["annotations"]["runbook_url"] == "https://faultbook.example/memory/widget/"


def test_alerts_for_kubernetes_are_a_resource(root: Path) -> None:
    done = export("alerts", "widget", "--format", "kubernetes", cwd=root)
    assert yaml.safe_load(done.stdout)["kind"] == "PrometheusRule"


def test_a_file_is_written_where_it_is_asked_for(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "alerts.test.yml"
    done = export("alert-tests", "-o", file, cwd=root)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", f"wrote {file}\n")
    assert [test["name"] for test in yaml.safe_load(file.read_text())["tests"]] == [
        "WidgetDry fires",
        "WidgetDry stays silent",
    ]


def test_entries_come_as_json_one_a_line(root: Path) -> None:
    done = export("json", cwd=root)
    (line,) = done.stdout.splitlines()
    content = json.loads(line)
    assert (content["slug"], content["url"], content["proven"]) == ("memory/widget", "memory/widget/", False)
    assert [part["name"] for part in content["parts"]] == ["fix_oil", "reproduce"]


def test_only_what_is_proven_comes_when_that_is_asked(root: Path) -> None:
    assert export("json", "--proven", cwd=root).stdout == ""
    assert json.loads(export("index", "--proven", cwd=root).stdout)["entries"] == []


@pytest.mark.parametrize("what", ["markdown", "llms", "index", "signatures"])
def test_each_kind_names_the_entry(root: Path, what: str) -> None:
    done = export(what, "memory/widget", cwd=root)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The widget stops at step 3" in done.stdout
    assert export(what, "memory/widget", cwd=root).stdout == done.stdout


def test_a_book_without_an_alert_has_no_rules_to_write(quiet: Path, tmp_path: Path) -> None:
    done = export("alerts", "-o", tmp_path / "alerts.yml", cwd=quiet)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "faultbook: no chosen entry has an alert\n")
    assert not (tmp_path / "alerts.yml").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("json", "wigdet"), "no entry 'wigdet'; did you mean 'widget'?"),
        (("json", "memory/nothing"), "no entry 'memory/nothing'; list them with: faultbook explain"),
        (("json", "hardware/widget"), "no entry 'hardware/widget'; did you mean 'widget'?"),
        (("index", "--format", "kubernetes"), "--format is for alerts; index has one form"),
        (("alerts", "--address", "faultbook.example"), "'faultbook.example' is no address; write it with https://"),
        (("index", "-o", "no/such/folder/x"), "cannot write no/such/folder/x: No such file or directory"),
        (("index", "--root", "nowhere"), "nowhere holds no folder entries/"),
    ],
)
def test_wrong_use_is_said_in_one_line(root: Path, arguments: tuple[str, ...], message: str) -> None:
    done = export(*arguments, cwd=root)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"faultbook: {message}\n")
