# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""What the warning looks at: the mask, when there is one; else the last token, which an end of text can be.

$ python confirm_warning.py
right padding, with a mask: warned True
left padding, with a mask: warned False
no padding, last token has the id of padding, with a mask: warned False
no padding, last token has the id of padding, no mask: warned True
"""

import logging

import torch
from transformers import LlamaConfig, LlamaForCausalLM

PAD = 0


class Seen(logging.Handler):
    """Remembers whether the warning came."""

    def __init__(self) -> None:
        super().__init__()
        self.warned = False

    def emit(self, record: logging.LogRecord) -> None:
        self.warned |= "right-padding was detected" in record.getMessage()


if __name__ == "__main__":
    torch.manual_seed(0)
    torch.set_num_threads(1)
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2}
    net = LlamaForCausalLM(LlamaConfig(vocab_size=16, pad_token_id=PAD, bos_token_id=None, eos_token_id=None, **sizes))
    logger = logging.getLogger("transformers")
    logger.handlers.clear()
    logger.propagate = False
    cases = {
        "right padding, with a mask": ([[5, 6, PAD], [1, 2, 3]], [[1, 1, 0], [1, 1, 1]]),
        "left padding, with a mask": ([[PAD, 5, 6], [1, 2, 3]], [[0, 1, 1], [1, 1, 1]]),
        "no padding, last token has the id of padding, with a mask": ([[5, 6, PAD], [1, 2, 3]], [[1, 1, 1]] * 2),
        "no padding, last token has the id of padding, no mask": ([[5, 6, PAD], [1, 2, 3]], None),
    }
    for name, (ids, mask) in cases.items():
        seen = Seen()
        logger.addHandler(seen)
        given = {} if mask is None else {"attention_mask": torch.tensor(mask)}
        net.generate(torch.tensor(ids), max_new_tokens=1, do_sample=False, **given)
        logger.removeHandler(seen)
        print(f"{name}: warned {seen.warned}")
