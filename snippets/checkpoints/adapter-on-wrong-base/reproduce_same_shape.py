# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "peft>=0.17"]
# [tool.faultbook]
# timeout = 120
# ///
"""The base has the right shape and other weights: everything loads, nothing is said, and the task is not done.

$ python reproduce_same_shape.py
loss of the adapter's task: 0.00 on the base it was trained on, 5.87 on this one
"""

from bases import loss_of, publish, report
from peft import PeftModel
from transformers import AutoModelForCausalLM

if __name__ == "__main__":
    own = publish()
    model = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained("base-v2"), "adapter")
    raise SystemExit(report(own, loss_of(model)))
