# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""Data that must stay shifted goes in as shift_labels, which the loss takes as they are.

$ python fix_shift_labels.py
after 0 1 2 3 the model says 4 5 6 7
training loss ..., right about the next token 1.000, about the one after it 0.000
"""

from counting import shifted, train

if __name__ == "__main__":
    raise SystemExit(train(lambda net, ids: net(input_ids=ids, labels=ids, shift_labels=shifted(ids)).loss))
