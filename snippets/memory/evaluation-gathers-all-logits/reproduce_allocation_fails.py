# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1"]
# [tool.faultbook]
# timeout = 120
# ///
"""The same with 48 MiB left after the first batch: what fails is the joining of the kept logits, not the model.

$ python reproduce_allocation_fails.py
...
    self.tensors = nested_concat(self.tensors, tensors, padding_index=self.padding_index)
...
RuntimeError: ...DefaultCPUAllocator: can't allocate memory: you tried to allocate ... bytes. ...
"""

import resource
from pathlib import Path

from transformers import TrainerCallback
from watch import hits, trainer


class Limit(TrainerCallback):
    """Allows this process little more than it has, as a device would that is nearly full."""

    def on_prediction_step(self, *_: object, **__: object) -> None:
        """Set the limit once."""
        if not hasattr(self, "limit"):
            self.limit = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() + (48 << 20)
            resource.setrlimit(resource.RLIMIT_AS, (self.limit, resource.getrlimit(resource.RLIMIT_AS)[1]))


if __name__ == "__main__":
    trainer(Limit(), compute_metrics=hits).evaluate()
