"""A tokenizer of six words, made in memory: as those of GPT-2 and Llama, it has an end of text and no padding token."""

from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

VOCABULARY = {"<unk>": 0, "</s>": 1, "the": 2, "job": 3, "has": 4, "stopped": 5}


def tokenizer(**special: str) -> PreTrainedTokenizerFast:
    """Return the tokenizer, with further *special* tokens such as pad_token="<pad>"."""
    words = Tokenizer(models.WordLevel(VOCABULARY, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return PreTrainedTokenizerFast(tokenizer_object=words, unk_token="<unk>", eos_token="</s>", **special)
