"""Two exports of the same data, of which the later one has a column more."""

import json
from pathlib import Path

from datasets import disable_progress_bars

disable_progress_bars()
JANUARY = [{"id": "a", "text": "the job has stopped"}, {"id": "b", "text": "the job runs"}]
FEBRUARY = [{**row, "lang": "en"} for row in JANUARY]


def exports() -> list[str]:
    """Write the two as JSON lines, and return their paths in the order in which a glob finds them."""
    for name, rows in (("2025-01.jsonl", JANUARY), ("2025-02.jsonl", FEBRUARY)):
        Path(name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    return ["2025-01.jsonl", "2025-02.jsonl"]
