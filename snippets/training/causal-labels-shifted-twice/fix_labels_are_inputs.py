# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""The labels are the inputs; the model shifts once.

$ python fix_labels_are_inputs.py
after 0 1 2 3 the model says 4 5 6 7
training loss ..., right about the next token 1.000, about the one after it 0.000
"""

from counting import train

if __name__ == "__main__":
    raise SystemExit(train(lambda net, ids: net(input_ids=ids, labels=ids.clone()).loss))
