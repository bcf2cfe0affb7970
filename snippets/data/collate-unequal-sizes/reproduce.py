# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Sentences of different lengths, and the loader's own way to make a batch.

$ python reproduce.py
batch of shape [2, 4]
Traceback (most recent call last):
...
RuntimeError: stack expects each tensor to be equal size, but got [3] at entry 0 and [5] at entry 1
"""

import torch

if __name__ == "__main__":
    sentences = [torch.arange(length) for length in (4, 4, 3, 5)]
    for batch in torch.utils.data.DataLoader(sentences, batch_size=2):
        print("batch of shape", list(batch.shape), flush=True)
