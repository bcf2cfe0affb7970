# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5.0"]
# [tool.faultbook]
# env = {HF_HUB_OFFLINE = "1", TRANSFORMERS_VERBOSITY = "error"}
# timeout = 120
# ///
"""transformers keeps T5's wo in float32 when weights are loaded in float16; autocast casts it all the same.

$ python confirm_t5.py
...under autocast: torch.float16, inf in the output: True
...loaded in float16: torch.float32, inf in the output: False
"""

import torch
from transformers import T5Config, T5ForConditionalGeneration

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.manual_seed(0)
    config = T5Config(vocab_size=64, d_model=32, d_kv=8, d_ff=256, num_layers=1, num_heads=4, dropout_rate=0.0)
    model = T5ForConditionalGeneration(config)
    with torch.no_grad():
        model.encoder.block[0].layer[-1].DenseReluDense.wo.weight[5] = 1600.0
    model.save_pretrained("checkpoint")
    x = 40 * torch.randn(64, 32)

    with torch.autocast("cpu", dtype=torch.float16):
        y = model.encoder.block[0].layer[-1].DenseReluDense(x)
    print(f"under autocast: {y.dtype}, inf in the output: {bool(y.isinf().any())}")

    half = T5ForConditionalGeneration.from_pretrained("checkpoint", dtype=torch.float16)
    y = half.encoder.block[0].layer[-1].DenseReluDense(x.half())
    print(f"loaded in float16: {y.dtype}, inf in the output: {bool(y.isinf().any())}")
