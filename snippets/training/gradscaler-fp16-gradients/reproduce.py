# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Trained weights in float16 under a scaler that expects float32: it refuses their gradients.

$ python reproduce.py
Traceback (most recent call last):
...
ValueError: Attempting to unscale FP16 gradients.
"""

from finetune import model, train

if __name__ == "__main__":
    train(model())
