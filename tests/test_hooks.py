"""The hooks, run by pre-commit itself on a repository of one entry."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from builders import values
from small_book import SLUG, write_book

ROOT = Path(__file__).parent.parent
MANIFEST = ROOT / ".pre-commit-hooks.yaml"
HOOKS = {hook["id"]: hook for hook in yaml.safe_load(MANIFEST.read_text("utf-8"))}
BIN = Path(sys.executable).parent


def pre_commit(*arguments, cwd=ROOT, home):
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    command = [sys.executable, "-m", "pre_commit", *map(str, arguments)]
    environment = {**os.environ, "PATH": path, "PRE_COMMIT_HOME": str(home / "pre-commit"), "PRE_COMMIT_COLOR": "never"}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=120)


def without_fault():
    """Return what the smallest entry needs to pass every rule."""
    claims = ["cause", "affects", "symptoms", "scale", "prevention", "fixes.oil"]
    sources = [{**values()["sources"][0], "supports": claims}]
    misses = [{"text": "widget stopped by its owner", "is": "healthy", "because": "It names no step."}]
    message = {**values()["signatures"]["message"], "near_misses": misses}
    return {"sources": sources, "signatures": {"message": message}}


@pytest.fixture
def book(tmp_path):
    """A book under git whose hooks are those that the manifest gives to others."""
    root = write_book(tmp_path / "book", **without_fault())
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    # 'python' would install the package anew; here it is installed, so the entry point is on the path.
    hooks = [{**hook, "language": "system"} for hook in HOOKS.values()]
    (root / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": [{"repo": "local", "hooks": hooks}]}))
    return root


def run(book, hook, *files):
    subprocess.run(["git", "add", "-A"], cwd=book, check=True)
    return pre_commit("run", hook, "--files", *files, cwd=book, home=book.parent)


def test_the_manifest_and_this_repositorys_own_configuration_are_valid(tmp_path):
    assert pre_commit("validate-manifest", MANIFEST, home=tmp_path).returncode == 0
    assert pre_commit("validate-config", ROOT / ".pre-commit-config.yaml", home=tmp_path).returncode == 0


def test_this_repositorys_hooks_are_those_that_it_gives_to_others():
    own = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"][0]["hooks"]
    told = {hook["id"]: {key: hook[key] for key in hook if key != "description"} for hook in HOOKS.values()}
    mine = {hook["id"]: {**hook, "language": "python"} for hook in own if hook["id"] in told}

    assert {id_: {**hook, "entry": hook["entry"].removeprefix(".venv/bin/")} for id_, hook in mine.items()} == told


@pytest.mark.parametrize("file", [f"entries/{SLUG}.yaml", f"snippets/{SLUG}/reproduce.py"])
def test_an_entry_without_a_fault_passes_by_its_file_and_by_its_part(book, file):
    done = run(book, "faultbook-check", file)

    assert done.returncode == 0, done.stdout
    assert "Passed" in done.stdout


def test_a_file_that_is_of_no_entry_is_not_checked(book):
    (book / "entries/memory/notes.txt").write_text("no entry\n")

    assert "(no files to check)Skipped" in run(book, "faultbook-check", "entries/memory/notes.txt").stdout


@pytest.mark.parametrize("file", [f"entries/{SLUG}.yaml", f"snippets/{SLUG}/reproduce.py"])
def test_a_fault_of_the_entry_or_of_its_part_stops_the_commit_and_names_its_place(book, file):
    fault = {"entries": ("severity: high", "severity: hihg"), "snippets": ("timeout", "timeuot")}[
        file.partition("/")[0]
    ]
    text = (book / file).read_text("utf-8").replace("[tool.faultbook]\n", "[tool.faultbook]\n# timeout = 60\n", 1)
    assert fault[0] in text
    (book / file).write_text(text.replace(*fault), "utf-8")
    done = run(book, "faultbook-check", file)

    assert done.returncode == 1
    assert f"\n{file}:" in done.stdout, done.stdout
    assert "hint: did you mean" in done.stdout


def test_a_generated_file_that_is_behind_stops_the_commit_and_names_the_repair(book):
    behind = run(book, "faultbook-generated", f"entries/{SLUG}.yaml")
    subprocess.run([BIN / "faultbook", "generate"], cwd=book, check=True, capture_output=True)
    after = run(book, "faultbook-generated", f"entries/{SLUG}.yaml")

    assert (behind.returncode, after.returncode) == (1, 0)
    assert "run: faultbook generate" in behind.stdout
