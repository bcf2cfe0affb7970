# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR"}
# ///
"""Who is missing? Each rank that arrives leaves its number, so that rank 0 can name the others.

$ python confirm.py
3 ranks expected, here: [0, 2], missing: [1]
"""

from datetime import timedelta

import torch.distributed as dist

if __name__ == "__main__":
    options = {"world_size": 3, "wait_for_workers": False, "timeout": timedelta(seconds=30)}
    server = dist.TCPStore("127.0.0.1", 0, is_master=True, **options)
    for rank in (0, 2):  # what each rank does first, before init_process_group
        dist.TCPStore("127.0.0.1", server.port, is_master=False, **options).set(f"here/{rank}", "yes")
    here = [rank for rank in range(3) if server.check([f"here/{rank}"])]
    print(f"3 ranks expected, here: {here}, missing: {sorted({0, 1, 2} - set(here))}")
