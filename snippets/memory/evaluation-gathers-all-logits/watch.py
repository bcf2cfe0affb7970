"""A causal model with 4096 tokens, 64 rows to evaluate, and a callback that weighs what the Trainer keeps of them."""

import gc
import warnings

import numpy as np
import torch
from transformers import (
    EvalPrediction,
    LlamaConfig,
    LlamaForCausalLM,
    Trainer,
    TrainerCallback,
    TrainingArguments,
)
from transformers.trainer_pt_utils import EvalLoopContainer
from transformers.utils import logging

warnings.simplefilter("ignore", FutureWarning)
logging.set_verbosity_error()
torch.set_num_threads(1)


class Watch(TrainerCallback):
    """Adds up the predictions, labels and losses that the evaluation loop holds, after each batch."""

    def __init__(self) -> None:
        self.held: list[EvalLoopContainer] = []
        self.device: list[float] = []
        self.host: list[float] = []

    def on_prediction_step(self, *_: object, **__: object) -> None:
        """Note the MiB in tensors and those in arrays."""
        if not self.held:
            self.held = [thing for thing in gc.get_objects() if type(thing) is EvalLoopContainer]
        self.device.append(sum(c.tensors.nbytes for c in self.held if c.tensors is not None) / 2**20)
        self.host.append(sum(c.arrays.nbytes for c in self.held if c.arrays is not None) / 2**20)

    def report(self) -> int:
        """Print what was kept after the first batch and after the last; return 1 when it is worth a warning."""
        first, last = (self.device[at] + self.host[at] for at in (0, -1))
        print(f"evaluation kept {first:.1f} MiB after 1 batch, {last:.1f} MiB after {len(self.device)} batches")
        return int(last - first > 50.0)


def hits(prediction: EvalPrediction) -> dict[str, float]:
    """Return how often the likeliest token is the next one."""
    guessed, labels = prediction.predictions, prediction.label_ids
    if guessed.ndim == 3:  # logits, and not tokens yet
        guessed = guessed.argmax(-1)
    return {"hits": float(np.mean(guessed[:, :-1] == labels[:, 1:]))}


def trainer(watch: TrainerCallback, **more: object) -> Trainer:
    """Return a Trainer that evaluates 16 batches of 4 rows of 64 tokens."""
    torch.manual_seed(0)
    sizes = {"hidden_size": 8, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 1}
    model = LlamaForCausalLM(LlamaConfig(vocab_size=4096, **sizes))
    rows = [{"input_ids": ids, "labels": ids} for ids in torch.randint(0, 4096, (64, 64))]
    own = {name: more.pop(name) for name in ("compute_metrics", "preprocess_logits_for_metrics") if name in more}
    arguments = TrainingArguments(
        "out", per_device_eval_batch_size=4, report_to=[], disable_tqdm=True, use_cpu=True, **more
    )
    return Trainer(model, arguments, eval_dataset=rows, callbacks=[watch], **own)
