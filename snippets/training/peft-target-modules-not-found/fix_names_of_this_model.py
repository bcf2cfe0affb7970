# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "peft>=0.19"]
# ///
"""The names that this model has, and a check that as many layers were adapted as was meant.

$ python fix_names_of_this_model.py
...
trainable params: 512 || all params: 4,144 || trainable%: ...
adapted: ['model.layers.0.self_attn.q_proj', 'model.layers.0.self_attn.v_proj']
"""

from peft import LoraConfig, get_peft_model
from tiny import model

if __name__ == "__main__":
    adapted = get_peft_model(model(), LoraConfig(target_modules=["q_proj", "v_proj"], task_type="CAUSAL_LM"))
    adapted.print_trainable_parameters()
    print("adapted:", adapted.targeted_module_names)
