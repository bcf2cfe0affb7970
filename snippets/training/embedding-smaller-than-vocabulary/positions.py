"""A GPT-2 of one layer with eight positions, and a text of nine words for it; each word has its row."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

TEXT = "hello there " * 4 + "hello"


def model() -> GPT2LMHeadModel:
    """Return the model with random weights."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    sizes = {"n_embd": 16, "n_layer": 1, "n_head": 2, "n_positions": 8, "bos_token_id": None, "eos_token_id": None}
    return GPT2LMHeadModel(GPT2Config(vocab_size=4, **sizes)).eval()
