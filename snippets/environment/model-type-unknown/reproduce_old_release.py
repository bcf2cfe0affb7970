# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers==4.50.3"]
# [tool.faultbook]
# group = "heavy"
# timeout = 120
# [tool.faultbook.env]
# TRANSFORMERS_VERBOSITY = "error"
# ///
"""A Qwen3 configuration and the last release before Qwen3.

$ python reproduce_old_release.py
...
ValueError: The checkpoint you are trying to load has model type `qwen3` but Transformers does not recognize ...
...
"""

from checkpoint import folder
from transformers import AutoConfig

if __name__ == "__main__":
    AutoConfig.from_pretrained(folder("qwen3", transformers_version="4.51.0"))
