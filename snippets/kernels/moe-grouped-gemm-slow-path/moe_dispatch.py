"""Which implementation a grouped product took, read from the operators and kernels of one profiled call."""

import dataclasses
from collections.abc import Callable, Sequence

import torch
from torch.profiler import ProfilerActivity, profile

LOOP, FUSED, UNKNOWN = "per-expert loop", "fused", "unknown"

# "cutlass" alone proves nothing: cuBLAS ships kernels named cutlass_80_*.
_GROUPED_KERNELS = ("GroupProblemShape", "prepare_grouped_gemm_data", "grouped_mm", "grouped_gemm")


@dataclasses.dataclass(frozen=True, slots=True)
class Dispatch:
    """What one call did below its name."""

    kind: str
    nested_products: int
    kernels: tuple[str, ...]
    copies_to_host: int
    waits_for_device: bool | None
    """Whether the host had to wait, None on the CPU."""

    def __str__(self) -> str:
        return f"{self.kind}{', host waits' if self.waits_for_device else ''}"


def count_products(call: Callable[[], object]) -> int:
    """Return how many aten::mm and aten::bmm calls one call makes."""
    with profile(activities=[ProfilerActivity.CPU]) as profiled:
        call()
    return sum(event.name in {"aten::mm", "aten::bmm"} for event in profiled.events())


def classify(nested_products: int, groups: int, kernels: Sequence[str]) -> str:
    """Name the implementation of a call over *groups* experts that have rows.

    The fused path makes no nested aten::mm call, the fallback one for each group. That holds whatever the kernels
    are called; their names and number tell the fused path from one that this file does not know.
    """
    if nested_products >= max(1, groups):
        return LOOP
    if nested_products == 0 and any(mark in kernel for kernel in kernels for mark in _GROUPED_KERNELS):
        return FUSED
    if nested_products == 0 and 0 < len(kernels) < max(4, groups):
        return FUSED  # a few kernels for many experts: cublasLt's grouped GEMM, or a later name
    return UNKNOWN


def inspect_dispatch(call: Callable[[], object], device: torch.device, groups: int) -> Dispatch:
    """Profile one call; on CUDA also see whether it makes the host wait for the device."""
    on_gpu = device.type == "cuda"
    activities = [ProfilerActivity.CPU, *([ProfilerActivity.CUDA] if on_gpu else [])]
    call()
    with profile(activities=activities) as profiled:
        call()
        if on_gpu:
            torch.cuda.synchronize(device)
    events = list(profiled.events())
    nested = sum(event.name == "aten::mm" for event in events)
    on_device = [event.name for event in events if event.device_type == torch.autograd.DeviceType.CUDA]
    kernels = [name for name in on_device if not name.lower().startswith(("memcpy", "memset", "aten::"))]
    copies = sum("memcpy dtoh" in name.lower() for name in on_device)
    waits = _waits_for_device(call, device) if on_gpu else None
    return Dispatch(classify(nested, groups, kernels), nested, tuple(dict.fromkeys(kernels)), copies, waits)


def _waits_for_device(call: Callable[[], object], device: torch.device) -> bool:
    before = torch.cuda.get_sync_debug_mode()
    torch.cuda.set_sync_debug_mode("error")
    try:
        call()
    except RuntimeError as error:
        if "synchroniz" not in str(error).lower():
            raise
        return True
    finally:
        torch.cuda.set_sync_debug_mode(before)
        torch.cuda.synchronize(device)
    return False
