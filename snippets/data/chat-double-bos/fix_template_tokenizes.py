# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""The template's own call makes the ids: it adds nothing to what the template wrote.

$ python fix_template_tokenizes.py
ids [1, 2, 4, 3], start tokens in front: 1
"""

from chat import CONVERSATION, count, tokenizer

if __name__ == "__main__":
    made = tokenizer().apply_chat_template(CONVERSATION, add_generation_prompt=True, return_dict=True)
    raise SystemExit(count(made["input_ids"]))
