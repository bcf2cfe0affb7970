# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "peft>=0.19"]
# ///
"""Switched on through the model, today's transformers and peft train the adapters either way; count them after a step.

$ python confirm_peft.py
...
use_reentrant=True: adapters with a gradient: 4 of 4
use_reentrant=False: adapters with a gradient: 4 of 4
"""

import torch
from peft import LoraConfig, get_peft_model
from transformers import LlamaConfig, LlamaForCausalLM

if __name__ == "__main__":
    torch.set_num_threads(1)
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2}
    for way in (True, False):
        model = LlamaForCausalLM(LlamaConfig(vocab_size=32, **sizes))
        model = get_peft_model(model, LoraConfig(target_modules=["q_proj", "v_proj"], task_type="CAUSAL_LM")).train()
        model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": way})
        ids = torch.arange(8).unsqueeze(0)
        model(input_ids=ids, labels=ids).loss.backward()
        grads = [p.grad is not None for name, p in model.named_parameters() if "lora_B" in name]
        print(f"use_reentrant={way}: adapters with a gradient: {sum(grads)} of {len(grads)}")
