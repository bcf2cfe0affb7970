# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Reentrant checkpointing of a shared block, with the promise that every step uses the same parameters equally often.

$ python fix_static_graph.py
...3 steps done
"""

from shared_block import SharedBlock, train

if __name__ == "__main__":
    train(SharedBlock(times=2, use_reentrant=True), static_graph=True)
