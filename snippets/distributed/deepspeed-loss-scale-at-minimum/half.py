"""A layer whose output is too large for float16, trained by one rank of DeepSpeed on the CPU."""

import os
import socket
import sys
from pathlib import Path
from typing import Any

import deepspeed
import torch

# The extension that DeepSpeed compiles for CPU ranks is kept beside its packages, once for all runs.
os.environ.setdefault("TORCH_EXTENSIONS_DIR", str(Path(sys.prefix) / "torch_extensions"))


def engine_for(stage: int, precision: dict[str, Any], accumulate: int = 1) -> deepspeed.DeepSpeedEngine:
    """Return an engine; *precision* holds the section fp16 or bf16 of its configuration."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=port, RANK="0", WORLD_SIZE="1", LOCAL_RANK="0")
    deepspeed.init_distributed(dist_backend="gloo", verbose=False)
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Linear(8, 1))
    torch.nn.init.constant_(model[1].weight, 400.0)
    config = {
        "train_micro_batch_size_per_gpu": 4,
        "gradient_accumulation_steps": accumulate,
        "zero_optimization": {"stage": stage},
        "zero_allow_untested_optimizer": True,
        **precision,
    }
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    return deepspeed.initialize(model=model, config=config, optimizer=optimizer)[0]


def step(engine: deepspeed.DeepSpeedEngine) -> float:
    """Pass the same four samples through, call step, and return the loss."""
    inputs = torch.linspace(-1, 1, 32).reshape(4, 8).to(next(engine.parameters()).dtype)
    loss = engine(inputs).square().mean()
    engine.backward(loss)
    engine.step()
    return loss.item()
