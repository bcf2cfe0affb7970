# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""Both ends stand in generation_config.json, saved with the model; what loads it stops by itself.

$ python fix_generation_config.py
eos_token_id in the saved file: [2, 9]
5 6 7 9 ...: 4 of 40 tokens used, end of turn written 1 times
"""

import json
from pathlib import Path

from transformers import GenerationConfig
from turns import END_OF_TEXT, END_OF_TURN, answer, model

if __name__ == "__main__":
    net = model()
    net.generation_config.eos_token_id = [END_OF_TEXT, END_OF_TURN]
    net.generation_config.save_pretrained("saved")
    saved = json.loads(Path("saved/generation_config.json").read_text())
    print("eos_token_id in the saved file:", saved["eos_token_id"])
    net.generation_config = GenerationConfig.from_pretrained("saved")
    raise SystemExit(answer(net))
