# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers>=5"]
# [tool.faultbook.env]
# TRANSFORMERS_VERBOSITY = "error"
# ///
"""The checkpoint brings its architecture as Python files: read them, then allow them.

$ python fix_code_of_the_checkpoint.py
code to review: configuration_own.py
loaded OwnConfig
"""

from pathlib import Path

from checkpoint import folder_with_code
from transformers import AutoConfig

if __name__ == "__main__":
    path = folder_with_code()
    print("code to review:", *(file.name for file in Path(path).glob("*.py")))
    config = AutoConfig.from_pretrained(path, trust_remote_code=True)
    print("loaded", type(config).__name__)
