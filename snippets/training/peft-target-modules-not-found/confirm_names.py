# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "peft>=0.19"]
# ///
"""The names that there are; what a list and a string match; and a list of which one half is found in silence.

$ python confirm_names.py
linear layers: down_proj gate_proj k_proj lm_head o_proj q_proj up_proj v_proj
...
['q_proj', 'v_proj']: 2 adapters
['.*_proj']: none
.*_proj: 7 adapters
['q_proj', 'query_key_value']: 1 adapters
all-linear: 7 adapters
"""

import torch
from peft import LoraConfig, get_peft_model
from tiny import model

if __name__ == "__main__":
    linear = {name.split(".")[-1] for name, part in model().named_modules() if isinstance(part, torch.nn.Linear)}
    print("linear layers:", *sorted(linear))
    for targets in (["q_proj", "v_proj"], [".*_proj"], ".*_proj", ["q_proj", "query_key_value"], "all-linear"):
        try:
            adapted = get_peft_model(model(), LoraConfig(target_modules=targets, task_type="CAUSAL_LM"))
        except ValueError:
            print(f"{targets}: none")
        else:
            count = sum(name.endswith("lora_A.default") for name, _ in adapted.named_modules())
            print(f"{targets}: {count} adapters")
