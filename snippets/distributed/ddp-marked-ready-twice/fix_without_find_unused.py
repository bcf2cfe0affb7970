# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""A reentrant checkpoint of each block once, or two forwards: leave find_unused_parameters at False where all is used.

$ python fix_without_find_unused.py
...3 steps done
gradients: 4 of 4
"""

from shared_block import SharedBlock, train
from two_forwards import step

if __name__ == "__main__":
    train(SharedBlock(times=1, use_reentrant=True), find_unused_parameters=False)
    step(find_unused_parameters=False)
