"""A small model, sharded by FSDP2 over one process on the CPU."""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

torch.set_num_threads(1)


class Encoder(torch.nn.Module):
    """An embedding and a layer, with a method beside forward."""

    def __init__(self) -> None:
        """Make both."""
        super().__init__()
        self.embedding, self.layer = torch.nn.Embedding(8, 4), torch.nn.Linear(4, 4)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        """Return hidden states."""
        return self.encode(tokens)

    def encode(self, tokens: torch.Tensor) -> torch.Tensor:
        """Return hidden states; what generate() and the like are in larger models."""
        return self.layer(self.embedding(tokens))


def sharded() -> Encoder:
    """Return a sharded model; one process shows what many do."""
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    model = Encoder()
    fully_shard(model, mesh=init_device_mesh("cpu", (1,)))
    return model
