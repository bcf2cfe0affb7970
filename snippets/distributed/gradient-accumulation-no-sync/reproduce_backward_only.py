# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""no_sync around backward alone: DDP decides in forward, so nothing is saved.

$ python reproduce_backward_only.py
gradients were reduced 4 times for one optimizer step
after the optimizer step the replicas differ by 0.0000
"""

from accumulate import Counted, Micro, loss_of, run


def backward_only(model: Counted, micros: Micro) -> None:
    """Enter no_sync too late."""
    for micro in micros[:-1]:
        loss = loss_of(model, micro)
        with model.no_sync():
            loss.backward()
    loss_of(model, micros[-1]).backward()


if __name__ == "__main__":
    raise SystemExit(run(backward_only))
