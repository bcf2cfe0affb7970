# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A cosine of ten epochs that is stepped at each batch: it ends after one epoch, and rises again without a word.

$ python reproduce_per_batch.py
learning rate is off the plan in 99 of 100 steps, by up to 0.976 of the peak
"""

from plan import EPOCHS, STEPS, compare, optimizer
from torch.optim.lr_scheduler import CosineAnnealingLR

if __name__ == "__main__":
    sgd = optimizer()
    scheduler = CosineAnnealingLR(sgd, T_max=EPOCHS)  # counts epochs
    used = []
    for _ in range(STEPS):  # counts batches
        used.append(sgd.param_groups[0]["lr"])
        sgd.step()
        scheduler.step()
    raise SystemExit(compare(used))
