# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "peft>=0.17"]
# [tool.faultbook]
# timeout = 120
# ///
"""Tokens were added before the training: give the base as many rows first, then load the adapter.

$ python fix_resize_first.py
rows in the adapter: 20, in the base: 16
loaded, 20 rows
"""

from bases import fresh
from peft import LoraConfig, PeftModel, get_peft_model
from safetensors import safe_open

if __name__ == "__main__":
    trained = fresh()
    trained.resize_token_embeddings(20)
    saved = ["embed_tokens", "lm_head"]
    get_peft_model(trained, LoraConfig(target_modules=["q_proj"], modules_to_save=saved)).save_pretrained("adapter")

    base = fresh()
    with safe_open("adapter/adapter_model.safetensors", "pt") as file:
        name = next(name for name in file.offset_keys() if "embed_tokens" in name)
        rows = file.get_slice(name).get_shape()[0]
    print(f"rows in the adapter: {rows}, in the base: {base.get_input_embeddings().weight.shape[0]}")
    base.resize_token_embeddings(rows)
    model = PeftModel.from_pretrained(base, "adapter")
    print(f"loaded, {model.get_input_embeddings().weight.shape[0]} rows")
