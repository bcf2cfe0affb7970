# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A context manager that switches to evaluation and gives each module its own mode back.

$ python fix_restore_mode.py
same input differs by 0.0000 between two passes, running mean moved by 0.0000
training again: True, frozen normalisation still frozen: True
"""

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from network import repeat, trained


@contextmanager
def evaluating(model: torch.nn.Module) -> Iterator[None]:
    """Run the body in evaluation mode; restore each module's own mode, also after an exception."""
    modes = [(module, module.training) for module in model.modules()]
    model.eval()
    try:
        yield
    finally:
        for module, training in modes:
            module.training = training  # not model.train(): that would thaw what was frozen


@torch.no_grad()
def evaluate(model: torch.nn.Module, x: torch.Tensor) -> torch.Tensor:
    with evaluating(model):
        return model(x)


if __name__ == "__main__":
    model, x, _ = trained()
    failed = repeat(model, evaluate, x)
    model.train()
    model[1].eval()  # a normalisation that is kept frozen during training
    evaluate(model, x)
    print(f"training again: {model.training}, frozen normalisation still frozen: {not model[1].training}")
    raise SystemExit(failed)
