# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1"]
# [tool.faultbook]
# timeout = 120
# ///
"""The job's script says resume_from_checkpoint=True from its first start on, when there is nothing to resume from.

$ python reproduce.py
Traceback (most recent call last):
...
ValueError: No valid checkpoint found in output directory (out)
"""

from tiny import trainer

if __name__ == "__main__":
    trainer(2).train(resume_from_checkpoint=True)
