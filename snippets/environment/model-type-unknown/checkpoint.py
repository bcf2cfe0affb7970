"""Folders as a download leaves them, with a configuration and no weights: the configuration is read first."""

import json
from pathlib import Path

SIZES = {"hidden_size": 64, "num_attention_heads": 2, "num_hidden_layers": 1}
CODE = """from transformers import PreTrainedConfig


class OwnConfig(PreTrainedConfig):
    model_type = "own_dense"
"""


def folder(model_type: str, **more: object) -> str:
    """Write a checkpoint's configuration of *model_type*, with *more* keys, and return its folder."""
    path = Path("checkpoint")
    path.mkdir(exist_ok=True)
    (path / "config.json").write_text(json.dumps({"model_type": model_type, **SIZES, **more}))
    return str(path)


def folder_with_code() -> str:
    """Write a checkpoint that brings the code of its own architecture, and return its folder."""
    path = folder("own_dense", auto_map={"AutoConfig": "configuration_own.OwnConfig"})
    (Path(path) / "configuration_own.py").write_text(CODE)
    return path
