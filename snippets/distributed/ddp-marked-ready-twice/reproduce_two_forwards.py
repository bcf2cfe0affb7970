# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""No checkpoint: two forwards, each through another head, and one backward for both.

$ python reproduce_two_forwards.py
...
...RuntimeError: Expected to mark a variable ready only once. ...
"""

from two_forwards import step

if __name__ == "__main__":
    step(find_unused_parameters=True)
