"""Which GPU this machine has, by NVIDIA's own library, and the name of the target that it is."""

from __future__ import annotations

import dataclasses
import os
import platform
from typing import Any

__all__ = ["Device", "find_device", "target_of"]


@dataclasses.dataclass(frozen=True, slots=True)
class Device:
    """What a part runs on."""

    name: str
    target: str
    count: int = 0
    memory: int = 0
    """Bytes of one GPU's memory, or 0 on a machine without."""
    driver: str | None = None
    cuda: str | None = None
    """Newest CUDA version that the driver supports."""


def find_device() -> Device:
    """Return the machine's first GPU, or its processor where there is none."""
    try:
        import pynvml  # noqa: PLC0415 - not installed where no snippets run
    except ImportError:
        return _processor()
    try:
        pynvml.nvmlInit()
    except pynvml.NVMLError:
        return _processor()
    try:
        return _gpu(pynvml)
    finally:
        pynvml.nvmlShutdown()


def _gpu(pynvml: Any) -> Device:
    count = pynvml.nvmlDeviceGetCount()
    if count == 0:
        return _processor()
    handle = pynvml.nvmlDeviceGetHandleByIndex(0)
    major, minor = pynvml.nvmlDeviceGetCudaComputeCapability(handle)
    cuda = pynvml.nvmlSystemGetCudaDriverVersion_v2()
    return Device(
        _text(pynvml.nvmlDeviceGetName(handle)),
        f"sm_{major}{minor}",
        count,
        _memory(pynvml, handle),
        _text(pynvml.nvmlSystemGetDriverVersion()),
        f"{cuda // 1000}.{cuda % 1000 // 10}",
    )


def _memory(pynvml: Any, handle: Any) -> int:
    try:
        return int(pynvml.nvmlDeviceGetMemoryInfo(handle).total)
    except pynvml.NVMLError:  # a GPU that shares the host's memory has none of its own to tell
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _text(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else value


def _processor() -> Device:
    return Device(f"{platform.machine()} CPU", "cpu")


def target_of(device: Device, asked: str) -> str:
    """Return the target that *asked* names; ``auto`` is the machine's own."""
    return device.target if asked == "auto" else asked
