# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers>=4.46"]
# [tool.faultbook]
# env = {HF_HUB_OFFLINE = "1"}
# ///
"""The template of the model that was tuned is saved with the new one, and comes back with it.

$ python fix_save_template.py
<|user|>hello</s><|assistant|>
written to chat_template.jinja
"""

from pathlib import Path

from tiny_tokenizer import TEMPLATE, make_tokenizer
from transformers import PreTrainedTokenizerFast

if __name__ == "__main__":
    tokenizer = make_tokenizer()
    tokenizer.chat_template = TEMPLATE  # or: parent_tokenizer.chat_template
    tokenizer.save_pretrained("tuned")
    served = PreTrainedTokenizerFast.from_pretrained("tuned")
    print(
        served.apply_chat_template([{"role": "user", "content": "hello"}], tokenize=False, add_generation_prompt=True)
    )
    print("written to", *(file.name for file in Path("tuned").glob("*.jinja")))
