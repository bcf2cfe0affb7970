# /// script
# requires-python = ">=3.11"
# dependencies = ["transformers>=5"]
# ///
"""The architecture lives in the project's own package: import it, and let it register its type, before anything loads.

$ python fix_register.py
loaded OwnConfig
"""

from checkpoint import folder
from transformers import AutoConfig, PreTrainedConfig


class OwnConfig(PreTrainedConfig):
    """The configuration class, as the project's package has it."""

    model_type = "own_dense"


if __name__ == "__main__":
    AutoConfig.register("own_dense", OwnConfig)  # and AutoModelForCausalLM.register(OwnConfig, OwnModel)
    config = AutoConfig.from_pretrained(folder("own_dense"))
    print("loaded", type(config).__name__)
