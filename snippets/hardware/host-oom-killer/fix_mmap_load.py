# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# needs = {root = true, cgroup = true, memory = "2 GiB"}
# ///
"""The same load under the same limit with mmap=True: the checkpoint's pages stay the kernel's to drop.

$ python fix_mmap_load.py
loaded, checksum 67108864
rank ended by exit 0
kills counted in its memory group: 0
"""

import sys

import torch
from limited import run_limited
from model import CHECKPOINT, LIMIT, Model, checksum, write_checkpoint


def load() -> None:
    """Map the file instead of reading it: only the model's own copy of the weights is held."""
    model = Model()
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter)
    model.load_state_dict(torch.load(CHECKPOINT, mmap=True))
    print("loaded, checksum", checksum(model))


if __name__ == "__main__":
    if sys.argv[1:] == ["load"]:
        load()
    else:
        write_checkpoint()
        ended = run_limited([sys.executable, __file__, "load"], LIMIT)
        print(f"rank ended by {ended.how}")
        print("kills counted in its memory group:", ended.kills)
        sys.exit(ended.status)
