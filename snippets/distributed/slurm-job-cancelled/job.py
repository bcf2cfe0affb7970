"""A training loop that a signal may stop between two steps, and that goes on where it was stopped."""

import os
import signal
import sys
from pathlib import Path

CHECKPOINT = Path("checkpoint")


def train(warn_at: int, steps: int = 10) -> None:
    """Take steps; at *warn_at* of the first run comes the warning that Slurm sends before its limit."""
    warned: list[int] = []
    signal.signal(signal.SIGUSR1, lambda number, _: warned.append(number))
    first = int(CHECKPOINT.read_text()) if CHECKPOINT.exists() else 0
    for step in range(first, steps):
        if step == warn_at and first == 0:
            os.kill(os.getpid(), signal.SIGUSR1)  # in Slurm's place
        if warned:
            CHECKPOINT.write_text(str(step))
            print(f"warned by {signal.Signals(warned[0]).name}, saved at step {step}")
            sys.exit(0)
    print(f"went on at step {first}, done at step {steps}")


if __name__ == "__main__":
    train(warn_at=6)
