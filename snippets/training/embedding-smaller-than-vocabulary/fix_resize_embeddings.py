# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""The embedding grows with the tokenizer: the batch passes, and the gradient reaches the new row.

$ python fix_resize_embeddings.py
tokens: 5, rows of the embedding: 5
logits: (1, 3, 5)
the new row gets a gradient: True
"""

from tiny import model, tokenizer

if __name__ == "__main__":
    tok, net = tokenizer(), model()
    tok.add_special_tokens({"additional_special_tokens": ["<|user|>"]})
    rows = net.get_input_embeddings().num_embeddings
    net.resize_token_embeddings(max(rows, len(tok)), mean_resizing=False)  # never smaller than it was
    table = net.get_input_embeddings()
    print(f"tokens: {len(tok)}, rows of the embedding: {table.num_embeddings}")
    batch = tok("<|user|> hello there", return_tensors="pt", return_token_type_ids=False)
    out = net(**batch, labels=batch["input_ids"])
    print("logits:", tuple(out.logits.shape))
    out.loss.backward()
    print("the new row gets a gradient:", bool(table.weight.grad[-1].abs().sum() > 0))
