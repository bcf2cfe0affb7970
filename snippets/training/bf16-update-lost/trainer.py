"""Twenty steps of the transformers Trainer with bf16=True, from a checkpoint that is stored in bfloat16."""

import tempfile

import torch
from transformers import LlamaConfig, LlamaForCausalLM, Trainer, TrainingArguments, set_seed

torch.set_num_threads(1)


def run(**load: torch.dtype) -> tuple[float, str]:
    """Return how far the weights moved, added up, and a line on how many changed at all."""
    set_seed(0)
    folder = tempfile.mkdtemp()
    config = LlamaConfig(
        vocab_size=64, hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2
    )
    LlamaForCausalLM(config).bfloat16().save_pretrained(folder)
    rows = [{"input_ids": ids, "labels": ids} for ids in torch.randint(0, 64, (64, 16))]
    model = LlamaForCausalLM.from_pretrained(folder, **load)
    before = torch.nn.utils.parameters_to_vector(model.parameters()).detach().float()
    arguments = TrainingArguments(
        folder,
        max_steps=20,
        learning_rate=2e-5,
        lr_scheduler_type="constant",
        bf16=True,
        use_cpu=True,
        report_to=[],
        save_strategy="no",
        logging_strategy="no",
        disable_tqdm=True,
    )
    set_seed(0)
    Trainer(model, arguments, train_dataset=rows).train()
    moved = (torch.nn.utils.parameters_to_vector(model.parameters()).detach().float() - before).abs()
    changed = f"{model.dtype}: {int((moved > 0).sum())} of {moved.numel()} weights changed"
    return moved.sum().item(), changed
