# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1"]
# [tool.faultbook]
# timeout = 120
# ///
"""The newest folder that was written to its end; the one that was cut off is left out.

$ python fix_newest_complete.py
begins at step 0
{'train_runtime': ...}
from out/checkpoint-1
begins at step 1
{'train_runtime': ...}
"""

from pathlib import Path

from tiny import trainer


def newest_complete(output_dir: str) -> str | None:
    """Return the newest checkpoint that holds its state, which the Trainer writes last."""
    written = Path(output_dir).glob("checkpoint-*/trainer_state.json")
    steps = {state.parent.name.removeprefix("checkpoint-"): str(state.parent) for state in written}
    numbered = [int(step) for step in steps if step.isdigit()]  # and not checkpoint-best
    return steps[str(max(numbered))] if numbered else None


if __name__ == "__main__":
    trainer(2).train(resume_from_checkpoint=newest_complete("out"))
    Path("out/checkpoint-2/trainer_state.json").unlink()  # cut off
    print("from", newest_complete("out"))
    trainer(4).train(resume_from_checkpoint=newest_complete("out"))
