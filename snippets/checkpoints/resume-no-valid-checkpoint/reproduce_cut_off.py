# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1"]
# [tool.faultbook]
# timeout = 120
# ///
"""The last save was cut off after the weights: the newest folder is taken all the same, and its state is missing.

$ python reproduce_cut_off.py
begins at step 0
...
FileNotFoundError: [Errno 2] No such file or directory: 'out/checkpoint-2/trainer_state.json'
"""

from pathlib import Path

from tiny import trainer

if __name__ == "__main__":
    trainer(2).train()
    Path("out/checkpoint-2/trainer_state.json").unlink()  # as a kill during the save leaves it: the state comes last
    trainer(4).train(resume_from_checkpoint=True)
