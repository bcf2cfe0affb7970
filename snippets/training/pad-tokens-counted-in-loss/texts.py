"""Sixteen texts of six tokens, padded to thirty-two columns: four fifths of each batch is padding."""

from collections.abc import Callable

import torch
from transformers import LlamaConfig, LlamaForCausalLM

PAD, LENGTH, COLUMNS, STEPS = 0, 6, 32, 60
Labels = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


def batch(columns: int = COLUMNS) -> tuple[torch.Tensor, torch.Tensor]:
    """Return ids, padded on the right to this many columns, and their attention mask."""
    generator = torch.Generator().manual_seed(1)
    ids = torch.full((16, columns), PAD)
    ids[:, :LENGTH] = torch.randint(1, 32, (16, LENGTH), generator=generator)
    return ids, (torch.arange(columns) < LENGTH).long().expand(16, -1)


def model() -> LlamaForCausalLM:
    """Return a model of one layer with random weights."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 1, "num_attention_heads": 2}
    return LlamaForCausalLM(LlamaConfig(vocab_size=32, **sizes))


def text_loss(net: LlamaForCausalLM) -> float:
    """Return the loss over the tokens of the texts alone."""
    ids, mask = batch()
    with torch.no_grad():
        logits = net(input_ids=ids, attention_mask=mask).logits[:, : LENGTH - 1]
    return torch.nn.functional.cross_entropy(logits.flatten(0, 1), ids[:, 1:LENGTH].flatten()).item()


def train(labels_of: Labels) -> int:
    """Train with labels made by *labels_of*; return 1 when the loss it reports is not the loss of the texts."""
    net, (ids, mask) = model(), batch()
    optimizer = torch.optim.AdamW(net.parameters(), lr=3e-3)
    for _ in range(STEPS):
        before = text_loss(net)
        loss = net(input_ids=ids, attention_mask=mask, labels=labels_of(ids, mask)).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    gap = before / loss.item()
    print(f"loss reported {loss.item():.3f}, loss on the texts {before:.3f}, {gap:.2f} times as much")
    return int(gap > 1.05)
