# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""The template is rendered to text, and the text is tokenized as any other: two start tokens.

$ python reproduce.py
ids [1, 1, 2, 4, 3], start tokens in front: 2
"""

from chat import CONVERSATION, count, tokenizer

if __name__ == "__main__":
    tok = tokenizer()
    text = tok.apply_chat_template(CONVERSATION, tokenize=False, add_generation_prompt=True)
    raise SystemExit(count(tok(text)["input_ids"]))
