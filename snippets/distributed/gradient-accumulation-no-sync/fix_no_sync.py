# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Forward and backward of all but the last micro-batch inside no_sync: one reduction, and equal replicas.

$ python fix_no_sync.py
gradients were reduced 1 times for one optimizer step
after the optimizer step the replicas differ by 0.0000
"""

from contextlib import nullcontext

from accumulate import Counted, Micro, loss_of, run


def once(model: Counted, micros: Micro) -> None:
    """Reduce with the last micro-batch, which carries the gradients of all."""
    for index, micro in enumerate(micros, 1):
        with nullcontext() if index == len(micros) else model.no_sync():
            loss_of(model, micro).backward()


if __name__ == "__main__":
    raise SystemExit(run(once))
