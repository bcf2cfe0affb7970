# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5.0", "accelerate>=1.1"]
# [tool.faultbook]
# env = {HF_HUB_OFFLINE = "1", TRANSFORMERS_VERBOSITY = "error"}
# ///
"""A Trainer whose compute_loss makes its own mean: the Trainer believes that the loss is scaled, and divides nothing.

$ python reproduce_compute_loss.py
...accumulated gradient is off by ... of the full-batch gradient, norm ratio ...
"""

from tiny_trainer import applied_gradient
from torch.nn.functional import cross_entropy
from transformers import Trainer
from window import compare


class OwnMean(Trainer):
    """Overrides the loss, as many projects do, and ignores num_items_in_batch."""

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):  # noqa: ARG002
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss = cross_entropy(outputs.logits[:, :-1].flatten(0, 1), labels[:, 1:].flatten())
        return (loss, outputs) if return_outputs else loss


if __name__ == "__main__":
    found = applied_gradient(OwnMean, accumulation=4)
    raise SystemExit(compare(found, applied_gradient(OwnMean, accumulation=1)))
