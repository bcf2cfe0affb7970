# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.13"]
# ///
"""What varies decides: a size becomes dynamic at its second value, unless that is forbidden or it is a weight's.

>>> forty_sizes()
'graphs compiled: 2, calls served by one of them: 40 of 40'
>>> forty_sizes(dynamic=False)
'graphs compiled: 8, calls served by one of them: 8 of 40'

A number that is an argument becomes a symbol as well; an attribute of a module does not, see reproduce.py:

>>> forty_rates()
'graphs compiled: 2, calls served by one of them: 40 of 40'

Twenty layers of twenty widths, each compiled by itself and called twice, share one forward and so one limit.
The eight that came first keep their graphs:

>>> twenty_widths()
'graphs compiled: 8, calls served by one of them: 16 of 40'
>>> twenty_widths(isolate_recompiles=True)
'graphs compiled: 20, calls served by one of them: 40 of 40'
"""

import logging

import torch
from counting import Counting
from widths import run_twice

torch.set_num_threads(1)
logging.getLogger("torch._dynamo").setLevel(logging.ERROR)


def forty_sizes(**options) -> str:
    """Call with forty batch sizes, none of them 0 or 1."""
    torch.compiler.reset()
    backend = Counting()
    function = torch.compile(lambda x: x.sin().sum(0), backend=backend, **options)
    for size in range(2, 42):
        function(torch.ones(size, 4))
    return str(backend)


def forty_rates() -> str:
    """Call with forty learning rates."""
    torch.compiler.reset()
    backend = Counting()
    function = torch.compile(lambda weight, rate: weight - rate * weight.sign(), backend=backend)
    for step in range(40):
        function(torch.ones(4), 0.1 * 0.9**step)
    return str(backend)


def twenty_widths(**options) -> str:
    """Call twenty layers twice."""
    torch.compiler.reset()
    backend = Counting()
    run_twice(backend, **options)
    return str(backend)
