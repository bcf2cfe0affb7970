# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Where one rank alone knows the size, it sends the shape first, and the others allocate what will come.

$ torchrun --nproc-per-node=2 --standalone fix_send_shape_first.py
...rank 1 has [0, 1, 2]
"""

import torch
import torch.distributed as dist

torch.set_num_threads(1)


def broadcast_any(tensor: torch.Tensor | None, src: int) -> torch.Tensor:
    """Return rank *src*'s tensor on every rank; the others need not know its shape."""
    known: list[tuple[torch.Size, torch.dtype] | None] = [None if tensor is None else (tensor.shape, tensor.dtype)]
    dist.broadcast_object_list(known, src=src)
    shape, dtype = known[0]
    buffer = torch.empty(shape, dtype=dtype) if tensor is None else tensor
    dist.broadcast(buffer, src=src)
    return buffer


if __name__ == "__main__":
    dist.init_process_group("gloo")
    result = broadcast_any(torch.arange(3) if dist.get_rank() == 0 else None, src=0)
    if dist.get_rank() == 1:
        print("rank 1 has", result.tolist(), flush=True)
    dist.barrier()
    dist.destroy_process_group()
