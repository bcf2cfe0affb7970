# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""The length stays; rows of which nothing is left to score are counted and left out before training.

$ python fix_drop_empty_rows.py
left out: 2 of 4
8 tokens, 4 scored, loss ...
12 tokens, 3 scored, loss ...
batches without a scored label: 0 of 2, no number in 0, weights finite: True
"""

from prompts import PROMPTS, row, train

if __name__ == "__main__":
    rows = [row(prompt, max_length=12) for prompt in PROMPTS]
    kept = [(ids, labels) for ids, labels in rows if bool((labels[:, 1:] != -100).any())]
    print(f"left out: {len(rows) - len(kept)} of {len(rows)}")
    raise SystemExit(train(kept))
