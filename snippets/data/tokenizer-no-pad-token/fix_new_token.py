# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""A padding token of its own, and a row of the embedding for it: the batch passes through the model.

$ python fix_new_token.py
ids: [[2, 3, 4, 5], [5, 6, 6, 6]]
rows of the embedding: 6, then 7
the padded text has the logits of the text alone: True
"""

import torch
from transformers import LlamaConfig, LlamaForCausalLM
from words import VOCABULARY, tokenizer

if __name__ == "__main__":
    torch.manual_seed(0)
    torch.set_num_threads(1)
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2}
    model = LlamaForCausalLM(LlamaConfig(vocab_size=len(VOCABULARY), **sizes)).eval()
    tok = tokenizer()
    before = model.get_input_embeddings().num_embeddings

    tok.add_special_tokens({"pad_token": "<pad>"})
    rows = max(before, len(tok))  # never fewer: some models have spare rows
    model.resize_token_embeddings(rows, mean_resizing=False)  # nothing attends to the row, so any value does
    model.config.pad_token_id = tok.pad_token_id

    keys = {"return_tensors": "pt", "return_token_type_ids": False}
    batch = tok(["the job has stopped", "stopped"], padding=True, **keys)
    print("ids:", batch["input_ids"].tolist())
    print(f"rows of the embedding: {before}, then {model.get_input_embeddings().num_embeddings}")
    with torch.no_grad():
        together, alone = model(**batch).logits[1, 0], model(**tok("stopped", **keys)).logits[0, 0]
    print("the padded text has the logits of the text alone:", torch.allclose(together, alone, atol=1e-5))
