# /// script
# requires-python = ">=3.11"
# dependencies = ["datasets>=4"]
# [tool.faultbook.env]
# HF_HUB_OFFLINE = "1"
# ///
"""Each file is loaded by itself, brought to the same columns, and joined; this works for every format.

$ python fix_load_apart.py
['id', 'text'] 4 rows
"""

from datasets import concatenate_datasets, load_dataset
from files import exports

if __name__ == "__main__":
    parts = [load_dataset("json", data_files=path, split="train", cache_dir="cache") for path in exports()]
    data = concatenate_datasets([part.select_columns(["id", "text"]) for part in parts])
    print(data.column_names, len(data), "rows")
