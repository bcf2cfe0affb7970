# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Heads that come and go: let DDP look for unused parameters after each forward.

$ torchrun --nproc-per-node=2 --standalone fix_find_unused_parameters.py
...3 steps done
"""

from two_heads import TwoHeads, train

if __name__ == "__main__":
    train(TwoHeads(), steps=(False, True, False), find_unused_parameters=True)
