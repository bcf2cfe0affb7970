# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_DISTRIBUTED_DEBUG = "INFO"}
# ///
"""With TORCH_DISTRIBUTED_DEBUG=INFO the same error names the parameters instead of counting them.

$ torchrun --nproc-per-node=2 --standalone reproduce_named.py
...
...RuntimeError: Expected to have finished reduction in the prior iteration before starting a new one...
...Parameters which did not receive grad for rank ...: auxiliary.bias, auxiliary.weight
...
"""

from two_heads import TwoHeads, train

if __name__ == "__main__":
    train(TwoHeads(), steps=(False, True))
