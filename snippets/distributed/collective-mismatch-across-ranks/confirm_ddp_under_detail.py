# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13,<2.14"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Building DistributedDataParallel on gloo, one process, without DETAIL and under it.

$ python confirm_ddp_under_detail.py
TORCH_DISTRIBUTED_DEBUG=OFF: exit code 0
TORCH_DISTRIBUTED_DEBUG=DETAIL: exit code -11
"""

import os
import subprocess
import sys
from pathlib import Path

import torch
import torch.distributed as dist

if len(sys.argv) > 1:
    dist.init_process_group("gloo", init_method=Path(sys.argv[1]).resolve().as_uri(), rank=0, world_size=1)
    torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(4, 4))
    os._exit(0)

for debug in ("OFF", "DETAIL"):
    command = [sys.executable, __file__, f"store-{debug}"]
    ended = subprocess.run(command, env={**os.environ, "TORCH_DISTRIBUTED_DEBUG": debug}, capture_output=True)
    print(f"TORCH_DISTRIBUTED_DEBUG={debug}: exit code {ended.returncode}")
