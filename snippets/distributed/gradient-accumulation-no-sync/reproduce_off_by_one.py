# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""The condition is one off: the first micro-batch is reduced and the last is not, and each rank steps on its own.

$ python reproduce_off_by_one.py
gradients were reduced 1 times for one optimizer step
after the optimizer step the replicas differ by 0.00...
"""

from contextlib import nullcontext

from accumulate import Counted, Micro, loss_of, run


def off_by_one(model: Counted, micros: Micro) -> None:
    """Reduce when the index is a multiple of four, which is the first of four."""
    for index, micro in enumerate(micros):
        with nullcontext() if index % 4 == 0 else model.no_sync():
            loss_of(model, micro).backward()


if __name__ == "__main__":
    raise SystemExit(run(off_by_one))
