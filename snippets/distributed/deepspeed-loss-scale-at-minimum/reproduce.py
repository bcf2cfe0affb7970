# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""Stage 0 in float16, with a gradient that is never finite: thirty steps, none applied, and no word about it.

$ python reproduce.py
...
steps applied: 0 of 30, loss scale 1
"""

import sys

from half import engine_for, step

if __name__ == "__main__":
    engine = engine_for(0, {"fp16": {"enabled": True, "initial_scale_power": 8}})
    for _ in range(30):
        step(engine)
    applied = 30 - engine.skipped_steps
    print(f"steps applied: {applied} of 30, loss scale {engine.optimizer.loss_scale:.0f}")
    sys.exit(applied == 0)
