# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Play the schedule without a model, and read the rate at three places.

$ python confirm.py
planned   1.000 0.500 0.000, rises 0 times
per batch 1.000 0.000 0.976, rises 49 times
"""

from itertools import pairwise

from plan import EPOCHS, PLANNED, STEPS, optimizer
from torch.optim.lr_scheduler import CosineAnnealingLR


def show(name: str, rates: list[float]) -> None:
    """Print the first, middle and last rate, and how often it rises."""
    rises = sum(b > a + 1e-9 for a, b in pairwise(rates))
    print(f"{name:9} {rates[0]:.3f} {rates[STEPS // 2]:.3f} {rates[-1]:.3f}, rises {rises} times")


if __name__ == "__main__":
    sgd = optimizer()
    scheduler = CosineAnnealingLR(sgd, T_max=EPOCHS)
    used = []
    for _ in range(STEPS):
        used.append(scheduler.get_last_lr()[0])
        sgd.step()
        scheduler.step()
    show("planned", PLANNED)
    show("per batch", used)
