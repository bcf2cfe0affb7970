# /// script
# requires-python = ">=3.11"
# dependencies = ["datasets>=4"]
# [tool.faultbook.env]
# HF_HUB_OFFLINE = "1"
# ///
"""The columns are named, so that no file has to be the first; where one is missing, there is None.

$ python fix_name_the_features.py
id ['a', 'b', 'a', 'b']
text ['the job has stopped', 'the job runs', 'the job has stopped', 'the job runs']
lang [None, None, 'en', 'en']
"""

from datasets import Features, Value, load_dataset
from files import exports

if __name__ == "__main__":
    columns = Features({"id": Value("string"), "text": Value("string"), "lang": Value("string")})
    data = load_dataset("json", data_files=exports(), features=columns, split="train", cache_dir="cache")
    for name in data.column_names:
        print(name, data[name][:])
