# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""What a request means, and whether a partition takes it; for the submit script. "48:00" is 48 minutes, not hours.

>>> [minutes(text) for text in ("90", "48:00", "48:00:00", "2-00", "1-12:30")]
[90, 48, 2880, 2880, 2190]
>>> verdict("3-00:00:00", partition="2-00:00:00")
'too long: 4320 minutes, and the partition allows 2880'
>>> verdict("48:00:00", partition="2-00:00:00")
'fits: 2880 of 2880 minutes'
>>> verdict("48:00", partition="2-00:00:00")
'fits: 48 of 2880 minutes'
>>> verdict("0", partition="2-00:00:00")
'too long: without an end, and the partition allows 2880'
>>> verdict("0", partition="infinite")
'fits: the partition has no limit'
"""

from math import inf


def minutes(text: str) -> float:
    """Read a time as Slurm does: without days a number alone is minutes, and two are minutes and seconds."""
    if text.lower() in {"0", "infinite", "unlimited"}:
        return inf
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
    """Say whether a request fits a partition with a limit (``sinfo -h -p NAME -o %l``)."""
    asked, limit = minutes(request), minutes(partition)
    if limit == inf:
        return "fits: the partition has no limit"
    if asked > limit:
        return (
            f"too long: {'without an end,' if asked == inf else f'{asked} minutes,'} and the partition allows {limit}"
        )
    return f"fits: {asked} of {limit} minutes"
