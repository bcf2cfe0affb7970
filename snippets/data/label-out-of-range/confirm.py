# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The smallest and largest value of each index tensor, beside the size of the table that it indexes.

$ python confirm.py
labels 1..5, classes 0..4: outside
masks 0..255, classes 0..20: outside, unless 255 is the ignore_index
token ids 3..99, rows 0..99: inside
"""

import torch


def described(name: str, index: torch.Tensor, size: int, table: str) -> str:
    """Say where the values of *index* lie."""
    low, high = int(index.min()), int(index.max())
    return f"{name} {low}..{high}, {table} 0..{size - 1}: {'inside' if low >= 0 and high < size else 'outside'}"


if __name__ == "__main__":
    print(described("labels", torch.tensor([1, 2, 3, 4, 5]), 5, "classes"))
    print(described("masks", torch.tensor([0, 7, 20, 255]), 21, "classes") + ", unless 255 is the ignore_index")
    print(described("token ids", torch.tensor([3, 50, 99]), torch.nn.Embedding(100, 4).num_embeddings, "rows"))
