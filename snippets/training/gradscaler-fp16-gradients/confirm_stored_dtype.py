# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5.0"]
# [tool.faultbook]
# env = {HF_HUB_OFFLINE = "1", TRANSFORMERS_VERBOSITY = "error", HF_HUB_DISABLE_PROGRESS_BARS = "1"}
# ///
"""transformers 5 loads weights in the dtype of the checkpoint unless it is told another one.

$ python confirm_stored_dtype.py
...loaded as it is: torch.float16
...loaded with dtype=torch.float32: torch.float32
"""

import torch
from transformers import LlamaConfig, LlamaForCausalLM

torch.set_num_threads(1)

if __name__ == "__main__":
    config = LlamaConfig(
        vocab_size=64, hidden_size=16, intermediate_size=32, num_hidden_layers=1, num_attention_heads=2
    )
    LlamaForCausalLM(config).half().save_pretrained("checkpoint")
    print("loaded as it is:", LlamaForCausalLM.from_pretrained("checkpoint").dtype)
    print("loaded with dtype=torch.float32:", LlamaForCausalLM.from_pretrained("checkpoint", dtype=torch.float32).dtype)
