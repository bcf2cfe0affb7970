# /// script
# requires-python = ">=3.11"
# dependencies = ["datasets>=4"]
# ///
"""The cache that a data set is prepared in, in the home folder unless it is told otherwise.

$ python reproduce_dataset.py
...
OSError: [Errno 122] Disk quota exceeded
...
datasets.exceptions.DatasetGenerationError: An error occurred while generating the dataset
"""

import datasets
from quota import use_up

if __name__ == "__main__":
    datasets.disable_progress_bars()
    use_up()
    datasets.Dataset.from_generator(lambda: ({"text": str(number)} for number in range(1000)))
