# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""The same batch padded on the left: each row ends with its prompt, and each answer is the one it has alone.

$ python fix_pad_left.py
[5, 6, 7]: in the batch [8, 9, 10, 11], alone [8, 9, 10, 11]
[1, 2, 3, 4, 5, 6, 7]: in the batch [8, 9, 10, 11], alone [8, 9, 10, 11]
prompts with the same answer in a batch and alone: 2 of 2
"""

from counting import compare

if __name__ == "__main__":
    raise SystemExit(compare("left"))
