# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""Room for the longest example: every batch scores its answer.

$ python fix_longer_max_length.py
8 tokens, 4 scored, loss ...
13 tokens, 4 scored, loss ...
16 tokens, 4 scored, loss ...
19 tokens, 4 scored, loss ...
batches without a scored label: 0 of 4, no number in 0, weights finite: True
"""

from prompts import PROMPTS, row, train

if __name__ == "__main__":
    raise SystemExit(train([row(prompt, max_length=24) for prompt in PROMPTS]))
