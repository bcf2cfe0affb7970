"""One rank of DeepSpeed on the CPU, and a small model whose weights ZeRO-3 has taken away."""

import os
import socket
import sys
from pathlib import Path

import deepspeed
import torch

# The extension that DeepSpeed compiles for CPU ranks is kept beside its packages, once for all runs.
os.environ.setdefault("TORCH_EXTENSIONS_DIR", str(Path(sys.prefix) / "torch_extensions"))

#: Small parameters stay whole once an engine owns them, up to this threshold; the default is 100,000 elements.
CONFIG = {
    "train_micro_batch_size_per_gpu": 1,
    "zero_optimization": {"stage": 3, "stage3_param_persistence_threshold": 0},
}
TOKENS = torch.tensor([[1, 2]])


class Model(torch.nn.Module):
    """An embedding of 16 words and a layer behind it."""

    def __init__(self) -> None:
        """Make the layers."""
        super().__init__()
        self.words = torch.nn.Embedding(16, 8)
        self.mix = torch.nn.Linear(8, 8)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        """Return a vector for each token."""
        return self.mix(self.words(tokens))


def partitioned(kind: type[torch.nn.Module] = Model) -> torch.nn.Module:
    """Build a model as from_pretrained does under ZeRO-3: each weight is partitioned as soon as it is made."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=port, RANK="0", WORLD_SIZE="1", LOCAL_RANK="0")
    deepspeed.init_distributed(dist_backend="gloo", verbose=False)
    with deepspeed.zero.Init(config_dict_or_path=CONFIG):
        return kind()
