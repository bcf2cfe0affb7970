# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Evaluation under inference_mode builds no graph, so there is nothing to hold, whatever is kept of the outputs.

$ python fix_no_grad.py
activations held for backward: 0.0 MiB after 1 step, 0.0 MiB after 20 steps
"""

import torch
from held import Held, network

if __name__ == "__main__":
    model, x = network()
    held, total, outputs = Held(model), 0.0, []
    with held.watch(), torch.inference_mode():
        for _ in range(20):
            y = model(x)
            total += y.pow(2).mean().item()
            outputs.append(y.cpu())
            held.note()
    raise SystemExit(held.report())
