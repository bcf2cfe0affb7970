# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The same formula written by hand broadcasts just as well, and says nothing.

$ python reproduce_by_hand.py
explained variance 0.000, predictions 1.70 +- 0.00, loss 9.794
"""

from regression import learn

if __name__ == "__main__":
    raise SystemExit(learn(lambda prediction, y: (prediction - y).pow(2).mean()))
