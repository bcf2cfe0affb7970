"""A model of 256 MiB, and the memory that its job was given: enough for one copy of the weights, not for two."""

from pathlib import Path

import torch
from limited import MiB

torch.set_num_threads(1)

LIMIT = 512 * MiB
CHECKPOINT = Path("model.pt")


class Model(torch.nn.Module):
    """Sixteen square layers of 16 MiB each."""

    def __init__(self) -> None:
        """Make the layers, without spending time on their initial values."""
        super().__init__()
        self.layers = torch.nn.ModuleList(
            torch.nn.utils.skip_init(torch.nn.Linear, 2048, 2048, bias=False) for _ in range(16)
        )


def write_checkpoint() -> None:
    """Save the model's weights, all ones, as an earlier run would have."""
    model = Model()
    for parameter in model.parameters():
        torch.nn.init.ones_(parameter)
    torch.save(model.state_dict(), CHECKPOINT)


def checksum(model: torch.nn.Module) -> int:
    """Add up every weight, which reads all of them."""
    with torch.no_grad():
        return sum(int(parameter.sum()) for parameter in model.parameters())
