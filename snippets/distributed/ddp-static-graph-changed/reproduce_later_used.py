# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""The other way round: a head that joins the loss at step 3 fails in the backward of that step.

$ python reproduce_later_used.py
step 1 main
step 2 main
...
...RuntimeError: Your training graph has changed in this iteration, ...
"""

from late_head import LateHead, train, wrap

if __name__ == "__main__":
    train(wrap(LateHead(), static_graph=True), steps=(False, False, True))
