# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Step 1 leaves the auxiliary head out; DDP notices when step 2 starts.

$ torchrun --nproc-per-node=2 --standalone reproduce.py
...
...RuntimeError: Expected to have finished reduction in the prior iteration before starting a new one. ...
...Parameter indices which did not receive grad for rank ...: 4 5
...
"""

from two_heads import TwoHeads, train

if __name__ == "__main__":
    train(TwoHeads(), steps=(False, True))
