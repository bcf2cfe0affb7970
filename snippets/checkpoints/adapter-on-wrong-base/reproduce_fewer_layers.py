# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "peft>=0.17"]
# [tool.faultbook]
# timeout = 120
# ///
"""An adapter of a model of one layer on one of two: a warning, which is an error here, and half of the adapter.

$ python reproduce_fewer_layers.py
...
UserWarning: Found missing adapter keys while loading the checkpoint: ['base_model.model.model.layers.1.self_attn...
"""

import warnings

from bases import fresh
from peft import LoraConfig, PeftModel, get_peft_model

if __name__ == "__main__":
    get_peft_model(fresh(layers=1), LoraConfig(r=4, target_modules=["q_proj", "v_proj"])).save_pretrained("adapter")
    warnings.filterwarnings("error", message="Found missing adapter keys")
    PeftModel.from_pretrained(fresh(layers=2), "adapter")
