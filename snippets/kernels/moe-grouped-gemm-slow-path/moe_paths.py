"""One grouped GEMM and the ways to compute it: grouped_mm, a loop over the experts, a padded bmm, a dense GEMM."""

import itertools
from collections.abc import Callable, Sequence

import torch
from torch.nn import functional

Path = Callable[[], torch.Tensor]

TOLERANCE = {torch.bfloat16: 8e-3, torch.float16: 2e-3, torch.float32: 1e-5}
"""Relative error against float32 that rounding explains; a wrong tile or a swapped expert is far above it."""


class GroupedProblem:
    """Rows sorted by expert, (rows, K), times each expert's weights, (experts, K, N)."""

    def __init__(
        self, counts: Sequence[int], k: int, n: int, *, device: torch.device, dtype: torch.dtype, seed: int = 0
    ):
        generator = torch.Generator(device).manual_seed(seed)
        options = {"device": device, "dtype": dtype, "generator": generator}
        self.counts, self.k, self.n = tuple(counts), k, n
        ends = tuple(itertools.accumulate(counts))
        self.rows = ends[-1]
        groups = enumerate(zip(counts, ends, strict=True))
        self.spans = [(expert, end - rows, end) for expert, (rows, end) in groups if rows]
        self.longest = max(counts)
        self.x = torch.randn(self.rows, k, **options)
        # Stored as nn.Linear stores it, (experts, N, K), and used transposed: the layout that models have.
        self.weights = torch.randn(len(counts), n, k, **options).mul_(k**-0.5).transpose(-2, -1)
        self.ends = torch.tensor(ends, dtype=torch.int32, device=device)
        self.output = torch.empty(self.rows, n, device=device, dtype=dtype)

    @property
    def flops(self) -> float:
        return 2.0 * self.rows * self.k * self.n

    def bytes_moved(self, weight_matrices: int) -> float:
        """Return the least traffic of the product: the rows in and out, and *weight_matrices* read once."""
        return self.x.element_size() * (self.rows * (self.k + self.n) + weight_matrices * self.k * self.n)

    def grouped(self) -> torch.Tensor:
        return functional.grouped_mm(self.x, self.weights, offs=self.ends)

    def loop(self) -> torch.Tensor:
        """Multiply expert by expert, with the row ranges already known to the host."""
        for expert, start, end in self.spans:
            torch.mm(self.x[start:end], self.weights[expert], out=self.output[start:end])
        return self.output

    def dense(self) -> torch.Tensor:
        """Multiply all rows by one expert's weights: the same FLOPs as one ordinary GEMM."""
        return torch.mm(self.x, self.weights[self.spans[0][0]], out=self.output)

    def padded_bmm(self, limit: int = 4 << 30) -> Path | None:
        """Return one bmm over the experts that have rows, or None when its buffers would pass *limit* bytes.

        The padding is made here, outside what is timed: a dispatcher can write rows to their padded place at once.
        """
        active = [expert for expert, _, _ in self.spans]
        element = self.x.element_size()
        gathered = 0 if len(active) == len(self.counts) else len(active) * self.k * self.n
        if element * (len(active) * self.longest * (self.k + self.n) + gathered) > limit:
            return None
        weights = self.weights[active] if gathered else self.weights
        x = self.x.new_zeros(len(active), self.longest, self.k)
        for place, (_, start, end) in enumerate(self.spans):
            x[place, : end - start] = self.x[start:end]
        output = x.new_empty(len(active), self.longest, self.n)
        return lambda: torch.bmm(x, weights, out=output)

    def worst_error(self, output: torch.Tensor) -> float:
        """Return the worst expert's relative error against float32: one bad expert of 128 must not average away."""
        errors = []
        for expert, start, end in self.spans:
            expected = self.x[start:end].float() @ self.weights[expert].float()
            error = ((output[start:end].float() - expected).norm() / expected.norm()).item()
            errors.append(error if error == error else float("inf"))  # noqa: PLR0124 - NaN is the worst error
        return max(errors)
