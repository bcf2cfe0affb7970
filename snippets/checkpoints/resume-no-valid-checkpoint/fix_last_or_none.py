# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1"]
# [tool.faultbook]
# timeout = 120
# ///
"""One line for the first start and every later one: the last checkpoint, or None.

$ python fix_last_or_none.py
begins at step 0
{'train_runtime': ...}
begins at step 2
{'train_runtime': ...}
"""

from tiny import trainer
from transformers.trainer_utils import get_last_checkpoint

if __name__ == "__main__":
    for steps in (2, 4):  # the first start, and a restart that goes on
        run = trainer(steps)  # makes the folder out, so that it can be listed
        run.train(resume_from_checkpoint=get_last_checkpoint(run.args.output_dir))
