# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1"]
# [tool.faultbook]
# timeout = 120
# ///
"""With eval_accumulation_steps the same joining is NumPy's, and fails in the host's memory.

$ python reproduce_host_memory_fails.py
...
    self.arrays = nested_concat(self.arrays, new_arrays, padding_index=self.padding_index)
...
numpy._core._exceptions._ArrayMemoryError: Unable to allocate ... for an array with shape (..., 64, 4096) and data ...
"""

from reproduce_allocation_fails import Limit
from watch import hits, trainer

if __name__ == "__main__":
    trainer(Limit(), compute_metrics=hits, eval_accumulation_steps=1).evaluate()
