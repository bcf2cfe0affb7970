"""A bf16 base layer with a float32 adapter, as adapters are often added, in one process on the CPU."""

import torch
import torch.distributed as dist

torch.set_num_threads(1)


def base_with_adapter() -> torch.nn.Sequential:
    """Start the process group and return the model."""
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    base, adapter = torch.nn.Linear(8, 8, dtype=torch.bfloat16), torch.nn.Linear(8, 8)
    return torch.nn.Sequential(base, adapter)
