# /// script
# requires-python = ">=3.11"
# dependencies = ["huggingface-hub>=1.0"]
# [tool.faultbook]
# env = {HF_HUB_OFFLINE = "1"}
# ///
"""The same through snapshot_download, with which servers fetch a whole model before they load it.

$ python reproduce_snapshot.py
...
huggingface_hub.errors.LocalEntryNotFoundError: Cannot find an appropriate cached snapshot folder for the specified ...
"""

from huggingface_hub import snapshot_download

if __name__ == "__main__":
    snapshot_download("some-lab/some-model")
