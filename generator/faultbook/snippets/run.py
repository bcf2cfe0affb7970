"""Run a part and say whether it does what its page says.

``reproduce*`` must end with an error and be diagnosed as its entry first; ``fix_*`` must end cleanly and be diagnosed
as nothing; each must print what its docstring says. What diagnosis is, the caller brings.
"""

from __future__ import annotations

import dataclasses
import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

from packaging.specifiers import SpecifierSet

from faultbook.snippets import compare, examples
from faultbook.snippets.alignment import kept
from faultbook.snippets.compare import difference, same
from faultbook.snippets.device import Device
from faultbook.snippets.environment import Environment, EnvironmentFailedError, current, missing, provision, remedy
from faultbook.snippets.part import NOT_WRITTEN, Block, Kind, Part
from faultbook.snippets.record import Record, now, read_records
from faultbook.snippets.sandbox import Finished, Limits, can_group, run_command

__all__ = ["Diagnose", "Outcome", "Printed", "as_record", "commit_of", "is_stale", "run_part", "skip_reason"]

MEASURES = "faultbook-measures: "
_TAIL = 8000  # characters of output that a record keeps
_LINE = Callable[[str], None]
#: What resolvers, sockets and Hugging Face's hub say when a name leads nowhere.
_NO_HOST = re.compile(
    r"Name or service not known|[Nn]ame resolution|Network is unreachable|Could not resolve host|getaddrinfo"
    r"|nodename nor servname|LocalEntryNotFoundError|OfflineModeIsEnabled"
)


class _Diagnosis(Protocol):
    @property
    def entry(self) -> str | None: ...
    @property
    def captures(self) -> Mapping[str, str]: ...
    @property
    def signatures(self) -> Sequence[tuple[str, str]]: ...


Diagnose = Callable[[bytes], _Diagnosis]


@dataclasses.dataclass(frozen=True, slots=True)
class Printed:
    """What one block of a docstring really printed."""

    block: Block
    output: str
    matches: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a part on a target."""

    part: Part
    target: str
    state: Literal["passed", "failed", "skipped", "lost"]
    """``lost`` is said of a fleet's part only: machines failed it, and nothing is known of the part."""
    reasons: tuple[str, ...] = ()
    printed: tuple[Printed, ...] = ()
    diagnosed_as: str | None = None
    signatures: tuple[str, ...] = ()
    captures: Mapping[str, str] = dataclasses.field(default_factory=dict)
    measures: Mapping[str, Any] | None = None
    seconds: float = 0.0
    network: str = ""
    environment: Environment | None = None
    limits: Mapping[str, int] = dataclasses.field(default_factory=dict)
    """Seconds, bytes of memory, bytes of one file, and processes that it might use."""
    breaches: tuple[str, ...] = ()
    """Those of the reasons that no other docstring would remove."""

    @property
    def output(self) -> str:
        """Everything that the part printed."""
        return "".join(item.output for item in self.printed)


def skip_reason(part: Part, target: str, device: Device) -> str | None:
    """Return why *part* cannot run on *target* on this machine, or ``None``."""
    needs = part.header.on(target).needs
    if target not in part.header.targets:
        return f"means nothing on {target}; its targets are {', '.join(part.header.targets)}"
    if not SpecifierSet(part.python).contains(platform.python_version(), prereleases=True):
        return f"needs Python {part.python}; this is {platform.python_version()}"
    if target not in {"cpu", device.target}:
        return f"needs a GPU of target {target}; this machine has {device.name}"
    if needs.gpus > device.count and target != "cpu":
        return f"needs {needs.gpus} GPUs; this machine has {device.count}"
    if target != "cpu" and (needs.gpu_memory_bytes or 0) > device.memory:
        return f"needs {needs.gpu_memory} of GPU memory; {device.name} has {device.memory / 2**30:.0f} GiB"
    if needs.root and os.getuid() != 0:
        return "needs root"
    if needs.cgroup and not can_group():
        return "needs a control group of its own, which this machine does not allow"
    have = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if (needs.memory_bytes or 0) > have:
        return f"needs {needs.memory} of memory; this machine has {have / 2**30:.0f} GiB"
    return None


def run_part(
    part: Part,
    target: str,
    device: Device,
    diagnose: Diagnose,
    *,
    may_provision: bool = False,
    on_line: _LINE = lambda _: None,
) -> Outcome:
    """Run *part* on *target* in processes of its own and judge it; a part that cannot run here is skipped."""
    if reason := skip_reason(part, target, device):
        return Outcome(part, target, "skipped", (reason,))
    lacking = missing(part.dependencies)
    if lacking and not may_provision:
        return Outcome(part, target, "skipped", (f"needs {', '.join(lacking)}; {remedy(lacking)}",))
    try:
        environment = provision(part.dependencies, on_line) if lacking else current(part.dependencies)
    except EnvironmentFailedError as error:
        return Outcome(part, target, "skipped", (str(error),))
    with tempfile.TemporaryDirectory(prefix="faultbook-") as folder:
        return _Run(part, target, environment, Path(folder).resolve(), diagnose).run()


class _Run:
    def __init__(self, part: Part, target: str, environment: Environment, folder: Path, diagnose: Diagnose) -> None:
        self.part, self.target, self.environment, self.diagnose = part, target, environment, diagnose
        self.work, self.home, self.temp = folder / "work", folder / "home", folder / "tmp"
        for directory in (self.work, self.home, self.temp):
            directory.mkdir()
        for file in part.path.parent.glob("*.py"):
            shutil.copy(file, self.work / file.name)
        self.header = part.header.on(target)
        self.measures: dict[str, Any] | None = None
        default = Limits()
        self.limits = Limits(
            self.header.timeout,
            self.header.needs.memory_bytes or default.memory,
            network=self.header.needs.network,
            data_limit=target == "cpu",
        )
        self.differences: list[str] = []
        self.breaches: list[str] = []

    def run(self) -> Outcome:
        printed: list[Printed] = []
        finished: list[Finished] = []
        for block in self.part.blocks:
            ended = self._command(block.words)
            output = self._clean(ended.output)
            printed.append(Printed(block, output, same(block.expected, output.strip("\n"))))
            finished.append(ended)
            if not printed[-1].matches:
                shown = difference(block.expected, kept(block.expected, output))
                self.differences.append(f"'$ {block.command}' printed something else:\n{shown}")
            self._check_end(ended, f"'$ {block.command}'")
        if self.part.examples:
            finished.append(self._examples(printed))
        diagnosis = self.diagnose("".join(item.output for item in printed).encode())
        entry = self.part.slug.rpartition("/")[2]
        own = tuple(name for owner, name in diagnosis.signatures if owner == entry)
        self._check_contract(finished, diagnosis.entry, own)
        if any(NOT_WRITTEN in item.output for item in printed):
            self.breaches, self.differences = [f"it is not written yet: {self.part.shown_path}"], []
        cut = any(ended.network == "cut" for ended in finished)
        if self.breaches and cut and any(_NO_HOST.search(item.output) for item in printed):
            self.breaches[0] += " (parts have no network)"
        elif self.differences and not self.breaches:
            self.differences[-1] += "\n(--accept puts it in)"
        return Outcome(
            self.part,
            self.target,
            "failed" if self.differences or self.breaches else "passed",
            (*self.breaches, *self.differences),
            tuple(printed),
            diagnosis.entry,
            own,
            dict(diagnosis.captures) if diagnosis.entry == entry else {},
            self.measures,
            sum(ended.seconds for ended in finished),
            next((ended.network for ended in finished if ended.network not in {"cut", "open"}), finished[0].network),
            self.environment,
            {
                "seconds": self.header.timeout,
                "memory": self.limits.memory,
                "file_size": self.limits.file_size,
                "processes": self.limits.processes,
            },
            tuple(self.breaches),
        )

    def _command(self, words: list[str]) -> Finished:
        executable = str(self.environment.python) if words[0] == "python" else words[0]
        return run_command([executable, *words[1:]], self.work, self._env(), self.limits)

    def _env(self) -> dict[str, str]:
        """Return the environment by allow-list: nothing of the caller's but where its certificates and GPUs are."""
        kept = {
            name: os.environ[name] for name in ("SSL_CERT_FILE", "LD_LIBRARY_PATH", "CUDA_HOME") if name in os.environ
        }
        return {
            **kept,
            "PATH": f"{self.environment.python.parent}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": str(self.home),
            "TMPDIR": str(self.temp),
            "LANG": "C.UTF-8",
            "PYTHONHASHSEED": "0",
            "PYTHONUNBUFFERED": "1",
            "HF_HUB_OFFLINE": "1",
            "HF_HUB_DISABLE_TELEMETRY": "1",
            "DO_NOT_TRACK": "1",
            "NO_COLOR": "1",
            # Without a network the address of a container's own name is gone, and torchrun waits for itself.
            **({} if self.header.needs.network else {"PET_LOCAL_ADDR": "127.0.0.1"}),
            "CUDA_VISIBLE_DEVICES": "" if self.target == "cpu" else self._gpus(),
            **self.header.env,
        }

    def _gpus(self) -> str:
        """Return the GPUs that the part sees: as many as it needs, of those that the caller may use."""
        count = max(1, self.header.needs.gpus)
        given = os.environ.get("CUDA_VISIBLE_DEVICES")
        return ",".join((given.split(",") if given else [str(index) for index in range(count)])[:count])

    def _clean(self, output: str) -> str:
        """Remove this machine's folders from the output, and take out what the part measured."""
        for folder in (self.work, self.home, self.temp):
            output = output.replace(f"{folder}/", "")
        # A traceback through a library shows where it is installed here: keep what holds everywhere, lib/python3.x/...
        for prefix in (self.environment.python.parent.parent, Path(sys.base_prefix)):
            for folder_name in ("lib", "lib64", "bin"):
                output = output.replace(f"{prefix}/{folder_name}/", f"{folder_name}/")
        lines = []
        for line in output.splitlines(keepends=True):
            if line.startswith(MEASURES):
                try:
                    self.measures = json.loads(line.removeprefix(MEASURES))
                except json.JSONDecodeError as error:
                    self.breaches.append(f"its measures are not JSON: {error}")
            else:
                lines.append(line)
        return "".join(lines)

    def _examples(self, printed: list[Printed]) -> Finished:
        part = self.part
        words = ["python", examples.__file__, part.name, f"{part.name}.py", compare.__file__, part.examples_text]
        ended = self._command(words)
        output = self._clean(ended.output)
        printed.append(Printed(Block(">>>", "", 0), output, ended.status == 0))
        if ended.status:
            self.breaches.append(f"its >>> examples fail:\n{output[-_TAIL:]}")
        self._check_end(ended, "its >>> examples")
        return ended

    def _check_end(self, ended: Finished, what: str) -> None:
        if ended.timed_out:
            self.breaches.append(f"{what} took longer than {self.header.timeout} s and was stopped")
        if ended.flooded:
            self.breaches.append(f"{what} printed more than 64 MiB and was stopped")

    def _check_contract(self, finished: list[Finished], diagnosed: str | None, own: Sequence[str]) -> None:
        entry = self.part.slug.rpartition("/")[2]
        commands = finished[: len(self.part.blocks)]
        if self.part.kind is Kind.REPRODUCE:
            if not commands or commands[-1].status == 0:
                self.breaches.append("did not fail: it ended with exit code 0")
            if diagnosed != entry:
                self.breaches.append(f"its output is diagnosed as {diagnosed or 'nothing'}, not as {entry}")
            return
        # The commands before the last prepare it, and a preparation that fails proves nothing.
        wanted = [0] * len(commands)
        if commands and self.part.kind is not Kind.FIX:
            wanted[-1] = self.header.exit
        for block, ended, status in zip(self.part.blocks, commands, wanted, strict=True):
            if ended.status != status:
                which = f"'$ {block.command}' " if len(commands) > 1 else ""
                self.breaches.append(f"{which}{_ending(ended.status)}, not {status}")
        if self.part.kind is Kind.FIX and diagnosed is not None:
            self.breaches.append(f"its output is still diagnosed as {diagnosed}")
        elif self.part.kind is Kind.FIX and own:  # a hint diagnoses nothing, and yet the message was not to come
            self.breaches.append(f"its output still shows signature '{own[0]}' of {entry}")


def _ending(status: int) -> str:
    return f"ended with exit code {status}" if status >= 0 else f"ended by {signal.Signals(-status).name}"


def as_record(outcome: Outcome, device: Device, commit: str | None) -> Record:
    """Return the record of an outcome that is not a skip."""
    environment = outcome.environment or current(())
    on_gpu = outcome.target != "cpu"
    return Record(
        entry=outcome.part.slug,
        part=outcome.part.name,
        target=outcome.target,
        outcome="passed" if outcome.state == "passed" else "failed",
        reasons=tuple(reason[:_TAIL] for reason in outcome.reasons),
        diagnosed_as=outcome.diagnosed_as,
        signatures=outcome.signatures,
        captures=dict(outcome.captures),
        measures=dict(outcome.measures) if outcome.measures is not None else None,
        seconds=round(outcome.seconds, 1),
        output_tail=outcome.output[-_TAIL:],
        digest=outcome.part.digest,
        device=device.name if on_gpu else "CPU",
        gpu_memory=device.memory if on_gpu else 0,
        driver=device.driver if on_gpu else None,
        cuda=device.cuda if on_gpu else None,
        python=environment.version,
        packages=dict(environment.packages),
        network=outcome.network,
        limits=dict(outcome.limits),
        commit=commit,
        time=now(),
    )


def commit_of(root: Path) -> str | None:
    """Return the git commit that *root* is at, or ``None`` outside git."""
    command = ["git", "-C", str(root), "rev-parse", "HEAD"]
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    except OSError:
        return None
    return result.stdout.strip() or None


def is_stale(root: Path, part: Part, target: str) -> bool:
    """Return whether *part* has no passing record on *target* for its digest that is younger than a year."""
    record = read_records(root, part.slug)[0].get((part.name, target))
    return record is None or not record.passed or not record.is_current(part.digest)
