"""Run a part and say whether it does what its page says.

``reproduce*`` must end with an error and be diagnosed as its entry first; ``fix_*`` must end cleanly and be diagnosed
as nothing; each must print what its docstring says. What diagnosis is, the caller brings.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from packaging.specifiers import SpecifierSet

from faultbook.snippets import compare, examples
from faultbook.snippets.alignment import kept
from faultbook.snippets.compare import difference, same
from faultbook.snippets.device import Device
from faultbook.snippets.environment import Environment, EnvironmentFailedError, current, missing, provision, remedy
from faultbook.snippets.outcome import TAIL, Outcome, Printed, as_record, commit_of
from faultbook.snippets.part import NOT_WRITTEN, Block, Kind, Part
from faultbook.snippets.record import read_records
from faultbook.snippets.sandbox import Finished, Limits, LostParentError, Start, can_group, run_command
from faultbook.snippets.setting import empty, env_in, folders
from faultbook.snippets.warm import Warmth, can_be_warm

__all__ = [
    "Diagnose",
    "Outcome",
    "Printed",
    "StoppedError",
    "as_record",
    "commit_of",
    "is_stale",
    "run_part",
    "skip_reason",
]

MEASURES = "faultbook-measures: "
_LINE = Callable[[str], None]
#: What resolvers, sockets and Hugging Face's hub say when a name leads nowhere.
_NO_HOST = re.compile(
    r"Name or service not known|[Nn]ame resolution|Network is unreachable|Could not resolve host|getaddrinfo"
    r"|nodename nor servname|LocalEntryNotFoundError|OfflineModeIsEnabled"
)


class StoppedError(Exception):
    """A run was ended from outside, by Ctrl-C or a signal: it shows nothing of its part."""


class _Diagnosis(Protocol):
    @property
    def entry(self) -> str | None: ...
    @property
    def captures(self) -> Mapping[str, str]: ...
    @property
    def signatures(self) -> Sequence[tuple[str, str]]: ...


Diagnose = Callable[[bytes], _Diagnosis]


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
    warmth: Warmth | None = None,
    gpus: tuple[str, ...] = (),
) -> Outcome:
    """Run *part* on *target* in processes of its own and judge it; a part that cannot run here is skipped.

    Its commands are forks of a parent of *warmth* where that changes nothing but the time that they take. *gpus* are
    the GPUs that it may use.

    Raises:
        StoppedError: when somebody ended the run.

    """
    if reason := skip_reason(part, target, device):
        return Outcome(part, target, "skipped", (reason,))
    lacking = missing(part.dependencies)
    if lacking and not may_provision:
        return Outcome(part, target, "skipped", (f"needs {', '.join(lacking)}; {remedy(lacking)}",))
    try:
        environment = provision(part.dependencies, on_line) if lacking else current(part.dependencies)
    except EnvironmentFailedError as error:
        return Outcome(part, target, "skipped", (str(error),))
    header = part.header.on(target)
    modules = () if warmth is None or lacking else can_be_warm(part, header)

    def env(folder: Path) -> dict[str, str]:
        return env_in(folder, environment.python, header, target, gpus)

    parent = warmth.parent(environment.python, modules, env) if warmth is not None and modules else None
    if warmth is not None and parent is not None:
        try:
            return _Run(part, target, environment, parent.folder, env(parent.folder), diagnose, parent.start).run()
        except LostParentError:  # it goes on as if there had been none
            warmth.drop(parent)
    with tempfile.TemporaryDirectory(prefix="faultbook-") as name:
        folder = Path(name).resolve()
        empty(folder)
        return _Run(part, target, environment, folder, env(folder), diagnose, None).run()


class _Run:
    def __init__(
        self,
        part: Part,
        target: str,
        environment: Environment,
        folder: Path,
        env: Mapping[str, str],
        diagnose: Diagnose,
        start: Start | None,
    ) -> None:
        self.part, self.target, self.environment, self.diagnose = part, target, environment, diagnose
        self.folders, self.env, self.start = folders(folder), env, start
        self.work = self.folders[0]
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
        ended = run_command([executable, *words[1:]], self.work, self.env, self.limits, self.start)
        if ended.stopped:
            raise StoppedError
        return ended

    def _clean(self, output: str) -> str:
        """Remove this machine's folders from the output, and take out what the part measured."""
        for folder in self.folders:
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
            self.breaches.append(f"its >>> examples fail:\n{output[-TAIL:]}")
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


def is_stale(root: Path, part: Part, target: str) -> bool:
    """Return whether *part* has no passing record on *target* for its digest that is younger than a year."""
    record = read_records(root, part.slug)[0].get((part.name, target))
    return record is None or not record.passed or not record.is_current(part.digest)
