# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""What a request means, and whether a partition takes it; for the submit script. "48:00" is 48 minutes, not hours.

>>> [minutes(text) for text in ("90", "48:00", "48:00:00", "2-00", "1-12:30")]
[90, 48, 2880, 2880, 2190]
>>> verdict("3-00:00:00", partition="2-00:00:00")
'refused: 4320 minutes, and the partition allows 2880'
>>> verdict("48:00:00", partition="2-00:00:00")
'taken: 2880 of 2880 minutes'
>>> verdict("48:00", partition="2-00:00:00")
'taken: 48 of 2880 minutes'
"""


def minutes(text: str) -> int:
    """Read a time as Slurm does: without days a number alone is minutes, and two are minutes and seconds."""
    days, dash, rest = text.rpartition("-")
    parts = [int(part) for part in rest.split(":")]
    if dash:
        hours, mins, seconds = (*parts, 0, 0)[:3]
    elif len(parts) == 3:
        hours, mins, seconds = parts
    else:
        hours, (mins, seconds) = 0, (*parts, 0)[:2]
    return (int(days or 0) * 24 + hours) * 60 + mins + (seconds > 0)


def verdict(request: str, partition: str) -> str:
    """Say whether a partition with a limit (``sinfo -h -p NAME -o %l``) takes a request."""
    asked, limit = minutes(request), minutes(partition)
    if asked > limit:
        return f"refused: {asked} minutes, and the partition allows {limit}"
    return f"taken: {asked} of {limit} minutes"
