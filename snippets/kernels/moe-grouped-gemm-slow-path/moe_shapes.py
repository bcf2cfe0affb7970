"""The expert layers that are measured, and how a router spreads tokens over their experts."""

import dataclasses

import torch


@dataclasses.dataclass(frozen=True, slots=True)
class Shape:
    """One expert layer as one device holds it."""

    name: str
    hidden: int
    intermediate: int
    experts: int
    """Experts that lie on this device."""
    routed_experts: int
    """Experts that the router chooses from; more than lie here under expert parallelism."""
    top_k: int

    @property
    def projections(self) -> dict[str, tuple[int, int]]:
        """The two matrix products of an expert by name: (inner, outer) size; gate and up run as one."""
        return {"up": (self.hidden, 2 * self.intermediate), "down": (self.intermediate, self.hidden)}


MODELS = (
    Shape("qwen3-30b-a3b", 2048, 768, 128, 128, 8),
    Shape("mixtral-8x7b", 4096, 14336, 8, 8, 2),
    Shape("deepseek-v3-ep8", 7168, 2048, 32, 256, 8),  # one rank of eight: 32 of the 256 routed experts
)
MODEL_TOKENS = (1, 16, 128, 4096)
"""From one request's decode step to a prefill."""

TINY = (Shape("tiny", 256, 128, 8, 8, 2), Shape("tiny-ep2", 128, 96, 8, 16, 4))
TINY_TOKENS = (4, 256)


def route(shape: Shape, tokens: int, routing: str = "uniform", seed: int = 0) -> tuple[int, ...]:
    """Return the rows that each expert of this device receives from *tokens* tokens."""
    total = shape.routed_experts
    if routing == "balanced":
        chosen = torch.arange(tokens * shape.top_k) % total
    else:
        weights = torch.ones(total) if routing == "uniform" else 1 / torch.arange(1, total + 1)  # else zipf
        generator = torch.Generator().manual_seed(seed)
        chosen = torch.multinomial(weights.expand(tokens, total), shape.top_k, generator=generator).flatten()
    counts = torch.bincount(chosen, minlength=total)[: shape.experts].tolist()
    # A rank of several may receive nothing at decode; one row keeps the case measurable.
    return tuple(counts) if any(counts) else (1, *counts[1:])
