"""`faultbook new --from`: what a log gives for a new entry, and what is never done."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from small_book import write_book
from test_diagnose_mask import masked as masked_by_the_page
from typer.testing import CliRunner

from faultbook import mask
from faultbook.book import load_book
from faultbook.checking import check_folder
from faultbook.cli import app
from faultbook.mask import Masker
from faultbook.session import Session
from faultbook.snippets.part import read_parts
from faultbook.software import software_in

ROOT = Path(__file__).parent.parent
LOG = """\
PyTorch version: 2.13.0+cu128
- `transformers` version: 4.55.2
export WANDB_API_KEY=0123456789abcdef0123
[rank1]: Traceback (most recent call last):
[rank1]:   File "/home/alice/run/train.py", line 12, in <module>
[rank1]:     main()
[rank1]:   File "/home/alice/venv/lib/python3.11/site-packages/peft/tuners/lora.py", line 33, in go
[rank1]: ValueError: Mixer layer 7 of /home/alice/models/m1 got 888.00 MiB of unexpected blobs from 10.1.2.3:29500
[rank0]: torch.distributed.DistBackendError: NCCL communicator was aborted on rank 0.
"""


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "crash.log").write_text(LOG)
    return write_book(tmp_path)


def faultbook(root: Path, *arguments: str, typed: str = "") -> Any:
    with contextlib.chdir(root):
        result = CliRunner().invoke(app, list(arguments), input=typed, catch_exceptions=False)
    return SimpleNamespace(returncode=result.exit_code, stdout=result.stdout, stderr=result.stderr)


def values(root: Path, slug: str) -> Any:
    return yaml.safe_load((root / f"entries/{slug}.yaml").read_text())


def test_the_message_that_failed_first_becomes_the_signature_and_its_sample(root):
    result = faultbook(root, "new", "training/mixer-blobs", "--from", "crash.log")

    entry = values(root, "training/mixer-blobs")
    message = entry["signatures"]["message"]
    assert message["lines"] == [
        "ValueError: Mixer layer <int1:int> of <path1:path> got <size1:size> of unexpected blobs from <word1:word>"
    ]
    (sample,) = message["samples"]
    assert sample["text"] == (
        "[rank1]: ValueError: Mixer layer 7 of /home/[user-1]/models/m1 got 888.00 MiB of unexpected blobs"
        " from [address-1]:29500"
    )
    assert sample["captures"] == {
        "int1": "7", "path1": "/home/[user-1]/models/m1", "size1": "888.00 MiB", "word1": "[address-1]:29500",
    }  # fmt: skip
    assert entry["stacks"] == ["nccl", "peft", "pytorch", "transformers"]
    assert entry["affects"] == [
        {"package": "torch", "versions": "==2.13.0"}, {"package": "transformers", "versions": "==4.55.2"},
    ]  # fmt: skip
    assert result.returncode == 0
    assert result.stdout.startswith(
        "from line 8 of crash.log: ValueError: Mixer layer 7 of /home/[user-1]/models/m1 got 888.00 MiB of"
    )
    assert "versions: torch 2.13.0, transformers 4.55.2\n" in result.stdout
    assert "masked: 1 address, 1 user. Read the sample before you commit it" in result.stdout
    assert result.stdout.endswith("and run: faultbook check mixer-blobs\n")


def test_no_secret_address_or_name_of_the_log_stands_in_what_is_written(root):
    faultbook(root, "new", "training/mixer-blobs", "--from", "crash.log")

    written = "".join(file.read_text() for file in root.rglob("*mixer-blobs*/*.py")) + str(
        values(root, "training/mixer-blobs")
    )
    assert not re.search(r"alice|10\.1\.2\.3|0123456789abcdef", written)


def test_nothing_but_what_only_the_author_knows_is_left_to_do(root):
    faultbook(root, "new", "training/mixer-blobs", "--from", "crash.log")
    problems = check_folder(root).problems
    of_new = {
        (p.rule, p.sentence)
        for p in problems
        if "mixer-blobs" in p.place.path and p.rule not in {"unfinished", "unsupported"}
    }

    assert of_new == {("part", "the part is not written yet")}


def test_the_parts_run_and_the_runner_says_that_they_are_not_written(root):
    faultbook(root, "new", "training/mixer-blobs", "--from", "crash.log")
    for part in ("reproduce", "fix_first_fix"):
        file = root / f"snippets/training/mixer-blobs/{part}.py"
        file.write_text(file.read_text().replace('"torch>=2.13", "transformers>=4.55"', ""))
    parts, problems = read_parts(root, "training/mixer-blobs")
    session = Session(load_book(root)[0], lambda _: None)
    steps = session.plan([SimpleNamespace(slug="training/mixer-blobs")], "cpu")  # type: ignore[list-item]
    outcomes = session.run(steps, provision=False, accept=False)

    assert ([part.name for part in parts], problems) == (["fix_first_fix", "reproduce"], ())
    assert [(outcome.state, outcome.reasons) for outcome in outcomes] == [
        ("failed", (f"it is not written yet: snippets/training/mixer-blobs/{name}.py",)) for name in ("fix_first_fix", "reproduce")
    ]  # fmt: skip


def test_the_parts_pass_the_linter_and_the_formatter_whatever_the_message(root, tmp_path):
    for number, message in enumerate(('say """ and \\n', "x" * 300, "tab\there and é…", "$ python x", ">>> 1")):
        (root / "crash.log").write_text(f"Traceback (most recent call last):\nRuntimeError: {message}\n")
        assert faultbook(root, "new", f"training/t{number}", "--from", "crash.log").returncode == 0
        assert read_parts(root, f"training/t{number}")[1] == ()
    ruff = Path(sys.executable).with_name("ruff")
    for command in (["check", "--select", "E,F,W"], ["format", "--check"]):
        done = subprocess.run(
            [ruff, *command, "--line-length", "120", root / "snippets/training"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout


def test_a_log_that_an_entry_knows_is_named_and_nothing_written(root):
    (root / "crash.log").write_text("start\nERROR widget stopped at step 3\n")
    result = faultbook(root, "new", "training/mixer-blobs", "--from", "crash.log")

    assert (result.returncode, result.stdout) == (
        1,
        (
            "memory/widget knows this failure, by line 2 of crash.log:\n  The widget stops at step 3\n\n"
            "read it with: faultbook explain widget\nIf yours is another failure, start its entry with: --anyway\n"
        ),
    )
    assert not (root / "entries/training").exists()


def test_anyway_it_is_started_with_that_entry_as_what_it_may_be_confused_with(root):
    (root / "crash.log").write_text("start\nERROR widget stopped at step 3\n")
    result = faultbook(root, "new", "training/mixer-blobs", "--from", "crash.log", "--anyway")

    text = (root / "entries/training/mixer-blobs.yaml").read_text()
    assert result.returncode == 0
    assert (
        '      # - {text: "ERROR widget stopped at step 3", is: widget, because: ...}  # The widget stops at step 3'
        in text
    )
    assert "#   - {confused_with: widget, because: ...}\n" in text
    assert "  memory/widget: The widget stops at step 3\n    the log shows its signature\n" in result.stdout


def test_an_entry_with_a_like_message_is_a_candidate(root):
    (root / "crash.log").write_text("RuntimeError: the widget has stopped at stage 9 of 12\n")
    result = faultbook(root, "new", "training/mixer-blobs", "--from", "crash.log")

    assert "  memory/widget: The widget stops at step 3\n" in result.stdout


def test_without_a_name_one_is_proposed_and_what_to_type(root):
    result = faultbook(root, "new", "--from", "crash.log")

    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        "faultbook: no AREA/ID given; from the message: faultbook new training/mixer-layer-unexpected-blobs --from crash.log\n"
    )


def test_a_proposed_name_is_free(root):
    for folder in ("entries/training", "entries/data"):
        (root / folder).mkdir()
    (root / "entries/data/mixer-layer-unexpected-blobs.yaml").write_text("title: [\n")
    (root / "entries/retired.yaml").write_text("mixer-layer-unexpected-blobs-2: {reason: merged}\n")

    assert "training/mixer-layer-unexpected-blobs-3 " in faultbook(root, "new", "--from", "crash.log").stderr


def test_neither_a_name_nor_a_log_is_wrong_use(root):
    result = faultbook(root, "new")

    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert result.stderr.startswith("faultbook: no AREA/ID given; write for example: faultbook new memory/")


def test_on_a_terminal_the_name_is_asked_for_until_it_is_one(root):
    pid, descriptor = pty.fork()
    if pid == 0:
        os.chdir(root)
        os.execv(sys.executable, [sys.executable, "-m", "faultbook.cli", "new", "--from", "crash.log"])
    said = b""
    for answer in (b"memroy/x\n", b"memory/widget\n", b"\n"):
        while not said.rstrip(b" ").endswith(b"]:") or said.count(b"]:") == 0:
            said += os.read(descriptor, 4096)
        os.write(descriptor, answer)
        said = b"" if answer != b"\n" else said
        while answer != b"\n" and b"AREA/ID?" not in said:
            said += os.read(descriptor, 4096)
    with contextlib.suppress(OSError):  # the terminal ends with the process
        while piece := os.read(descriptor, 4096):
            said += piece
    _, status = os.waitpid(pid, 0)

    assert os.waitstatus_to_exitcode(status) == 0, said
    assert (root / "entries/training/mixer-layer-unexpected-blobs.yaml").is_file()


def test_a_healthy_log_is_taken_with_a_doubt(root):
    (root / "crash.log").write_text("epoch 1\nerror rate 0.1\nepoch 2 done\n")
    result = faultbook(root, "new", "training/mixer-blobs", "--from", "crash.log")

    assert result.returncode == 0
    assert result.stderr == "The log shows no failure; its last alarming line is taken. Is it the right log?\n"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda root: (root / "crash.log").unlink(), "faultbook: cannot read crash.log: No such file or directory\n"),
        (lambda root: (root / "crash.log").write_bytes(b"\x7fELF\0\0\0"), "faultbook: crash.log is no text\n"),
    ],
)
def test_a_log_that_cannot_be_read_is_one_line(root, make, message):
    make(root)
    result = faultbook(root, "new", "training/mixer-blobs", "--from", "crash.log")

    assert (result.returncode, result.stderr) == (2, message)


def test_a_part_that_is_there_already_stops_it_before_anything_is_written(root):
    file = root / "snippets/training/mixer-blobs/reproduce.py"
    file.parent.mkdir(parents=True)
    file.write_text("mine\n")
    result = faultbook(root, "new", "training/mixer-blobs", "--from", "crash.log")

    assert (result.returncode, file.read_text()) == (2, "mine\n")
    assert result.stderr.endswith("reproduce.py exists already; choose another id\n")
    assert not (root / "entries/training").exists()


# Versions


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        ("PyTorch version: 2.13.0+cu128\n", {"torch": "2.13.0"}),
        ("torch==2.12.1\nvllm==0.9.0.post1\n", {"torch": "2.12.1", "vllm": "0.9.0.post1"}),
        ("numpy                     2.1.3\n", {"numpy": "2.1.3"}),
        ("INFO Initializing a V1 LLM engine (v0.32.0) with config\n", {"vllm": "0.32.0"}),
        ("INFO vLLM API server version 0.9.1\n", {"vllm": "0.9.1"}),
        ("- `transformers` version: 4.55.2\n", {"transformers": "4.55.2"}),
        ("user agent transformers/4.40.0; python/3.11\n", {"transformers": "4.40.0"}),
        ("NCCL version 2.27.3+cuda12.9\n", {"nvidia-nccl-cu12": "2.27.3"}),
        ("NCCL version 2.28.3+cuda13.0\n", {"nvidia-nccl-cu13": "2.28.3"}),
        ("DeepSpeed info: version=0.19.8, git-hash=unknown\n", {"deepspeed": "0.19.8"}),
        ("running torch 2.12.1 here, torch 888.00 MiB\n", {"torch": "2.12.1"}),
        ("torch 2 GiB of 3.5 MiB in use\n", {}),
        ("torch==2.1.0\nlater: torch==2.2.0\n", {"torch": "2.2.0"}),
        ('  File "/x/site-packages/peft/a.py", line 3\npeft==0.17.1\nnumpy==2.1.3\n', {"peft": "0.17.1"}),
    ],
)
def test_versions_are_read_from_what_programs_and_lists_say(text, versions):
    assert dict(software_in(text).versions) == versions


def test_stacks_are_those_at_work_not_all_that_is_installed():
    text = 'numpy==2.1.3\nvllm==0.9.0\n  File "/x/site-packages/transformers/a.py", line 3\n'

    assert software_in(text).stacks == ("transformers",)


# The mask is the page's


def test_the_patterns_are_those_of_the_page():
    script = (ROOT / "site_plugins/faultbook_mkdocs/assets/diagnose-mask.js").read_text()
    theirs = [
        (kind, pattern.replace("(?<hide>", "(?P<hide>").replace(r"\/", "/"), bool(flag))
        for kind, pattern, flag in re.findall(r'^  \["(\w+)", /(.*)/(i?)\],$', script, re.MULTILINE)
    ]
    ours = [(kind, pattern.pattern, bool(pattern.flags & re.IGNORECASE)) for kind, pattern in mask._PATTERNS]

    assert ours == theirs


def test_texts_are_masked_as_on_the_page():
    texts = (
        "password=hunter2, WANDB_API_KEY=0123456789abcdef0123 secret: *** password=None",
        "/home/ann/a /Users/Bob/x and C:\\Users\\Bob\\y /home/[user-1]/x",
        "GPU-NODE-1: gpu-node-1 lost gpu-node-10; peer [fe80::1ff:fe23:4567:890a]:5 at 10.1.2.3 or 127.0.0.1",
        "git clone https://me:s3cr3t@git.example.org/x mail alice.b@corp.example.com at ip-10-0-3-4.ec2.internal",
    )
    hosts = ("gpu-node-1", "gpu-node-10", "localhost")
    ours = Masker(hosts)

    assert [ours.masked(text) for text in texts] == masked_by_the_page(*texts, hosts=hosts)
