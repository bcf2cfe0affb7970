"""A chat tokenizer whose template writes the start token, and whose post-processor adds one to whatever it is given."""

from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import PreTrainedTokenizerFast

WORDS = {"<unk>": 0, "<s>": 1, "user": 2, "assistant": 3, "hello": 4}
CONVERSATION = [{"role": "user", "content": "hello"}]


def tokenizer() -> PreTrainedTokenizerFast:
    """Return the tokenizer; that of Llama 3 is of this kind."""
    words = Tokenizer(models.WordLevel(WORDS, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    words.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 1)])
    tok = PreTrainedTokenizerFast(tokenizer_object=words, unk_token="<unk>", bos_token="<s>")
    tok.chat_template = (
        "{{ bos_token }} {% for m in messages %}{{ m.role }} {{ m.content }} {% endfor %}"
        "{% if add_generation_prompt %}assistant{% endif %}"
    )
    return tok


def count(ids: list[int]) -> int:
    """Print the ids and how many start tokens lead them; return 1 unless it is one."""
    leading = next((place for place, token in enumerate(ids) if token != WORDS["<s>"]), len(ids))
    print(f"ids {ids}, start tokens in front: {leading}")
    return int(leading != 1)
