# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Each block checkpointed once, every parameter used, but DDP was told to look for unused ones.

$ python reproduce_find_unused.py
...
...RuntimeError: Expected to mark a variable ready only once. ...
"""

from shared_block import SharedBlock, train

if __name__ == "__main__":
    train(SharedBlock(times=1, use_reentrant=True), find_unused_parameters=True)
