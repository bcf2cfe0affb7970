# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers>=4.46"]
# [tool.faultbook]
# env = {HF_HUB_OFFLINE = "1"}
# ///
"""The check for the end of a fine-tuning job: the folder that will be served can render a conversation.

$ python prevent_check_folder.py
base: no chat template
tuned: <|user|>hello</s><|assistant|>
"""

from tiny_tokenizer import TEMPLATE, make_tokenizer
from transformers import PreTrainedTokenizerFast


def rendered(folder: str) -> str:
    """Return a rendered conversation, or say that the folder has no template."""
    tokenizer = PreTrainedTokenizerFast.from_pretrained(folder)
    if tokenizer.chat_template is None:
        return "no chat template"
    question = [{"role": "user", "content": "hello"}]
    return str(tokenizer.apply_chat_template(question, tokenize=False, add_generation_prompt=True))


if __name__ == "__main__":
    tokenizer = make_tokenizer()
    tokenizer.save_pretrained("base")
    tokenizer.chat_template = TEMPLATE
    tokenizer.save_pretrained("tuned")
    for folder in ("base", "tuned"):
        print(f"{folder}: {rendered(folder)}")
