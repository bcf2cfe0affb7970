# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers>=4.46"]
# [tool.faultbook]
# env = {HF_HUB_OFFLINE = "1"}
# ///
"""A template of another model is accepted without an error: its markers are unknown to this tokenizer.

$ python confirm_foreign_template.py
own template: 0 of 3 tokens unknown
template of another model: ... of ... tokens unknown
"""

from tiny_tokenizer import TEMPLATE, make_tokenizer

FOREIGN = "{% for message in messages %}[INST] {{ message.content }} [/INST]{% endfor %}"

if __name__ == "__main__":
    tokenizer = make_tokenizer()
    for name, template in [("own template", TEMPLATE), ("template of another model", FOREIGN)]:
        text = tokenizer.apply_chat_template(
            [{"role": "user", "content": "hello"}], chat_template=template, tokenize=False
        )
        ids = tokenizer(text, add_special_tokens=False).input_ids
        print(f"{name}: {ids.count(tokenizer.unk_token_id)} of {len(ids)} tokens unknown")
