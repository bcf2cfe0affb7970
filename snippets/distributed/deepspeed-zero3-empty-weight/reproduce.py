# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""A model that zero.Init partitioned and no engine owns, such as a teacher or a reference, is called.

$ python reproduce.py
...
...RuntimeError: 'weight' must be 2-D
"""

from zero3 import TOKENS, partitioned

if __name__ == "__main__":
    partitioned()(TOKENS)
