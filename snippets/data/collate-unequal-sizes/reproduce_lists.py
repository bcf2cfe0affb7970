# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The same with lists of token ids, which the loader takes for columns.

$ python reproduce_lists.py
Traceback (most recent call last):
...
RuntimeError: each element in list of batch should be of equal size
"""

import torch

if __name__ == "__main__":
    sentences = [{"ids": list(range(length))} for length in (3, 5)]
    for batch in torch.utils.data.DataLoader(sentences, batch_size=2):
        print(batch)
