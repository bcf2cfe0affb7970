# /// script
# requires-python = ">=3.11"
# dependencies = ["datasets>=4"]
# [tool.faultbook.env]
# HF_HUB_OFFLINE = "1"
# ///
"""What each format does with a column that features leaves out, with one that a file lacks, and Parquet's own argument.

$ python confirm_formats.py
json: a column more than features: refused; a column less: None
csv: a column more than features: dropped; a column less: refused
parquet: a column more than features: refused; a column less: None
parquet with columns=: ['id', 'text'] 4 rows
"""

import files
from datasets import Dataset, Features, Value, load_dataset, logging
from datasets.exceptions import DatasetGenerationError

logging.set_verbosity(logging.CRITICAL)
TEXT = Value("string")


def outcome(kind: str, name: str, columns: str) -> str:
    """Say what loading the file *name* with *columns* as its features comes to."""
    features = Features(dict.fromkeys(columns.split(), TEXT))
    try:
        data = load_dataset(kind, data_files=name, features=features, split="train", cache_dir="cache")
    except DatasetGenerationError:
        return "refused"
    return "None" if None in data[-1].values() else "dropped"


if __name__ == "__main__":
    for kind in ("json", "csv", "parquet"):
        for name, rows in (("old", files.JANUARY), ("new", files.FEBRUARY)):
            getattr(Dataset.from_list(rows), f"to_{kind}")(f"{name}.{kind}")
        more, less = outcome(kind, f"new.{kind}", "id text"), outcome(kind, f"old.{kind}", "id text lang")
        print(f"{kind}: a column more than features: {more}; a column less: {less}")
    both = ["old.parquet", "new.parquet"]
    data = load_dataset("parquet", data_files=both, columns=["id", "text"], split="train", cache_dir="cache")
    print("parquet with columns=:", data.column_names, len(data), "rows")
