# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5.0", "accelerate>=1.1"]
# [tool.faultbook]
# env = {HF_HUB_OFFLINE = "1", TRANSFORMERS_VERBOSITY = "error", USE_CPU = "1"}
# ///
"""transformers' own loss with the window's count; a model that is not given it falls back to its own mean.

$ python fix_num_items_in_batch.py
with num_items_in_batch: off by 0.0000
"""

import torch
from transformers.loss.loss_utils import ForCausalLMLoss
from window import IGNORED, MicroBatch, gradient, micro_batches

# A causal loss scores position i against label i + 1, so the reference must shift too.


def accumulate(model: torch.nn.Module, batches: list[MicroBatch]) -> None:
    """Give every micro-batch the same divisor, counted over the window as the Trainer counts it."""
    total = sum((labels[1:] != IGNORED).sum() for _, labels in batches)
    for features, labels in batches:
        logits = model(features)[None]
        ForCausalLMLoss(logits, labels[None], logits.shape[-1], num_items_in_batch=total).backward()


def full_batch(model: torch.nn.Module, batches: list[MicroBatch]) -> None:
    """Backward once through one padded batch of all sequences."""
    features, labels = (torch.stack(parts) for parts in zip(*batches, strict=True))
    logits = model(features)
    ForCausalLMLoss(logits, labels, logits.shape[-1]).backward()


if __name__ == "__main__":
    batches = micro_batches()
    reference, found = gradient(full_batch, batches), gradient(accumulate, batches)
    error = ((found - reference).norm() / reference.norm()).item()
    print(f"with num_items_in_batch: off by {error:.4f}")
    raise SystemExit(int(error > 0.05))
