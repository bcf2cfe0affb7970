"""One accumulation window of four micro-batches whose sequences differ in length, as padded text does."""

from collections.abc import Callable

import torch
from torch.nn.functional import cross_entropy

torch.set_num_threads(1)

VOCABULARY, WIDTH, IGNORED = 32, 16, -100
LENGTHS = (64, 4, 4, 4)
"""Scored tokens of each micro-batch; the rest of its 64 positions is padding."""

MicroBatch = tuple[torch.Tensor, torch.Tensor]
Accumulate = Callable[[torch.nn.Module, list[MicroBatch]], None]


def micro_batches(lengths: tuple[int, ...] = LENGTHS) -> list[MicroBatch]:
    """Return (features, labels) pairs of these lengths; padded positions carry the label -100, as in transformers."""
    torch.manual_seed(0)
    batches = []
    for length in lengths:
        labels = torch.randint(VOCABULARY, (64,))
        labels[length:] = IGNORED
        batches.append((torch.randn(64, WIDTH), labels))
    return batches


def gradient(accumulate: Accumulate, batches: list[MicroBatch]) -> torch.Tensor:
    """Return the weight gradient that *accumulate* leaves after one window."""
    torch.manual_seed(1)
    model = torch.nn.Linear(WIDTH, VOCABULARY)
    accumulate(model, batches)
    return model.weight.grad


def full_batch(model: torch.nn.Module, batches: list[MicroBatch]) -> None:
    """Backward once through the mean over every scored token: the gradient that is meant."""
    features, labels = (torch.cat(parts) for parts in zip(*batches, strict=True))
    cross_entropy(model(features), labels, ignore_index=IGNORED).backward()


def compare(found: torch.Tensor, reference: torch.Tensor) -> int:
    """Print how far *found* is from *reference*; return 1 when it is more than 5 % off."""
    error = ((found - reference).norm() / reference.norm()).item()
    ratio = (found.norm() / reference.norm()).item()
    print(f"accumulated gradient is off by {error:.4f} of the full-batch gradient, norm ratio {ratio:.4f}")
    return int(error > 0.05)


def report(accumulate: Accumulate) -> int:
    """Compare what *accumulate* leaves in .grad with the gradient of the full batch."""
    batches = micro_batches()
    return compare(gradient(accumulate, batches), gradient(full_batch, batches))
