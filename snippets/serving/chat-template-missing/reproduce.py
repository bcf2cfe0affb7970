# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers>=4.46"]
# [tool.faultbook]
# env = {HF_HUB_OFFLINE = "1"}
# ///
"""A conversation for the tokenizer of a base model.

$ python reproduce.py
Traceback (most recent call last):
...
ValueError: Cannot use chat template functions because tokenizer.chat_template is not set and no template argument ...
"""

from tiny_tokenizer import make_tokenizer

if __name__ == "__main__":
    make_tokenizer().apply_chat_template([{"role": "user", "content": "hello"}], tokenize=False)
