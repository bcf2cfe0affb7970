# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""The same texts in more columns: a loss that changes scores padding. And what each way of labelling counts.

$ python confirm_more_padding.py
copied labels: scored 496 of 96 tokens, loss changes with the padding: True
masked labels: scored 80 of 96 tokens, loss changes with the padding: False
"""

import torch
from texts import batch, model

if __name__ == "__main__":
    net = model().eval()
    for name, hidden in (("copied", None), ("masked", -100)):
        losses = []
        for columns in (32, 64):
            ids, mask = batch(columns)
            labels = ids if hidden is None else ids.masked_fill(mask == 0, hidden)
            with torch.no_grad():
                losses.append(net(input_ids=ids, attention_mask=mask, labels=labels).loss.item())
            if columns == 32:
                scored, tokens = int((labels[:, 1:] != -100).sum()), int(mask.sum())
        changed = abs(losses[0] - losses[1]) > 1e-5
        print(f"{name} labels: scored {scored} of {tokens} tokens, loss changes with the padding: {changed}")
