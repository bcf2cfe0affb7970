# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""The same text, cut to the positions that the model has.

$ python fix_truncate.py
tokens: 8, logits: (1, 8, 4)
"""

from positions import TEXT, model
from tiny import tokenizer

if __name__ == "__main__":
    tok, net = tokenizer(), model()
    limit = min(tok.model_max_length, net.config.max_position_embeddings)
    batch = tok(TEXT, truncation=True, max_length=limit, return_tensors="pt", return_token_type_ids=False)
    print(f"tokens: {batch['input_ids'].shape[1]}, logits: {tuple(net(**batch).logits.shape)}")
