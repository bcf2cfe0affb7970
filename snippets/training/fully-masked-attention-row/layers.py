"""Two layers of causal self-attention over two sequences; the second has two tokens and two of padding before them."""

from collections.abc import Callable

import torch

torch.set_num_threads(1)

Attend = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]
REAL = torch.tensor([[True, True, True, True], [False, False, True, True]])
CAUSAL = torch.ones(4, 4, dtype=torch.bool).tril()
ALLOWED = CAUSAL & REAL[:, None, :]  # [sequence, query, key]


def layer(x: torch.Tensor, attend: Attend) -> torch.Tensor:
    """Return attention with a residual connection; one head, and no weights, for brevity."""
    return x + attend(x @ x.transpose(1, 2) / 8**0.5, ALLOWED) @ x


def report(attend: Attend) -> int:
    """Print how many rows are nan after each layer; return 1 when any is."""
    torch.manual_seed(0)
    x = torch.randn(2, 4, 8)
    for number in (1, 2):
        x = layer(x, attend)
        bad = x.isnan().any(dim=-1)
        print(f"rows of attention that are nan: {int(bad.sum())} of {bad.numel()} after layer {number}")
    return int(bad.any())


def difference(attend: Attend) -> float:
    """Return by how much the real rows differ from those of the same sequence computed without its padding."""
    torch.manual_seed(0)
    x = torch.randn(2, 4, 8)
    alone = x[1:, 2:]
    for _ in range(2):
        x = layer(x, attend)
        alone = alone + attend(alone @ alone.transpose(1, 2) / 8**0.5, CAUSAL[:2, :2]) @ alone
    return (x[1:, 2:] - alone).abs().max().item()
