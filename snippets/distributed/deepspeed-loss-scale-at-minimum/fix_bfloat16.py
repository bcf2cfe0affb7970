# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""The same model in bfloat16, which has no loss scale: each step is applied, and the loss falls.

$ python fix_bfloat16.py
...
30 of 30 steps applied; the loss fell: True
"""

from half import engine_for, step

if __name__ == "__main__":
    engine = engine_for(0, {"bf16": {"enabled": True}})
    losses = [step(engine) for _ in range(30)]
    print(f"{30 - engine.skipped_steps} of 30 steps applied; the loss fell: {losses[-1] < losses[0]}")
