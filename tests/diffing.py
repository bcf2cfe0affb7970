"""A book under git, changed and compared: what the tests of differences share."""

import subprocess

import yaml
from builders import values
from small_book import SLUG, write_book
from typer.testing import CliRunner

from faultbook.cli import app

__all__ = ["LABEL", "LOG", "commit", "diff", "git", "make_repository", "signature", "unlike", "write"]

LOG = "benchmarks/diagnosis/cases/widget-stops"
LABEL = {"entry": SLUG, "verdict": "diagnosed"}


def git(root, *arguments):
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    return subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True, text=True).stdout


def commit(root):
    git(root, "add", "-A")
    git(root, "commit", "-qm", "x")


def diff(root, *arguments):
    """Return what the command answers; in this process, since most of a command's time is its start."""
    return CliRunner().invoke(app, ["diff", "--root", str(root), *arguments])


def write(root, slug, **changes):
    file = root / "entries" / f"{slug}.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(yaml.safe_dump(values(**changes), sort_keys=False), encoding="utf-8")


def signature(line, text):
    message = values()["signatures"]["message"]
    return {"message": {**message, "lines": [line], "samples": [{"text": text, "origin": {"part": "reproduce"}}]}}


def unlike(word):
    """Return changes that make an entry of *word* another one, and no new name of the smallest."""
    fields = dict.fromkeys(("cause", "scale", "summary"), f"{word}.")
    perspectives = dict.fromkeys(("executive", "engineer", "on_call"), f"{word}.")
    lists = {"prevention": [f"{word}."], "symptoms": [{"see": f"{word}.", "because": f"{word}."}]}
    text = f"the {word} is broken"
    return (
        {"title": f"The {word} breaks", "signatures": signature(text, text), "perspectives": perspectives}
        | fields
        | lists
    )


def make_repository(tmp_path):
    """A committed book of one entry, with a log that it knows, one that it does not, and a healthy one."""
    root = write_book(tmp_path)
    for name, text in (("widget-stops", "ERROR widget stopped at step 3\n"), ("gear-jams", "ERROR gear jammed at 7\n")):
        case = root / "benchmarks/diagnosis/cases" / name
        case.mkdir(parents=True)
        (case / "job.log").write_text(f"started\n{text}", encoding="utf-8")
        label = LABEL if name == "widget-stops" else {"entry": "memory/gear", "verdict": "diagnosed"}
        (case / "label.yaml").write_text(yaml.safe_dump(label), encoding="utf-8")
    (root / "tests/benign").mkdir(parents=True)
    (root / "tests/benign/fine.log").write_text(
        "warming up the widget cache\nstep 1 loss 2.0\ndone\n", encoding="utf-8"
    )
    git(root, "init", "-q", "-b", "main")
    commit(root)
    return root
