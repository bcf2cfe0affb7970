# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""With a gradient scaler: leave the schedule alone in the steps that the scaler leaves out.

$ python fix_skip_with_scaler.py
steps taken 8 of 10, scheduler steps 8
"""

import torch
from plan import STEPS, optimizer
from torch.optim.lr_scheduler import CosineAnnealingLR

if __name__ == "__main__":
    sgd = optimizer()
    weight = sgd.param_groups[0]["params"][0]
    scheduler = CosineAnnealingLR(sgd, T_max=STEPS)
    scaler = torch.amp.GradScaler("cpu", init_scale=2.0**16)
    taken = 0
    for step in range(10):
        loss = weight.sum() * (float("inf") if step < 2 else 1.0)  # the scale is too high at first
        sgd.zero_grad()
        scaler.scale(loss).backward()
        before = scaler.get_scale()
        scaler.step(sgd)
        scaler.update()
        if scaler.get_scale() >= before:  # it falls exactly when the step was left out
            scheduler.step()
            taken += 1
    print(f"steps taken {taken} of 10, scheduler steps {scheduler.last_epoch}")
