# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "peft>=0.19"]
# ///
"""The target modules of a GPT-NeoX, asked of a Llama, which calls its projections otherwise.

$ python reproduce.py
Traceback (most recent call last):
...
...Target modules {'query_key_value'} not found in the base model. Please check the target modules and try again.
"""

from peft import LoraConfig, get_peft_model
from tiny import model

if __name__ == "__main__":
    get_peft_model(model(), LoraConfig(target_modules=["query_key_value"], task_type="CAUSAL_LM"))
