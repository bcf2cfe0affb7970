# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "safetensors>=0.6"]
# ///
"""A repository cloned without Git LFS: the weights are a text of three lines.

$ python reproduce.py
Traceback (most recent call last):
...
safetensors...SafetensorError: Error while deserializing header: header too large
"""

from pathlib import Path

from pointer import pointer_to
from safetensors.torch import load_file

if __name__ == "__main__":
    Path("model.safetensors").write_text(pointer_to(b"the weights, which are not here"))
    load_file("model.safetensors")
