"""A tiny model that has learned to count, and two prompts of unequal length for it; 0 is the padding token."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM

PAD, NUMBERS = 0, 31
PROMPTS = ([5, 6, 7], [1, 2, 3, 4, 5, 6, 7])


def model() -> LlamaForCausalLM:
    """Return a model that goes on counting, after a second of training."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 1, "num_attention_heads": 2}
    special = {"pad_token_id": PAD, "bos_token_id": None, "eos_token_id": None}
    net = LlamaForCausalLM(LlamaConfig(vocab_size=NUMBERS + 1, **sizes, **special))
    rows = 1 + (torch.arange(NUMBERS).unsqueeze(1) + torch.arange(12)) % NUMBERS
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
    for _ in range(80):
        loss = net(input_ids=rows, labels=rows).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return net.eval()


def answers(net: LlamaForCausalLM, prompts: tuple[list[int], ...], side: str) -> list[list[int]]:
    """Return four new tokens for each prompt, batched with padding on this side."""
    width = max(map(len, prompts))
    rows, masks = [], []
    for prompt in prompts:
        padding, none = [PAD] * (width - len(prompt)), [0] * (width - len(prompt))
        ones = [1] * len(prompt)
        rows.append(padding + prompt if side == "left" else prompt + padding)
        masks.append(none + ones if side == "left" else ones + none)
    out = net.generate(
        torch.tensor(rows), attention_mask=torch.tensor(masks), max_new_tokens=4, do_sample=False, pad_token_id=PAD
    )
    return out[:, width:].tolist()


def compare(side: str) -> int:
    """Print each prompt's answer in a batch and alone; return 1 when one differs."""
    net = model()
    together = answers(net, PROMPTS, side)
    alone = [answers(net, (prompt,), side)[0] for prompt in PROMPTS]
    for prompt, one, two in zip(PROMPTS, together, alone, strict=True):
        print(f"{prompt}: in the batch {one}, alone {two}")
    same = sum(one == two for one, two in zip(together, alone, strict=True))
    print(f"prompts with the same answer in a batch and alone: {same} of {len(PROMPTS)}")
    return int(same < len(PROMPTS))
