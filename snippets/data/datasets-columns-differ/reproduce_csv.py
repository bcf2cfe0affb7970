# /// script
# requires-python = ">=3.11"
# dependencies = ["datasets>=4"]
# [tool.faultbook.env]
# HF_HUB_OFFLINE = "1"
# ///
"""CSV files, of which the second has renamed a column: the message names the columns and the file.

$ python reproduce_csv.py
...
datasets.exceptions.DatasetGenerationCastError: An error occurred while generating the dataset
...
All the data files must have the same columns, but at some point there are 1 new columns ({'answer'}) and 1 missing ...
...
"""

from pathlib import Path

import files  # noqa: F401 (turns the progress bars off)
from datasets import load_dataset

if __name__ == "__main__":
    Path("a.csv").write_text("text,label\nthe job has stopped,1\nthe job runs,0\n")
    Path("b.csv").write_text("text,answer\nthe job has stopped,1\nthe job runs,0\n")
    load_dataset("csv", data_files=["a.csv", "b.csv"], split="train", cache_dir="cache")
