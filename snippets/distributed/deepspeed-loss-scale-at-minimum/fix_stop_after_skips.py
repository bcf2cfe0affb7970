# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""Count the steps that were skipped in a row, at the end of each accumulation, and end the run at ten.

was_step_applied() would not do: between the micro-batches of an accumulation it is False in a run that trains well.

$ python fix_stop_after_skips.py
...
ended after 40 micro-batches: the last 10 steps were skipped
"""

from half import engine_for, step

LIMIT = 10

if __name__ == "__main__":
    engine = engine_for(0, {"fp16": {"enabled": True, "initial_scale_power": 8}}, accumulate=4)
    in_a_row = 0
    for micro_batch in range(1, 121):
        steps, skipped = engine.global_steps, engine.skipped_steps
        step(engine)
        if engine.global_steps > steps:
            in_a_row = in_a_row + 1 if engine.skipped_steps > skipped else 0
        if in_a_row == LIMIT:
            print(f"ended after {micro_batch} micro-batches: the last {LIMIT} steps were skipped")
            break
