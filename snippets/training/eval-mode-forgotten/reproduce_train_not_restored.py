# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The mirror image: evaluation calls eval(), nobody calls train(), and dropout is off for the rest of the run.

$ python reproduce_train_not_restored.py
training goes on with 5 of 5 modules in evaluation mode, dropout leaves out 0.00 of 0.50
"""

import torch
from network import trained


@torch.inference_mode()
def evaluate(model: torch.nn.Module, x: torch.Tensor) -> torch.Tensor:
    model.eval()
    return model(x)


if __name__ == "__main__":
    model, x, _ = trained()
    evaluate(model, x)
    off = sum(not module.training for module in model)
    share = (model[3](torch.ones(1000)) == 0).float().mean().item()
    dropped = f"dropout leaves out {share:.2f} of 0.50"
    print(f"training goes on with {off} of {len(model)} modules in evaluation mode, {dropped}")
    raise SystemExit(int(off > 0))
