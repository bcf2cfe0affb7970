# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# needs = {root = true, cgroup = true, memory = "2 GiB"}
# ///
"""Ask for what the job was seen to use, and a quarter more: measured in one run, held by the next.

$ python fix_measured_limit.py
loaded, checksum 67108864
loaded, checksum 67108864
rank ended by exit 0 under 1.25 times the measured peak
"""

import sys

import torch
from limited import MiB, run_limited
from model import CHECKPOINT, Model, checksum, write_checkpoint


def load() -> None:
    """Load as most scripts do: a whole model, then a whole state dict, then the copy."""
    model = Model()
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter)
    model.load_state_dict(torch.load(CHECKPOINT))
    print("loaded, checksum", checksum(model), flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["load"]:
        load()
    else:
        write_checkpoint()
        measured = run_limited([sys.executable, __file__, "load"], 2048 * MiB)
        ended = run_limited([sys.executable, __file__, "load"], measured.peak * 5 // 4)
        print(f"rank ended by {ended.how} under 1.25 times the measured peak")
        sys.exit(ended.status)
