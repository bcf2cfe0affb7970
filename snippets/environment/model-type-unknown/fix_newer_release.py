# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers>=4.51"]
# ///
"""The Qwen3 configuration that 4.50.3 refuses, read by a release that has its code.

$ python fix_newer_release.py
loaded Qwen3Config
"""

from checkpoint import folder
from transformers import AutoConfig

if __name__ == "__main__":
    config = AutoConfig.from_pretrained(folder("qwen3", transformers_version="4.51.0"))
    print("loaded", type(config).__name__)
