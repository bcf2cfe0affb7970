"""A tiny model that is to learn counting: after each number comes the next, and after the last the first again."""

from collections.abc import Callable

import torch
from transformers import LlamaConfig, LlamaForCausalLM

NUMBERS, STEPS = 16, 100
Step = Callable[[LlamaForCausalLM, torch.Tensor], torch.Tensor]


def sequences() -> torch.Tensor:
    """Return sixteen rows that count from 0, 1, 2 ... on."""
    return (torch.arange(NUMBERS).unsqueeze(1) + torch.arange(NUMBERS)) % NUMBERS


def model() -> LlamaForCausalLM:
    """Return a model of one layer with random weights."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 1, "num_attention_heads": 2}
    return LlamaForCausalLM(LlamaConfig(vocab_size=NUMBERS, bos_token_id=None, eos_token_id=None, **sizes))


def shifted(ids: torch.Tensor) -> torch.Tensor:
    """Return labels that are next tokens already; the last position has none."""
    return torch.nn.functional.pad(ids[:, 1:], (0, 1), value=-100)


def train(loss_of: Step) -> int:
    """Train with this loss, print what the model predicts, and return 1 when it is not the next token."""
    net, ids = model(), sequences()
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
    for _ in range(STEPS):
        loss = loss_of(net, ids)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        predicted = net.eval()(input_ids=ids).logits.argmax(-1)
        told = net.generate(ids[:1, :4], max_new_tokens=4, do_sample=False, pad_token_id=0)[0, 4:].tolist()
    one = (predicted[:, :-1] == ids[:, 1:]).float().mean().item()
    two = (predicted[:, :-2] == ids[:, 2:]).float().mean().item()
    print(f"after 0 1 2 3 the model says {' '.join(map(str, told))}")
    print(f"training loss {loss.item():.3f}, right about the next token {one:.3f}, about the one after it {two:.3f}")
    return int(one < two)
