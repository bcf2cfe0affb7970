# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "peft>=0.17"]
# [tool.faultbook]
# timeout = 120
# ///
"""The adapter's own configuration names its base; load that one.

$ python fix_recorded_base.py
recorded: base-v1
loss of the adapter's task: 0.00 on the base it was trained on, 0.00 on this one
"""

from bases import loss_of, publish, report
from peft import AutoPeftModelForCausalLM, PeftConfig

if __name__ == "__main__":
    own = publish()
    print("recorded:", PeftConfig.from_pretrained("adapter").base_model_name_or_path)
    model = AutoPeftModelForCausalLM.from_pretrained("adapter")  # loads the recorded base, then the adapter
    raise SystemExit(report(own, loss_of(model)))
