"""Start Megatron's process groups on CPU ranks, quietly about what they lack there."""

import logging
import warnings

import torch

warnings.simplefilter("ignore")
logging.disable(logging.WARNING)


def start(**sizes: int) -> None:
    """Make the grid of the given sizes; print on rank 0 what came of it."""
    from megatron.core import parallel_state

    torch.distributed.init_process_group("gloo")
    parallel_state.initialize_model_parallel(**sizes)
    torch.distributed.barrier()
    if torch.distributed.get_rank() == 0:
        print(
            f"{torch.distributed.get_world_size()} ranks:",
            f"tensor {parallel_state.get_tensor_model_parallel_world_size()},",
            f"pipeline {parallel_state.get_pipeline_model_parallel_world_size()},",
            f"data {parallel_state.get_data_parallel_world_size()};",
            f"experts {parallel_state.get_expert_model_parallel_world_size()}",
            f"of tensor {parallel_state.get_expert_tensor_parallel_world_size()}",
        )
    parallel_state.destroy_model_parallel()
    torch.distributed.destroy_process_group()
