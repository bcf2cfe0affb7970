# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""The first step uses every parameter, the second leaves a head out: the third forward raises, search or no search.

$ python reproduce.py
...UserWarning: You passed find_unused_parameters=true to DistributedDataParallel, ...
...
step 1 auxiliary
step 2 main
...
...RuntimeError: Expected to have finished reduction in the prior iteration before starting a new one. ...
...Parameter indices which did not receive grad for rank 0: 4 5
...
"""

from late_head import LateHead, train, wrap

if __name__ == "__main__":
    train(wrap(LateHead(), static_graph=True, find_unused_parameters=True), steps=(True, False, False))
