# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""The rendered text is tokenized without adding special tokens: the template has written them all.

$ python fix_no_special_tokens.py
ids [1, 2, 4, 3], start tokens in front: 1
"""

from chat import CONVERSATION, count, tokenizer

if __name__ == "__main__":
    tok = tokenizer()
    text = tok.apply_chat_template(CONVERSATION, tokenize=False, add_generation_prompt=True)
    raise SystemExit(count(tok(text, add_special_tokens=False)["input_ids"]))
