# /// script
# requires-python = ">=3.11"
# dependencies = ["datasets>=4"]
# [tool.faultbook.env]
# HF_HUB_OFFLINE = "1"
# ///
"""Which file has which columns; what the order of the files changes; and when a stream meets the second one.

$ python confirm.py
2025-01.jsonl: id text
2025-02.jsonl: id lang text
the newer file first: ['en', 'en', None, None]
a stream gave 2 rows before CastError
"""

import json
from pathlib import Path

from datasets import load_dataset
from datasets.table import CastError
from files import exports

if __name__ == "__main__":
    paths = exports()
    for path in paths:
        rows = map(json.loads, Path(path).read_text().splitlines())
        print(f"{path}:", *sorted(set().union(*rows)))
    turned = load_dataset("json", data_files=paths[::-1], split="train", cache_dir="cache")
    print("the newer file first:", turned["lang"][:])
    seen = 0
    try:
        for _row in load_dataset("json", data_files=paths, split="train", streaming=True):
            seen += 1
    except CastError:
        print(f"a stream gave {seen} rows before CastError")
