# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5.0", "accelerate>=1.1"]
# [tool.faultbook]
# env = {HF_HUB_OFFLINE = "1", TRANSFORMERS_VERBOSITY = "error"}
# ///
"""The same Trainer, summing over tokens and dividing by the count that the Trainer hands over.

$ python fix_num_items_in_batch.py
...accumulated gradient is off by 0.0000 of the full-batch gradient, norm ratio 1.0000
"""

from tiny_trainer import applied_gradient
from torch.nn.functional import cross_entropy
from transformers import Trainer
from window import compare


class SharedMean(Trainer):
    """Divides by the tokens of the whole window; alone (in evaluation, say) it makes its own mean."""

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        reduction = "mean" if num_items_in_batch is None else "sum"
        loss = cross_entropy(outputs.logits[:, :-1].flatten(0, 1), labels[:, 1:].flatten(), reduction=reduction)
        if num_items_in_batch is not None:
            loss = loss / num_items_in_batch
        return (loss, outputs) if return_outputs else loss


if __name__ == "__main__":
    found = applied_gradient(SharedMean, accumulation=4)
    raise SystemExit(compare(found, applied_gradient(SharedMean, accumulation=1)))
