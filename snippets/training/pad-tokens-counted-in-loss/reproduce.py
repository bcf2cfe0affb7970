# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""Labels that are a copy of the padded inputs: most of what is scored is that padding follows padding.

$ python reproduce.py
loss reported ..., loss on the texts ..., ... times as much
"""

from texts import train

if __name__ == "__main__":
    raise SystemExit(train(lambda ids, _: ids.clone()))
