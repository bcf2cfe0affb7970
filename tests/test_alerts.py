"""The alert rules that the book exports are read by Prometheus' own checker, and each case of an entry is run by it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from builders import book, entry

from faultbook.book import load_book
from faultbook.exports.alerts import as_kubernetes, as_prometheus, as_tests
from faultbook.rules.alerts import metric_names

ROOT = Path(__file__).parent.parent
ADDRESS = "https://example.org/"


@pytest.fixture(scope="module")
def entries():
    return tuple(load_book(ROOT)[0].entries.values())


@pytest.fixture(scope="module")
def promtool():
    found = shutil.which("promtool")
    if found is None:
        assert not os.environ.get("CI"), "CI checks the alert rules by promtool"
        pytest.skip("promtool is not installed")

    def run(folder, *arguments):
        return subprocess.run([found, *arguments], capture_output=True, text=True, check=False, cwd=folder)

    return run


def write(folder, entries, address=ADDRESS):
    (folder / "alerts.yml").write_text(as_prometheus(entries, address), encoding="utf-8")
    (folder / "alerts.test.yml").write_text(as_tests(entries, address), encoding="utf-8")


def test_every_alert_of_the_book_is_exported_and_promtool_accepts_the_file(tmp_path, entries, promtool):
    write(tmp_path, entries)
    result = promtool(tmp_path, "check", "rules", "alerts.yml")

    assert result.returncode == 0, result.stdout + result.stderr
    groups = yaml.safe_load((tmp_path / "alerts.yml").read_text())["groups"]
    names = [rule["alert"] for group in groups for rule in group["rules"]]
    assert sorted(names) == sorted(item.alert for item in (item for each in entries for item in each.monitor))
    assert names


def test_every_alert_fires_on_its_case_and_stays_silent_on_the_other(tmp_path, entries, promtool):
    write(tmp_path, entries)
    result = promtool(tmp_path, "test", "rules", "alerts.test.yml")

    assert result.returncode == 0, result.stdout + result.stderr
    tests = yaml.safe_load((tmp_path / "alerts.test.yml").read_text())["tests"]
    alerts = [item.alert for each in entries for item in each.monitor]
    assert [test["name"] for test in tests] == [
        text for alert in alerts for text in (f"{alert} fires", f"{alert} stays silent")
    ]
    expected = [bool(test["alert_rule_test"][0]["exp_alerts"]) for test in tests]
    assert expected == [True, False] * len(alerts)


def test_promtool_refuses_cases_that_are_the_wrong_way_round(tmp_path, entries, promtool):
    """The firing series under 'silent' and the silent ones under 'fires': each of the two fails, for every alert."""
    swapped = []
    for each in entries:
        monitor = tuple(
            item.model_copy(
                update={
                    "fires": item.fires.model_copy(update={"series": item.silent.series, "at": item.silent.at}),
                    "silent": item.silent.model_copy(update={"series": item.fires.series, "at": item.fires.at}),
                }
            )
            for item in each.monitor
        )
        swapped.append(each.model_copy(update={"monitor": monitor}))
    write(tmp_path, swapped)
    result = promtool(tmp_path, "test", "rules", "alerts.test.yml")

    assert result.returncode == 1
    count = sum(len(each.monitor) for each in entries)
    assert (result.stdout + result.stderr).count("    alertname: ") == 2 * count


def test_without_an_address_no_alert_links_to_a_page(entries):
    rules = [rule for group in yaml.safe_load(as_prometheus(entries, ""))["groups"] for rule in group["rules"]]
    assert all("runbook_url" not in rule["annotations"] for rule in rules)
    rules = [rule for group in yaml.safe_load(as_prometheus(entries, ADDRESS))["groups"] for rule in group["rules"]]
    assert all(rule["annotations"]["runbook_url"].startswith(ADDRESS) for rule in rules)


def test_the_resource_for_the_operator_holds_the_same_groups(entries):
    resource = yaml.safe_load(as_kubernetes(entries, ADDRESS))
    assert (resource["apiVersion"], resource["kind"]) == ("monitoring.coreos.com/v1", "PrometheusRule")
    assert resource["spec"]["groups"] == yaml.safe_load(as_prometheus(entries, ADDRESS))["groups"]


def test_braces_in_a_text_reach_the_alert_as_they_are(tmp_path, promtool):
    hostile = entry(
        title="The widget says {{ $value }} and `{{` in its log",
        monitor=[
            {
                "alert": "WidgetDry",
                "expr": "oil_level == 0",
                "because": "It says {{ so }} and }} too.",
                "metrics": [{"name": "oil_level", "exporter": "oiler", "versions": ">=1.0"}],
                "fires": {"series": {"oil_level": "0x40"}, "alerts": [{}]},
                "silent": {"series": {"oil_level": "1x40"}},
            }
        ],
    )
    write(tmp_path, book(hostile).entries.values())
    result = promtool(tmp_path, "test", "rules", "alerts.test.yml")
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("expression", "names"),
    [
        ("up", ("up",)),
        ('rate(a_total{b="c d",e=~"f|g"}[5m]) > 0', ("a_total",)),
        ("sum by (model) (x) / on (host) group_left (zone) y", ("x", "y")),
        ("a unless a offset 10m or b == 1e5", ("a", "b")),
        ("histogram_quantile(0.99, sum by (le) (rate(vllm:e2e_seconds_bucket[5m])))", ("vllm:e2e_seconds_bucket",)),
        ('{__name__="odd", job="x"} > bool 2', ("odd",)),
        ("a # b\n+ c", ("a", "c")),
    ],
)
def test_metrics_of_an_expression_are_its_selectors_and_no_function_label_or_word(expression, names):
    assert metric_names(expression) == names
