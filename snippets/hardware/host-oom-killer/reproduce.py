# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# needs = {root = true, cgroup = true, memory = "2 GiB"}
# ///
"""Loading a checkpoint holds the weights twice; under a limit for one copy the kernel kills the process.

$ python reproduce.py
rank ended by SIGKILL, and printed nothing itself
kills counted in its memory group: 1
...Memory cgroup out of memory: Killed process ... (python...) total-vm:...kB, anon-rss:...kB, ...
"""

import sys

import torch
from limited import run_limited
from model import CHECKPOINT, LIMIT, Model, checksum, write_checkpoint


def load() -> None:
    """Load as most scripts do: a whole model, then a whole state dict, then the copy."""
    model = Model()
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter)
    model.load_state_dict(torch.load(CHECKPOINT))
    print("loaded, checksum", checksum(model))


if __name__ == "__main__":
    if sys.argv[1:] == ["load"]:
        load()
    else:
        write_checkpoint()
        ended = run_limited([sys.executable, __file__, "load"], LIMIT)
        if ended.kills:
            print(f"rank ended by {ended.how}, and printed nothing itself")
            print("kills counted in its memory group:", ended.kills)
            print(*ended.kernel, sep="\n")
        sys.exit(128 - ended.status if ended.status < 0 else ended.status)
