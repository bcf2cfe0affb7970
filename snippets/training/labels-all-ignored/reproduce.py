# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""Examples are cut to twelve tokens; where the prompt alone is as long, the whole answer is cut off.

$ python reproduce.py
8 tokens, 4 scored, loss ...
12 tokens, 3 scored, loss ...
12 tokens, 0 scored, loss nan
12 tokens, 0 scored, loss nan
batches without a scored label: 2 of 4, no number in 2, weights finite: True
"""

from prompts import PROMPTS, row, train

if __name__ == "__main__":
    raise SystemExit(train([row(prompt, max_length=12) for prompt in PROMPTS]))
