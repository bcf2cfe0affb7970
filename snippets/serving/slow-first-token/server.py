"""A server of a compiled model: it says when it is ready, answers batches, and keeps the time of each answer."""

from __future__ import annotations

import statistics
import time

import torch
from torch._dynamo import lookup_backend

__all__ = ["Server", "report"]


class Server:
    """Twenty-four layers under torch.compile. *sizes* are the batch sizes that traffic will bring."""

    def __init__(self, sizes: tuple[int, ...] = (), **options) -> None:
        torch.manual_seed(0)
        layers = [module for _ in range(12) for module in (torch.nn.Linear(64, 64), torch.nn.GELU())]
        self.compiled = 0
        self.seconds: list[float] = []
        self.model = torch.compile(torch.nn.Sequential(*layers), backend=self._backend, **options)
        for size in sizes:
            self.answer(size)
        self.compiled_before_ready = self.compiled
        self.seconds = []  # the warm-up does not count

    def _backend(self, graph: torch.fx.GraphModule, example: list[torch.Tensor]):
        self.compiled += 1
        return lookup_backend("aot_eager")(graph, example)

    def answer(self, size: int) -> None:
        """Run a batch of *size* and keep the time."""
        start = time.perf_counter()
        with torch.no_grad():
            self.model(torch.ones(size, 64))
        self.seconds.append(time.perf_counter() - start)


def report(server: Server) -> int:
    """Print one line, and return 1 if a request had to wait for a compilation."""
    live = server.compiled - server.compiled_before_ready
    first, median = server.seconds[0], statistics.median(server.seconds)
    print(
        f"compilations after readiness: {live}, first answer {first * 1e3:.0f} ms, "
        f"median {median * 1e3:.2f} ms, ratio {first / median:.0f}"
    )
    return int(live > 0)
