# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# exit = 1
# ///
"""The suspect batch on the CPU: an index that is out of range raises at its own line, with the number.

$ python confirm_index_range.py
Traceback (most recent call last):
...
IndexError: index 128 is out of bounds for dimension 0 with size 128
"""

import torch

if __name__ == "__main__":
    rope_cache = torch.zeros(128, 16)  # one row for each position; the longest sequence allowed is 128
    positions = torch.arange(120, 130)  # the batch that ended the job
    rope_cache[positions]
