# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""The loop of a single GPU, under DDP: each backward reduces all gradients, four times for one step.

$ python reproduce.py
gradients were reduced 4 times for one optimizer step
after the optimizer step the replicas differ by 0.0000
"""

from accumulate import Counted, Micro, loss_of, run


def each_time(model: Counted, micros: Micro) -> None:
    """Add up the gradients of all micro-batches."""
    for micro in micros:
        loss_of(model, micro).backward()


if __name__ == "__main__":
    raise SystemExit(run(each_time))
