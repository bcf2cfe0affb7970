# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The training script is started by Python itself, so nobody said which rank of how many it is.

$ python reproduce.py
...Traceback (most recent call last):
...
ValueError: Error initializing torch.distributed using env:// rendezvous: environment variable RANK expected, ...
"""

import torch.distributed as dist

if __name__ == "__main__":
    dist.init_process_group("gloo")
