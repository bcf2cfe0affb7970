# /// script
# requires-python = ">=3.11"
# dependencies = ["datasets>=4"]
# [tool.faultbook.env]
# HF_HUB_OFFLINE = "1"
# ///
"""The second file has a column that the first did not have, and the first decided what a row is.

$ python reproduce.py
...
datasets.table.CastError: Couldn't cast
id: string
text: string
lang: string
to
{'id': Value('string'), 'text': Value('string')}
because column names don't match
...
datasets.exceptions.DatasetGenerationError: An error occurred while generating the dataset
"""

from datasets import load_dataset
from files import exports

if __name__ == "__main__":
    load_dataset("json", data_files=exports(), split="train", cache_dir="cache")
