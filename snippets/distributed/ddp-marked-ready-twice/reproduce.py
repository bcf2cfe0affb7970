# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""One block, checkpointed twice in a forward with use_reentrant=True: its parameters are reported ready twice.

$ python reproduce.py
...
...RuntimeError: Expected to mark a variable ready only once. ...
"""

from shared_block import SharedBlock, train

if __name__ == "__main__":
    train(SharedBlock(times=2, use_reentrant=True))
