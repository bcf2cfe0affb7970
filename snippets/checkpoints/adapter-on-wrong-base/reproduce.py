# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "peft>=0.17"]
# [tool.faultbook]
# timeout = 120
# ///
"""An adapter of a model of 32 dimensions is put on one of 64.

$ python reproduce.py
...
RuntimeError: Error(s) in loading state_dict for PeftModel:
        size mismatch for base_model.model.model.layers.0.self_attn.q_proj.lora_A.default.weight: ...
...
"""

from bases import fresh
from peft import LoraConfig, PeftModel, get_peft_model

if __name__ == "__main__":
    get_peft_model(fresh(hidden=32), LoraConfig(r=4, target_modules=["q_proj", "v_proj"])).save_pretrained("adapter")
    PeftModel.from_pretrained(fresh(hidden=64), "adapter")
