"""An adapter of a given rank for the tiny model, in the two files that peft writes."""

from __future__ import annotations

import json
from pathlib import Path

__all__ = ["make_tiny_adapter"]


def make_tiny_adapter(directory: Path, rank: int) -> str:
    """Write an adapter for the query and value projections of both layers; return its path."""
    import torch
    from safetensors.torch import save_file

    directory.mkdir(exist_ok=True)
    config = {
        "peft_type": "LORA",
        "r": rank,
        "lora_alpha": rank,
        "target_modules": ["q_proj", "v_proj"],
        "bias": "none",
    }
    (directory / "adapter_config.json").write_text(json.dumps(config))
    torch.manual_seed(1)
    weights = {}
    for layer in range(2):
        for name in ("q_proj", "v_proj"):
            prefix = f"base_model.model.model.layers.{layer}.self_attn.{name}"
            weights[f"{prefix}.lora_A.weight"] = torch.randn(rank, 128) * 0.1
            weights[f"{prefix}.lora_B.weight"] = torch.randn(128, rank) * 0.1
    save_file(weights, directory / "adapter_model.safetensors")
    return str(directory)
