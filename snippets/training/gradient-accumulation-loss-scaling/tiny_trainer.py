"""The gradient that a transformers Trainer applies in one step, for any split of the same four sequences."""

import tempfile

import torch
from transformers import LlamaConfig, LlamaForCausalLM, Trainer, TrainingArguments, set_seed

torch.set_num_threads(1)

LENGTHS = (32, 4, 4, 4)


def sequences() -> list[dict[str, torch.Tensor]]:
    """Return four padded sequences whose padding carries the label -100."""
    set_seed(0)
    examples = []
    for length in LENGTHS:
        ids = torch.randint(1, 64, (32,))
        labels = ids.clone()
        labels[length:] = -100
        examples.append({"input_ids": ids, "labels": labels, "attention_mask": (labels != -100).long()})
    return examples


def applied_gradient(trainer_class: type[Trainer], *, accumulation: int) -> torch.Tensor:
    """Train one step of SGD at learning rate 1 and return by how much the output layer moved."""
    set_seed(1)
    config = LlamaConfig(
        vocab_size=64,
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=2,
        tie_word_embeddings=False,
    )
    model = LlamaForCausalLM(config)
    before = model.lm_head.weight.detach().clone()
    arguments = TrainingArguments(
        output_dir=tempfile.mkdtemp(),
        per_device_train_batch_size=4 // accumulation,
        gradient_accumulation_steps=accumulation,
        max_steps=1,
        max_grad_norm=0.0,  # clipping would hide a gradient that is too long
        learning_rate=1.0,
        lr_scheduler_type="constant",
        optim="sgd",
        use_cpu=True,
        report_to="none",
        save_strategy="no",
        logging_strategy="no",
        disable_tqdm=True,
    )
    trainer_class(model=model, args=arguments, train_dataset=sequences()).train()
    return before - model.lm_head.weight.detach()
