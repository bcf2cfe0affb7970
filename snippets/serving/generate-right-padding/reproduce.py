# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""Two prompts in a batch that is padded on the right: the shorter one is continued after its padding.

$ python reproduce.py
...A decoder-only architecture is being used, but right-padding was detected! ...
[5, 6, 7]: in the batch [...], alone [8, 9, 10, 11]
[1, 2, 3, 4, 5, 6, 7]: in the batch [8, 9, 10, 11], alone [8, 9, 10, 11]
prompts with the same answer in a batch and alone: 1 of 2
"""

from counting import compare

if __name__ == "__main__":
    raise SystemExit(compare("right"))
