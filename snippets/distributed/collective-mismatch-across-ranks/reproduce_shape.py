# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_DISTRIBUTED_DEBUG = "DETAIL"}
# ///
"""The same collective on both ranks, with a last batch that is shorter on one of them.

$ torchrun --nproc-per-node=2 --standalone reproduce_shape.py
...RuntimeError: Detected mismatch between collectives on ranks. Rank ... is running collective: ...
...OpType=ALLGATHER...Collectives differ in the following aspects: ...Tensor Tensor shapes: ...
...
"""

from datetime import timedelta

import torch
import torch.distributed as dist

torch.set_num_threads(1)

if __name__ == "__main__":
    dist.init_process_group("gloo", timeout=timedelta(seconds=20))
    predictions = torch.arange(3.0 if dist.get_rank() == 0 else 2.0)
    gathered = [torch.empty_like(predictions) for _ in range(dist.get_world_size())]
    dist.all_gather(gathered, predictions)
    dist.destroy_process_group()
