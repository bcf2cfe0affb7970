# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Steps that differ: no promise, and a search for the unused parameters in each of them.

$ python fix_find_unused_parameters.py
...step 1 auxiliary
step 2 main
step 3 main
step 4 auxiliary
"""

from late_head import LateHead, end, train, wrap

if __name__ == "__main__":
    train(wrap(LateHead(), find_unused_parameters=True), steps=(True, False, False, True))
    end()
