# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""The same shared block with use_reentrant=False: one backward, in which each parameter is ready once.

$ python fix_non_reentrant.py
...3 steps done
"""

from shared_block import SharedBlock, train

if __name__ == "__main__":
    train(SharedBlock(times=2, use_reentrant=False), find_unused_parameters=True)
