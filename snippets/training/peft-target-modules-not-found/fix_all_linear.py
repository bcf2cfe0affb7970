# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "peft>=0.19"]
# ///
"""No names at all: every linear layer but the output layer, whatever this model calls them.

$ python fix_all_linear.py
...
adapted: 7 layers, the output layer: False
trainable parameters: True
"""

from peft import LoraConfig, get_peft_model
from tiny import model

if __name__ == "__main__":
    adapted = get_peft_model(model(), LoraConfig(target_modules="all-linear", task_type="CAUSAL_LM"))
    names = adapted.targeted_module_names
    print(f"adapted: {len(names)} layers, the output layer: {'lm_head' in names}")
    print("trainable parameters:", adapted.get_nb_trainable_parameters()[0] > 0)
