# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Reentrant checkpointing, each block once: leave find_unused_parameters at False where nothing is unused.

$ python fix_without_find_unused.py
...3 steps done
"""

from shared_block import SharedBlock, train

if __name__ == "__main__":
    train(SharedBlock(times=1, use_reentrant=True), find_unused_parameters=False)
