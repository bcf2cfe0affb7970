"""Sixteen requests of 143 tokens each, and what the engine's counter says about them."""

from __future__ import annotations

from pathlib import Path

from tiny_model import make_tiny_model

__all__ = ["serve_load"]

REQUESTS = 16


def serve_load(*, cache_tokens: int, at_once: int) -> int:
    """Serve the load with a cache of so many tokens; return how often a request lost its cache."""
    from vllm import LLM, SamplingParams

    llm = LLM(
        make_tiny_model(Path("tiny"), context=512),
        dtype="bfloat16",
        enforce_eager=True,
        enable_prefix_caching=False,
        disable_log_stats=False,
        max_num_seqs=at_once,
        kv_cache_memory_bytes=cache_tokens * 1024,  # 1 KiB a token
    )
    params = SamplingParams(max_tokens=140, ignore_eos=True, temperature=0)
    answers = llm.generate([f"p{index:02d}" for index in range(REQUESTS)], params, use_tqdm=False)
    counters = {metric.name: getattr(metric, "value", None) for metric in llm.get_metrics()}
    preemptions = int(counters["vllm:num_preemptions"] or 0)
    tokens = sum(len(answer.outputs[0].token_ids) for answer in answers)
    print(f"{preemptions / REQUESTS:.2f} preemptions per request, {tokens} tokens generated", flush=True)
    return preemptions
