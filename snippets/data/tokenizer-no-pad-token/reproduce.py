# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""A batch of two texts of unequal length, from a tokenizer without a padding token.

$ python reproduce.py
one text: [2, 3, 4, 5]
Traceback (most recent call last):
...
ValueError: Asking to pad but the tokenizer does not have a padding token. ...
"""

from words import tokenizer

if __name__ == "__main__":
    tok = tokenizer()
    print("one text:", tok("the job has stopped")["input_ids"])
    tok(["the job has stopped", "stopped"], padding=True)
