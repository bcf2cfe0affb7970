# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""Labels that are next tokens already, given to a model that shifts them itself: it learns to skip every other number.

$ python reproduce.py
after 0 1 2 3 the model says 5 7 9 11
training loss ..., right about the next token 0.000, about the one after it 1.000
"""

from counting import shifted, train

if __name__ == "__main__":
    raise SystemExit(train(lambda net, ids: net(input_ids=ids, labels=shifted(ids)).loss))
