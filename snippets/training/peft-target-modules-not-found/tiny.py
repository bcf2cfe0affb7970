"""A Llama of one layer: its attention has q_proj, k_proj, v_proj and o_proj, and its MLP three more."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM


def model() -> LlamaForCausalLM:
    """Return the model with random weights."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2}
    return LlamaForCausalLM(LlamaConfig(vocab_size=32, **sizes))
