# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""vocab_size leaves out added tokens, len() counts them; and a text longer than the table of positions fails alike.

$ python confirm_ids.py
vocab_size 4, len 5, largest id 4, rows 4: too small
GPT-2 with 8 positions: 8 known tokens pass, 9 known tokens: index out of range in self
"""

import torch
from tiny import model, tokenizer
from transformers import GPT2Config, GPT2LMHeadModel

if __name__ == "__main__":
    tok, net = tokenizer(), model()
    tok.add_special_tokens({"additional_special_tokens": ["<|user|>"]})
    largest, rows = max(tok("<|user|> hello there")["input_ids"]), net.get_input_embeddings().num_embeddings
    verdict = "too small" if largest >= rows else "large enough"
    print(f"vocab_size {tok.vocab_size}, len {len(tok)}, largest id {largest}, rows {rows}: {verdict}")

    sizes = {"n_embd": 16, "n_layer": 1, "n_head": 2, "n_positions": 8, "bos_token_id": None, "eos_token_id": None}
    gpt = GPT2LMHeadModel(GPT2Config(vocab_size=4, **sizes)).eval()
    gpt(torch.ones(1, 8, dtype=torch.long))
    try:
        gpt(torch.ones(1, 9, dtype=torch.long))
    except IndexError as error:
        print(f"GPT-2 with 8 positions: 8 known tokens pass, 9 known tokens: {error}")
