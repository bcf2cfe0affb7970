# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""Every token has a row, and the text has one token more than the model has positions: the same message.

$ python reproduce_positions.py
largest id: 3, rows: 4; tokens: 9, positions: 8
Traceback (most recent call last):
...
IndexError: index out of range in self
"""

from positions import TEXT, model
from tiny import tokenizer

if __name__ == "__main__":
    tok, net = tokenizer(), model()
    batch = tok(TEXT, return_tensors="pt", return_token_type_ids=False)
    ids, rows = batch["input_ids"], net.get_input_embeddings().num_embeddings
    print(f"largest id: {ids.max().item()}, rows: {rows}; tokens: {ids.shape[1]}, positions: {net.config.n_positions}")
    net(**batch)
