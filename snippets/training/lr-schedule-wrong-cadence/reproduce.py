# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The scheduler steps before the optimizer: the first rate of the plan is never used.

$ python reproduce.py
...UserWarning: Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 ...
...
learning rate is off the plan in 100 of 100 steps, by up to 0.016 of the peak
"""

from plan import STEPS, compare, optimizer
from torch.optim.lr_scheduler import CosineAnnealingLR

if __name__ == "__main__":
    sgd = optimizer()
    scheduler = CosineAnnealingLR(sgd, T_max=STEPS)
    used = []
    for _ in range(STEPS):
        scheduler.step()
        used.append(sgd.param_groups[0]["lr"])
        sgd.step()
    raise SystemExit(compare(used))
