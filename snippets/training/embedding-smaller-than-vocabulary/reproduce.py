# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""A special token is added to the tokenizer, and the embedding keeps its four rows: id 4 has none.

$ python reproduce.py
tokens: 5, rows of the embedding: 4
Traceback (most recent call last):
...
  File "...torch/nn/functional.py", line ..., in embedding
    return torch.embedding(weight, input, padding_idx, scale_grad_by_freq, sparse)
...
IndexError: index out of range in self
"""

from tiny import model, tokenizer

if __name__ == "__main__":
    tok, net = tokenizer(), model()
    tok.add_special_tokens({"additional_special_tokens": ["<|user|>"]})
    print(f"tokens: {len(tok)}, rows of the embedding: {net.get_input_embeddings().num_embeddings}")
    net(**tok("<|user|> hello there", return_tensors="pt", return_token_type_ids=False))
