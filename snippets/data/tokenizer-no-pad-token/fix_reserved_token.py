# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""A token that the vocabulary has and no text needs becomes the padding: nothing grows, and the end keeps its label.

$ python fix_reserved_token.py
ids: [[2, 3, 4, 5], [5, 0, 0, 0]]
mask: [[1, 1, 1, 1], [1, 0, 0, 0]]
new tokens: 0, the end of the text keeps its label: True
"""

from transformers import DataCollatorForLanguageModeling
from words import VOCABULARY, tokenizer

if __name__ == "__main__":
    tok = tokenizer()
    tok.pad_token = "<unk>"  # or a reserved token of the model, as <|finetune_right_pad_id|> of Llama 3.1
    batch = tok(["the job has stopped", "stopped"], padding=True)
    print("ids:", batch["input_ids"])
    print("mask:", batch["attention_mask"])
    labels = DataCollatorForLanguageModeling(tok, mlm=False)([tok("stopped </s>"), tok("the job </s>")])["labels"]
    ends = labels.eq(tok.eos_token_id).sum(dim=1).tolist()
    print(f"new tokens: {len(tok) - len(VOCABULARY)}, the end of the text keeps its label: {ends == [1, 1]}")
