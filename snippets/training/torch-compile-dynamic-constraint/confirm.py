# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13"]
# ///
"""The 'User stack' of the message is the line that pinned the size.

>>> culprit(pairs)
'return x.view(4, 2, 4).mean(1)  # 4 pairs: a batch of 8'
>>> culprit(with_table)
'return x + table  # the table has 8 rows'

In eager the same line fails for any other size, or means something else:

>>> pairs(torch.ones(6, 4))
Traceback (most recent call last):
...
RuntimeError: shape '[4, 2, 4]' is invalid for input of size 24
"""

import logging

import torch
from pinned import call, pairs, with_table  # noqa: F401 - for the examples above

torch.set_num_threads(1)
logging.disable(logging.ERROR)  # the guard that cannot be made is also logged, with its stack


def culprit(function) -> str:
    """Return the last line of the message's user stack."""
    torch.compiler.reset()
    try:
        call(torch.compile(function, backend="eager"))
    except Exception as error:
        stack = str(error).split("User stack:")[1].strip().splitlines()
        return [line.strip() for line in stack if line.strip()][1]
    return "nothing pinned it"
