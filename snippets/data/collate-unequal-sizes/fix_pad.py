# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Pad each batch to its longest sentence, and hand a mask on; the loss does not see the padding.

$ python fix_pad.py
batch of shape [2, 5], real tokens 8
loss on real tokens only: True
"""

import torch
from torch.nn.utils.rnn import pad_sequence

IGNORED = -100


def padded(batch: list[torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return ids, mask and labels of one batch."""
    ids = pad_sequence(batch, batch_first=True, padding_value=0)
    mask = pad_sequence([torch.ones_like(sample) for sample in batch], batch_first=True)
    return ids, mask, ids.masked_fill(mask == 0, IGNORED)


if __name__ == "__main__":
    torch.manual_seed(0)
    sentences = [torch.arange(length) for length in (3, 5)]
    ((ids, mask, labels),) = torch.utils.data.DataLoader(sentences, batch_size=2, collate_fn=padded)
    print(f"batch of shape {list(ids.shape)}, real tokens {int(mask.sum())}")
    logits = torch.randn(2, 5, 8)
    loss = torch.nn.functional.cross_entropy(logits.transpose(1, 2), labels, ignore_index=IGNORED)
    alone = torch.cat([logits[0, :3], logits[1]])
    same = torch.allclose(loss, torch.nn.functional.cross_entropy(alone, torch.cat(sentences)))
    print("loss on real tokens only:", same)
