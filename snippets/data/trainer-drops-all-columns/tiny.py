"""A causal model of one layer, a data set of two texts, and arguments for one step of the Trainer on the CPU."""

import torch
from datasets import Dataset, disable_progress_bars
from transformers import LlamaConfig, LlamaForCausalLM, TrainingArguments

disable_progress_bars()
WORDS = {"the": 1, "job": 2, "has": 3, "stopped": 4}


def model() -> LlamaForCausalLM:
    """Return a model with random weights."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2}
    return LlamaForCausalLM(LlamaConfig(vocab_size=8, **sizes))


def texts() -> Dataset:
    """Return raw texts, as load_dataset gives them."""
    return Dataset.from_dict({"text": ["the job has stopped", "has the job stopped"]})


def ids_of(text: str) -> list[int]:
    """Return the ids of a text: the tokenizer of this toy."""
    return [WORDS[word] for word in text.split()]


def arguments(**more: object) -> TrainingArguments:
    """Return arguments for one quiet step, with *more* of them."""
    return TrainingArguments(
        "out",
        max_steps=1,
        per_device_train_batch_size=2,
        save_strategy="no",
        report_to=[],
        disable_tqdm=True,
        use_cpu=True,
        **more,
    )
