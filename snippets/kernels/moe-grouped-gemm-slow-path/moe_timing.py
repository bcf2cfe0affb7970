"""Timing several calls against each other on one device, and the ceilings that the device reaches in the same run."""

import dataclasses
import statistics
import time
from collections.abc import Callable, Mapping

import torch

_FLUSH_AT_LEAST = 256 << 20


@dataclasses.dataclass(frozen=True, slots=True)
class Timing:
    """Seconds of one call: the median, the fastest, and the interquartile range as a share of the median."""

    median: float
    best: float
    spread: float


@dataclasses.dataclass(frozen=True, slots=True)
class Ceilings:
    """The rates that one large GEMM and one large copy reach: no published figure is compared with."""

    flops: float
    bytes_per_second: float

    def least_seconds(self, flops: float, traffic: float) -> float:
        """Return the roofline's time for this much work."""
        return max(flops / self.flops, traffic / self.bytes_per_second)

    def bound(self, flops: float, traffic: float) -> str:
        return "compute" if flops / self.flops > traffic / self.bytes_per_second else "memory"


class Timer:
    """Times several calls in turn, so that clocks and other load change for all of them alike."""

    def __init__(self, device: torch.device, repeats: int, warmup: int):
        self.device, self.repeats, self.warmup = device, repeats, warmup
        self._flush: torch.Tensor | None = None
        if device.type == "cuda":
            cache = torch.cuda.get_device_properties(device).L2_cache_size
            self._flush = torch.empty(max(2 * cache, _FLUSH_AT_LEAST), dtype=torch.int8, device=device)

    def measure(self, calls: Mapping[str, Callable[[], object]]) -> dict[str, Timing]:
        """Return the timing of each call by its name."""
        for call in calls.values():
            for _ in range(self.warmup):
                call()
        seconds = self._on_gpu(calls) if self.device.type == "cuda" else self._on_cpu(calls)
        return {name: _timing(values) for name, values in seconds.items()}

    def _on_gpu(self, calls: Mapping[str, Callable[[], object]]) -> dict[str, list[float]]:
        pairs: dict[str, list[tuple[torch.cuda.Event, torch.cuda.Event]]] = {name: [] for name in calls}
        for _ in range(self.repeats):
            for name, call in calls.items():
                start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
                # More than the L2 cache: operands come from memory, as between two layers of a model. It also keeps
                # the device busy while the host queues the call.
                self._flush.zero_()
                start.record()
                call()
                end.record()
                pairs[name].append((start, end))
        torch.cuda.synchronize(self.device)
        return {name: [start.elapsed_time(end) / 1000 for start, end in events] for name, events in pairs.items()}

    def _on_cpu(self, calls: Mapping[str, Callable[[], object]]) -> dict[str, list[float]]:
        seconds: dict[str, list[float]] = {name: [] for name in calls}
        for _ in range(self.repeats):
            for name, call in calls.items():
                start = time.perf_counter()
                call()
                seconds[name].append(time.perf_counter() - start)
        return seconds


def _timing(seconds: list[float]) -> Timing:
    lower, median, upper = statistics.quantiles(seconds, n=4)
    return Timing(median, min(seconds), (upper - lower) / median)


def measure_ceilings(timer: Timer, dtype: torch.dtype) -> Ceilings:
    """Time a large GEMM and a large copy; their fastest repeats are the ceilings."""
    size, copied = (8192, 1 << 30) if timer.device.type == "cuda" else (512, 64 << 20)
    left, right = (torch.randn(size, size, device=timer.device, dtype=dtype) for _ in range(2))
    product = torch.empty_like(left)
    source = torch.zeros(copied, dtype=torch.int8, device=timer.device)
    target = torch.empty_like(source)
    times = timer.measure({"gemm": lambda: torch.mm(left, right, out=product), "copy": lambda: target.copy_(source)})
    return Ceilings(2.0 * size**3 / times["gemm"].best, 2.0 * copied / times["copy"].best)
