"""Two base models of the same shape that learned the same task apart, and an adapter for one of them."""

import warnings

import torch
from peft import LoraConfig, get_peft_model
from torch import nn
from transformers import LlamaConfig, LlamaForCausalLM
from transformers.utils import logging

warnings.simplefilter("ignore", FutureWarning)
logging.set_verbosity_error()
logging.disable_progress_bar()
torch.set_num_threads(1)
TOKENS = 16


def fresh(seed: int = 0, hidden: int = 32, layers: int = 1) -> LlamaForCausalLM:
    """Return a model with random weights."""
    torch.manual_seed(seed)
    sizes = {"hidden_size": hidden, "intermediate_size": 64, "num_hidden_layers": layers, "num_attention_heads": 2}
    return LlamaForCausalLM(LlamaConfig(vocab_size=TOKENS, **sizes))


def counting(step: int) -> torch.Tensor:
    """Return rows that count up by *step*: what the bases know is 1, what the adapter adds is 3."""
    return (torch.arange(TOKENS).unsqueeze(1) + step * torch.arange(8)) % TOKENS


def learn(model: nn.Module, step: int, rate: float, steps: int = 60) -> None:
    """Train what is trainable in *model* to count by *step*."""
    optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=rate)
    for _ in range(steps):
        loss = model(input_ids=counting(step), labels=counting(step)).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def loss_of(model: nn.Module) -> float:
    """Return the loss on the adapter's task."""
    with torch.no_grad():
        return model(input_ids=counting(3), labels=counting(3)).loss.item()


def publish() -> float:
    """Save base-v1, base-v2 and the adapter that belongs to base-v1; return the adapter's loss on its base."""
    for name, seed in (("base-v2", 1), ("base-v1", 0)):
        base = fresh(seed)
        learn(base, step=1, rate=2e-2)
        base.save_pretrained(name)
    base = LlamaForCausalLM.from_pretrained("base-v1")
    modules = ["q_proj", "v_proj", "o_proj", "up_proj", "down_proj"]
    adapted = get_peft_model(base, LoraConfig(r=4, target_modules=modules, task_type="CAUSAL_LM"))
    learn(adapted, step=3, rate=2e-2, steps=100)
    adapted.save_pretrained("adapter")
    return loss_of(adapted)


def report(own: float, here: float) -> int:
    """Print the two losses, and return 1 when the adapter does not do here what it did on its base."""
    print(f"loss of the adapter's task: {own:.2f} on the base it was trained on, {here:.2f} on this one")
    return int(here > own + 0.1)
