"""How fast a log is scanned, against ripgrep with the same signatures, in one run.

A mixed training log is made from the healthy logs of the tests with one failure in its middle. Each tool reads it in
turn, several times; medians and ratios are printed. ``rg`` must be installed.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from table import json_option, row, write

from faultbook.diagnosis.engine import Engine
from faultbook.diagnosis.landmarks import LANDMARKS
from faultbook.diagnosis.session import book_of, engine_of
from faultbook.signatures.compiled import CompiledSignature
from faultbook.signatures.template import compile_template
from faultbook.vocabulary import Role, Strength

ROOT = Path(__file__).parent.parent
FAILURE = ROOT / "incidents" / "oom-with-gigabytes-free" / "slurm-90417.out"
SHARE = 0.3  # of lines that tell of a step
STEPS = (
    b" [2026-11-30 02:00:00] iteration 100/ 500000 | elapsed time per iteration (ms): 11020.4 | lm loss: 2.113E+00 |",
    b"{'loss': 2.1134, 'grad_norm': 0.9134, 'learning_rate': 0.0003, 'epoch': 0.12}",
    b"[rank0]:[titan] 2026-11-30 02:00:00,123 - root - INFO - step: 100  loss: 2.1134  grad_norm: 0.9134  tps: 5,123",
)
_NUMBER = re.compile(rb"\d+")
_ATOM = re.compile(r"\(\?=\((?P<inside>.*?)\)\)\\\d+\(\?:\)")
_NOT = re.compile(r"\(\?!\[[^\]]*\]\)|\(\?![^()]*\)")


def make_log(path: Path, size: int) -> None:
    """Write a log of *size* bytes: healthy lines whose numbers vary, and a failure in the middle."""
    chance = random.Random(1)  # noqa: S311 -- not a secret
    files = sorted((ROOT / "tests" / "benign").glob("*.log"))
    lines = [line for file in files for line in file.read_bytes().splitlines()]
    chosen = (chance.choice(STEPS) if chance.random() < SHARE else chance.choice(lines) for _ in range(60_000))
    block = b"".join(_NUMBER.sub(lambda found: _digits(chance, found[0]), line) + b"\n" for line in chosen)
    with path.open("wb") as file:
        written = 0
        while written < size:
            if written <= size // 2 < written + len(block):
                written += file.write(FAILURE.read_bytes())
            written += file.write(block)


def _digits(chance: random.Random, number: bytes) -> bytes:
    """Return other digits, as many."""
    return str(chance.randrange(10 ** min(len(number), 9))).zfill(len(number)).encode()


def plain(pattern: str) -> str:
    """Return a template's pattern as a plain regex: without look-aheads, which ripgrep does not know."""
    while (changed := _ATOM.sub(lambda found: f"(?:{found['inside']})", pattern)) != pattern:
        pattern = changed
    return _NOT.sub("", pattern).replace("\\/", "/")  # ripgrep knows no escaped slash


def more(signatures: tuple[CompiledSignature, ...], count: int) -> tuple[CompiledSignature, ...]:
    """Return *signatures* and made-up ones, *count* in all: each of words that software's messages are made of."""
    chance = random.Random(2)  # noqa: S311 -- not a secret
    texts = " ".join(line.text for signature in signatures for line in signature.lines)
    words = sorted(set(re.findall(r"[A-Za-z]{4,}", texts)))
    made = []
    for number in range(count - len(signatures)):
        template = compile_template(f"{' '.join(chance.sample(words, 4))} <n{number}:int> {chance.choice(words)}")
        name = f"made-{number}"
        made.append(CompiledSignature(name, "message", Role.INITIATING, Strength.LIKELY, (template,), 20, ()))
    return (*signatures, *made)[:count]


def rg(*arguments: str) -> None:
    """Count the lines that match; fail when ripgrep does."""
    subprocess.run(["rg", "-c", *arguments], check=True, stdout=subprocess.DEVNULL)


def timed(run: Callable[[], object]) -> float:
    """Return the seconds that *run* takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def pieces(path: Path) -> Iterator[bytes]:
    """Yield a file's bytes as the command reads them."""
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            yield piece


def main() -> None:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=5)
    json_option(parser)
    arguments = parser.parse_args()
    if shutil.which("rg") is None:
        sys.exit("rg is not installed: apt-get install ripgrep")
    engine = engine_of(book_of(ROOT))
    signatures = engine.matcher.signatures
    few, many = (Engine(more(signatures, count), engine.about) for count in (60, 3000))
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "train.log"
        make_log(log, arguments.megabytes << 20)
        patterns, literals = Path(folder) / "patterns", Path(folder) / "literals"
        lines = {line for signature in signatures for line in signature.lines}
        patterns.write_text("".join(sorted(f"{plain(line.pattern)}\n" for line in lines)), "utf-8")
        texts = {line.literal for line in lines} | {text for landmark in LANDMARKS for text in landmark.literals}
        literals.write_text("".join(f"{text}\n" for text in sorted(texts)), "utf-8")
        runs: dict[str, Callable[[], object]] = {
            "faultbook, scan and verdict": lambda: engine.answer([engine.scan("train.log", pieces(log))]),
            "faultbook, 60 signatures": lambda: few.scan("train.log", pieces(log)),
            "faultbook, 3,000 signatures": lambda: many.scan("train.log", pieces(log)),
            "rg, patterns": lambda: rg("-f", str(patterns), str(log)),
            "rg, literals": lambda: rg("-F", "-f", str(literals), str(log)),
        }
        seconds: dict[str, list[float]] = {name: [] for name in runs}
        for _ in range(arguments.rounds):
            for name, run in runs.items():
                seconds[name].append(timed(run))
        megabytes = log.stat().st_size / 1e6
    median = {name: statistics.median(each) for name, each in seconds.items()}
    for name, value in median.items():
        print(f"{name:<28} {value:6.2f} s  {megabytes / value:6.0f} MB/s")
    ours = median["faultbook, scan and verdict"]
    print(f"throughput over rg with the patterns: {median['rg, patterns'] / ours:.2f} (at least 2)")
    print(f"throughput over rg with the literals: {median['rg, literals'] / ours:.2f} (at least 0.5)")
    growth = median["faultbook, 3,000 signatures"] / median["faultbook, 60 signatures"]
    print(f"time at 3,000 signatures over that at 60: {growth:.2f} (at most 1.5)")
    times = {name: median[name] for name in ("rg, patterns", "rg, literals")}
    write(
        arguments.json,
        [
            row("scan", "a long log", ours, peer=times["rg, patterns"], peer_name="rg -f patterns", most_ratio=1 / 2),
            row("scan", "a long log", ours, peer=times["rg, literals"], peer_name="rg -F", most_ratio=1 / 0.5),
            row(
                "scan",
                "3,000 signatures",
                median["faultbook, 3,000 signatures"],
                peer=median["faultbook, 60 signatures"],
                peer_name="60 signatures",
                most_ratio=1.5,
            ),
        ],
    )
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB; processors: {os.cpu_count()}")


if __name__ == "__main__":
    main()
