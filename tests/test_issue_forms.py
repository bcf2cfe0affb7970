"""What GitHub is given: the form that asks for an entry, and where bugs of other software go."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

FOLDER = Path(__file__).parent.parent / ".github" / "ISSUE_TEMPLATE"
FORMS = sorted(file for file in FOLDER.glob("*.yml") if file.name != "config.yml")


@pytest.mark.parametrize("file", [*FORMS, FOLDER / "config.yml"], ids=lambda file: file.name)
def test_a_form_is_one_that_github_takes(file):
    schema = "vendor.github-issue-config" if file.name == "config.yml" else "vendor.github-issue-forms"
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    assert done.returncode == 0, done.stdout


def test_a_request_for_an_entry_asks_for_the_message_and_versions_and_for_no_more():
    form = yaml.safe_load((FOLDER / "entry-request.yml").read_text("utf-8"))
    asked = {item["id"]: item.get("validations", {}).get("required", False) for item in form["body"]}

    assert asked == {"log": True, "versions": True, "cause": False}
