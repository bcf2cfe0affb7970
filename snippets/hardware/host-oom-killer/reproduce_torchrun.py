# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# needs = {root = true, cgroup = true, memory = "3 GiB"}
# env = {OMP_NUM_THREADS = "1"}
# ///
"""The same kill under torchrun: the agent reports a signal, and only the kernel's log says why it was sent.

$ python reproduce_torchrun.py
...(exitcode: -9)...
...Signal 9 (SIGKILL) received by PID ...
...Memory cgroup out of memory: Killed process ...
"""

import sys

import torch
from limited import MiB, run_limited
from model import CHECKPOINT, Model, checksum, write_checkpoint


def load() -> None:
    """Load on every rank at once: the job needs two models and two state dicts."""
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
        torchrun = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2", "--standalone"]
        ended = run_limited([*torchrun, __file__, "load"], 960 * MiB)
        print(*ended.kernel, sep="\n")
        sys.exit(ended.status)
