# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The first forward is an evaluation in inference mode; the table that it leaves behind cannot be trained with.

$ python reproduce.py
loss before training: ...
Traceback (most recent call last):
...
RuntimeError: Inference tensors cannot be saved for backward. ...
"""

from rotary import Lazy, evaluate, train

if __name__ == "__main__":
    model = Lazy()
    evaluate(model)
    train(model)
