# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Plan and step in one unit, the optimizer step: after it, and only when it was taken.

$ python fix_count_optimizer_steps.py
learning rate is off the plan in 0 of 100 steps, by up to 0.000 of the peak
with accumulation of 4: 20 optimizer steps, 20 scheduler steps, last rate 0.0062
"""

from plan import BATCHES, EPOCHS, compare, optimizer
from torch.optim.lr_scheduler import CosineAnnealingLR


def train(accumulation: int) -> tuple[list[float], int]:
    """Return the rate of each optimizer step, and how often the scheduler stepped."""
    total = EPOCHS * (BATCHES // accumulation)  # an incomplete last window of an epoch makes no step
    sgd = optimizer()
    scheduler = CosineAnnealingLR(sgd, T_max=total)
    used = []
    for _ in range(EPOCHS):
        for batch in range(1, BATCHES + 1):
            if batch % accumulation == 0:
                used.append(sgd.param_groups[0]["lr"])
                sgd.step()
                scheduler.step()
    return used, scheduler.last_epoch


if __name__ == "__main__":
    failed = compare(train(1)[0])
    used, stepped = train(4)
    print(f"with accumulation of 4: {len(used)} optimizer steps, {stepped} scheduler steps, last rate {used[-1]:.4f}")
    raise SystemExit(failed)
