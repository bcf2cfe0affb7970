# /// script
# requires-python = ">=3.11"
# dependencies = ["deepspeed==0.19.8", "torch==2.13.0"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 300
# ///
"""Who ends a run whose steps are all skipped? Only a dynamic scale in stages 1 to 3, at its minimum.

$ python confirm_who_stops.py
...
stage 0, dynamic: 14 steps, 14 skipped
stage 1, dynamic: ended in step 10 by an Exception
...
stage 1, loss_scale 8: 14 steps, 14 skipped
"""

from half import engine_for, step

DYNAMIC = {"enabled": True, "initial_scale_power": 8}


def run(name: str, stage: int, section: dict[str, object]) -> None:
    """Take fourteen steps, or as many as DeepSpeed allows."""
    engine = engine_for(stage, {"fp16": section})
    for number in range(1, 15):
        try:
            step(engine)
        except Exception as error:
            print(f"{name}: ended in step {number} by an {type(error).__name__}")
            return
    print(f"{name}: 14 steps, {engine.skipped_steps} skipped")


if __name__ == "__main__":
    run("stage 0, dynamic", 0, DYNAMIC)
    run("stage 1, dynamic", 1, DYNAMIC)
    run("stage 1, loss_scale 8", 1, {"enabled": True, "loss_scale": 8})
