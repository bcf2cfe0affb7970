"""A tokenizer of a few words without a chat template, as the repository of a base model has it."""

from transformers import PreTrainedTokenizerFast

__all__ = ["TEMPLATE", "make_tokenizer"]

TEMPLATE = (
    "{% for message in messages %}<|{{ message.role }}|>{{ message.content }}</s>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)


def make_tokenizer() -> PreTrainedTokenizerFast:
    """Return the tokenizer of a base model."""
    from tokenizers import Tokenizer, models, pre_tokenizers

    words = ["<unk>", "</s>", "<|user|>", "<|assistant|>", "hello"]
    tokenizer = Tokenizer(models.WordLevel({word: index for index, word in enumerate(words)}, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        unk_token="<unk>",
        eos_token="</s>",
        additional_special_tokens=["<|user|>", "<|assistant|>"],
    )
