"""A tokenizer of four words and a model whose embedding has a row for each of them."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

WORDS = {"<unk>": 0, "</s>": 1, "hello": 2, "there": 3}


def tokenizer() -> PreTrainedTokenizerFast:
    """Return a tokenizer with four tokens."""
    words = Tokenizer(models.WordLevel(WORDS, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return PreTrainedTokenizerFast(tokenizer_object=words, unk_token="<unk>", eos_token="</s>")


def model() -> LlamaForCausalLM:
    """Return a model of one layer with random weights, and four rows in its embedding."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2}
    return LlamaForCausalLM(LlamaConfig(vocab_size=len(WORDS), **sizes)).eval()
