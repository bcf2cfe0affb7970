# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The loop of the PyTorch FAQ: after a plain backward a kept loss holds no activation, only small graph nodes.

$ python confirm.py
kept after backward(): 0.0 MiB of activations
kept without backward(): 42.5 MiB of activations
kept after backward(retain_graph=True): 42.5 MiB of activations
kept as .to() copies of the outputs: 42.5 MiB of activations
kept values that still have a history: 3 of 4
"""

import torch
from held import Held, network


def kept(backward: str) -> float:
    """Return the MiB held after twenty steps whose losses are kept."""
    model, x = network()
    held, history = Held(model), []
    with held.watch():
        for _ in range(20):
            loss = model(x).pow(2).mean()
            if backward:
                loss.backward(retain_graph=backward == "retain")
            history.append(loss)
        del loss
        return held.bytes / 2**20


if __name__ == "__main__":
    print(f"kept after backward(): {kept('plain'):.1f} MiB of activations")
    print(f"kept without backward(): {kept(''):.1f} MiB of activations")
    print(f"kept after backward(retain_graph=True): {kept('retain'):.1f} MiB of activations")
    model, x = network()
    held = Held(model)
    with held.watch():
        copies = [model(x).to(torch.float64) for _ in range(20)]
    print(f"kept as .to() copies of the outputs: {held.bytes / 2**20:.1f} MiB of activations")
    del copies
    w = torch.ones(2, requires_grad=True)
    metrics = {"loss": (w * 2).sum(), "accuracy": torch.tensor(0.9), "norm": w.norm(), "ema": 0.9 * w.sum()}
    leaking = [name for name, value in metrics.items() if value.requires_grad]
    print(f"kept values that still have a history: {len(leaking)} of {len(metrics)}")
