# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers>=4.46"]
# [tool.faultbook]
# env = {HF_HUB_OFFLINE = "1"}
# ///
"""A base model has no turns: it is given text to continue, as /v1/completions does.

$ python fix_plain_completion.py
[4]
"""

from tiny_tokenizer import make_tokenizer

if __name__ == "__main__":
    print(make_tokenizer()("hello").input_ids)
