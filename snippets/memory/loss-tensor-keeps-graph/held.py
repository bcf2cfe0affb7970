"""How many bytes autograd holds for a backward that may never come."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import nn

torch.set_num_threads(1)


class Held:
    """Counts the bytes of saved activations; weights are not counted, since they live anyway."""

    def __init__(self, model: nn.Module) -> None:
        self.weights = {p.untyped_storage().data_ptr() for p in model.parameters()}
        self.bytes = 0
        self.after: list[float] = []

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Count what is saved inside, for as long as a graph holds it."""
        held = self

        class Saved:
            def __init__(self, tensor: torch.Tensor) -> None:
                known = tensor.untyped_storage().data_ptr() in held.weights
                self.tensor, self.size = tensor, 0 if known else tensor.nbytes
                held.bytes += self.size

            def __del__(self) -> None:
                held.bytes -= self.size

        with torch.autograd.graph.saved_tensors_hooks(Saved, lambda saved: saved.tensor):
            yield

    def note(self) -> None:
        """Remember what is held at the end of a step."""
        self.after.append(self.bytes / 2**20)

    def report(self) -> int:
        """Print what was held after the first and the last step; return 1 when it grew."""
        first, last = self.after[0], self.after[-1]
        print(
            f"activations held for backward: {first:.1f} MiB after 1 step, {last:.1f} MiB after {len(self.after)} steps"
        )
        return int(last > first)


def network() -> tuple[nn.Sequential, torch.Tensor]:
    """Return a small network and one batch."""
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(64, 512), nn.Tanh(), nn.Linear(512, 1)), torch.randn(512, 64)
