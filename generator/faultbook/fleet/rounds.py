"""Tasks driven through a cluster: orders out, events in, until there is a final word on each."""

from __future__ import annotations

from collections.abc import Iterator

from faultbook.fleet.dispatch import Dispatch, Given, Happened
from faultbook.fleet.link import Link

__all__ = ["rounds"]


def rounds(link: Link, dispatch: Dispatch, seconds: float) -> Iterator[list[Given | Happened]]:
    """Yield what there is to say after each look at the cluster, at least every *seconds*.

    Raises:
        LinkLostError: when the cluster is gone.

    """
    while not dispatch.over:
        words: list[Given | Happened] = []
        for order in dispatch.orders(link.nodes):
            if isinstance(order, Given):
                words.append(order)
            else:
                link.send(order)
        for event in link.events(0.0 if words else seconds):
            words += dispatch.take(event)
        yield words
