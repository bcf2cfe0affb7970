# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""Count the steps that were skipped in a row, which the engine knows, and end the run at ten.

$ python fix_stop_after_skips.py
...
ended at step 10: the last 10 steps were skipped
"""

from half import engine_for, step

LIMIT = 10

if __name__ == "__main__":
    engine, in_a_row = engine_for(0, {"fp16": {"enabled": True, "initial_scale_power": 8}}), 0
    for number in range(1, 31):
        step(engine)
        in_a_row = 0 if engine.was_step_applied() else in_a_row + 1
        if in_a_row == LIMIT:
            print(f"ended at step {number}: the last {LIMIT} steps were skipped")
            break
