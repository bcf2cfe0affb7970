# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# needs = {root = true, cgroup = true, memory = "2 GiB"}
# ///
"""A model without storage, given the mapped tensors themselves: no copy of the weights is made at all.

$ python fix_meta_assign.py
loaded, checksum 67108864
rank ended by exit 0
kills counted in its memory group: 0
"""

import sys

import torch
from limited import run_limited
from model import CHECKPOINT, LIMIT, Model, checksum, write_checkpoint


def load() -> None:
    """Make the model on the meta device, then let it take the tensors over."""
    with torch.device("meta"):
        model = Model()
    model.load_state_dict(torch.load(CHECKPOINT, mmap=True), assign=True)
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
