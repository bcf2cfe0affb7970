# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# exit = 1
# ///
"""The same mistake in an input: ids counted from 1 into a table that has one row for each.

$ python confirm_embedding.py
category ids 1..10, rows 0..9
Traceback (most recent call last):
...
IndexError: index out of range in self
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    table, ids = torch.nn.Embedding(10, 3), torch.tensor([1, 4, 10])
    print(f"category ids {int(ids.min())}..{int(ids.max())}, rows 0..{table.num_embeddings - 1}", flush=True)
    table(ids)
