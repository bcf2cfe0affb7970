# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""A head that is never used: freeze it before DDP counts the parameters, and nothing waits for it.

$ torchrun --nproc-per-node=2 --standalone fix_freeze_before_wrapping.py
...3 steps done
"""

from two_heads import TwoHeads, train

if __name__ == "__main__":
    model = TwoHeads()
    model.auxiliary.requires_grad_(False)  # before DDP: afterwards its hooks are already in place
    train(model, steps=(False, False, False))
