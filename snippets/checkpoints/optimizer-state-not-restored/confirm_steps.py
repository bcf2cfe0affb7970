# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Ask the optimizer how many steps it has seen: after a resume it must be the run's own number.

$ python confirm_steps.py
weights only: parameters with state 0 of 4, steps seen []
both loaded: parameters with state 4 of 4, steps seen [300]
size of the first update per weight: 0.0030 without state, 0.0015 with it
"""

import torch
from training import checkpoint, model, optimizer_of, train


def resume(*, with_optimizer: bool) -> tuple[torch.nn.Module, torch.optim.Optimizer]:
    """Return the model and the optimizer of a resumed run."""
    saved = torch.load("last.pt")
    net = model()
    net.load_state_dict(saved["model"])
    optimizer = optimizer_of(net)
    if with_optimizer:
        optimizer.load_state_dict(saved["optimizer"])
    return net, optimizer


def first_update(net: torch.nn.Module, optimizer: torch.optim.Optimizer) -> float:
    """Return the mean size by which one step moves a weight of the first layer."""
    before = net[0].weight.detach().clone()
    train(net, optimizer, 1)
    return (net[0].weight - before).abs().mean().item()


if __name__ == "__main__":
    checkpoint("last.pt")
    sizes = []
    for what, with_optimizer in (("weights only", False), ("both loaded", True)):
        net, optimizer = resume(with_optimizer=with_optimizer)
        state = optimizer.state
        seen = sorted({int(entry["step"]) for entry in state.values()})
        print(f"{what}: parameters with state {len(state)} of {len(list(net.parameters()))}, steps seen {seen}")
        sizes.append(first_update(net, optimizer))
    print(f"size of the first update per weight: {sizes[0]:.4f} without state, {sizes[1]:.4f} with it")
