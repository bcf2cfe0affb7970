"""A tiny model that was tuned to end its turn with token 9, saved with a config that still says 2."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM

PAD, END_OF_TEXT, END_OF_TURN, LIMIT = 0, 2, 9, 40


def model() -> LlamaForCausalLM:
    """Return the model after a second of tuning on one turn: 4, then 5 6 7 and the end of the turn."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 1, "num_attention_heads": 2}
    special = {"pad_token_id": PAD, "bos_token_id": 1, "eos_token_id": END_OF_TEXT}
    net = LlamaForCausalLM(LlamaConfig(vocab_size=16, **sizes, **special))
    turn = torch.tensor([[4, 5, 6, 7, END_OF_TURN, 4, 5, 6, 7, END_OF_TURN]])
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
    for _ in range(60):
        loss = net(input_ids=turn, labels=turn).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return net.eval()


def answer(net: LlamaForCausalLM, **more: object) -> int:
    """Answer one prompt, print how it ended, and return 1 when it ran into the limit."""
    prompt, mask = torch.tensor([[4]]), torch.ones(1, 1, dtype=torch.long)
    new = net.generate(prompt, attention_mask=mask, max_new_tokens=LIMIT, do_sample=False, **more)[0, 1:].tolist()
    ends = new.count(END_OF_TURN)
    print(f"{' '.join(map(str, new[:8]))} ...: {len(new)} of {LIMIT} tokens used, end of turn written {ends} times")
    return int(len(new) == LIMIT)
