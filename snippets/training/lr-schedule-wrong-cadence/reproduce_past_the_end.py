# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""OneCycleLR knows where it ends, and refuses the step after.

$ python reproduce_past_the_end.py
Traceback (most recent call last):
...
ValueError: Tried to step 11 times. The specified number of total steps is 10
"""

from plan import EPOCHS, STEPS, optimizer
from torch.optim.lr_scheduler import OneCycleLR

if __name__ == "__main__":
    sgd = optimizer()
    scheduler = OneCycleLR(sgd, max_lr=1.0, total_steps=EPOCHS)
    for _ in range(STEPS):
        sgd.step()
        scheduler.step()
