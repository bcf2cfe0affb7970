"""Questions of several lengths with answers of four tokens: only the answers are scored, as in instruction tuning."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM

PROMPTS, ANSWER = (4, 9, 12, 15), 4


def row(prompt: int, max_length: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return ids and labels of one example, cut on the right to *max_length* as trainers cut it."""
    ids = torch.arange(1, prompt + ANSWER + 1)
    labels = ids.clone()
    labels[:prompt] = -100
    return ids[:max_length].unsqueeze(0), labels[:max_length].unsqueeze(0)


def model() -> LlamaForCausalLM:
    """Return a model of one layer with random weights."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2}
    return LlamaForCausalLM(LlamaConfig(vocab_size=32, **sizes))


def train(rows: list[tuple[torch.Tensor, torch.Tensor]]) -> int:
    """Take one step a row; return 1 when a row had nothing to score."""
    net = model()
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=0.0)
    empty = nothing = moved = 0
    for ids, labels in rows:
        before = net.lm_head.weight.detach().clone()
        loss = net(input_ids=ids, labels=labels).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        scored = int((labels[:, 1:] != -100).sum())
        print(f"{ids.shape[1]} tokens, {scored} scored, loss {loss.item():.4g}")
        empty += scored == 0
        nothing += bool(loss.isnan())
        moved += not torch.equal(before, net.lm_head.weight)
    finite = all(bool(parameter.isfinite().all()) for parameter in net.parameters())
    print(f"batches without a scored label: {empty} of {len(rows)}, no number in {nothing}, weights finite: {finite}")
    return int(empty > 0)
