# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR", PET_LOCAL_ADDR = "127.0.0.1"}
# ///
"""Both nodes start the same command, with one id, one endpoint and one number of nodes. Here both are on this host.

$ python fix_same_command.py
2 agents met
"""

import os
import socket
import subprocess
import sys

import torch.distributed as dist

if __name__ == "__main__":
    if "RANK" in os.environ:
        dist.init_process_group("gloo")
        if dist.get_rank() == 0:
            print(f"{dist.get_world_size()} agents met", flush=True)
        dist.barrier()
        dist.destroy_process_group()
    else:
        with socket.create_server(("127.0.0.1", 0)) as free:
            endpoint = f"localhost:{free.getsockname()[1]}"
        torchrun = [sys.executable, "-m", "torch.distributed.run", "--nnodes=2", "--nproc-per-node=1"]
        torchrun += ["--rdzv-backend=c10d", "--rdzv-id=job-48213", f"--rdzv-endpoint={endpoint}", __file__]
        nodes = [subprocess.Popen(torchrun) for _ in range(2)]
        codes = [node.wait() for node in nodes]
        sys.exit(any(codes))
