"""Where a part's commands run: their folders, and their environment by allow-list."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from faultbook.snippets.header import Header

__all__ = ["empty", "env_in", "folders"]


def folders(folder: Path) -> tuple[Path, Path, Path]:
    """Return where commands of a part work, their HOME, and their TMPDIR."""
    return folder / "work", folder / "home", folder / "tmp"


def empty(folder: Path, like: Path | None = None) -> None:
    """Make the folders of a part in *folder*, without anything that another part left there.

    They hold what those of *like* do.

    Raises:
        OSError: when something there cannot be removed.

    """
    for path in folders(folder):
        shutil.rmtree(path, ignore_errors=True)
        if like is None:
            path.mkdir()
        else:
            shutil.copytree(like / path.name, path, symlinks=True)


def env_in(folder: Path, python: Path, header: Header, target: str, gpus: tuple[str, ...]) -> dict[str, str]:
    """Return the environment of a command: nothing of the caller's but where its certificates and GPUs are.

    *header* is as it holds on *target*, and *gpus* are those that the part was given, else it sees the machine's first.
    """
    _, home, temp = folders(folder)
    kept = {name: os.environ[name] for name in ("SSL_CERT_FILE", "LD_LIBRARY_PATH", "CUDA_HOME") if name in os.environ}
    return {
        **kept,
        "PATH": f"{python.parent}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": str(home),
        "TMPDIR": str(temp),
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONUNBUFFERED": "1",
        "HF_HUB_OFFLINE": "1",
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "DO_NOT_TRACK": "1",
        "NO_COLOR": "1",
        # Without a network the address of a container's own name is gone, and torchrun waits for itself.
        **({} if header.needs.network else {"PET_LOCAL_ADDR": "127.0.0.1"}),
        "CUDA_VISIBLE_DEVICES": "" if target == "cpu" else ",".join(gpus or _first(max(1, header.needs.gpus))),
        **header.env,
    }


def _first(count: int) -> tuple[str, ...]:
    """Return the first *count* GPUs of those that the caller may use."""
    given = os.environ.get("CUDA_VISIBLE_DEVICES")
    return tuple((given.split(",") if given else [str(index) for index in range(count)])[:count])
