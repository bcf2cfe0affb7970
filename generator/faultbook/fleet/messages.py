"""What the caller and the process that holds Ray say to each other."""

from __future__ import annotations

import dataclasses
from typing import Any, Literal

from faultbook.fleet.needs import Node

__all__ = [
    "Cancel",
    "Connected",
    "Ended",
    "Event",
    "Failed",
    "Fault",
    "FaultKind",
    "Nodes",
    "Order",
    "Started",
    "Submit",
    "Told",
]

FaultKind = Literal["worker", "node", "memory", "disk", "setup", "unfit", "code", "cancelled"]
"""A lost worker, a lost node, killed for memory, a full disk, a folder that could not travel, a node that lacks what
is needed, an error of our own code, and what the caller took back."""


@dataclasses.dataclass(frozen=True, slots=True)
class Submit:
    """Do *function* of ``faultbook.fleet.node`` with *argument*, as a Ray task with *options*."""

    key: int
    function: str
    argument: Any
    options: dict[str, Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Cancel:
    """Take a task back."""

    key: int


Order = Submit | Cancel


@dataclasses.dataclass(frozen=True, slots=True)
class Connected:
    """The cluster is there, and what travels has been sent."""


@dataclasses.dataclass(frozen=True, slots=True)
class Failed:
    """There is no cluster to work on, or none any more; nothing follows."""

    text: str


@dataclasses.dataclass(frozen=True, slots=True)
class Nodes:
    """The nodes that are alive now."""

    nodes: tuple[Node, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Started:
    """A task runs, on the node of this id."""

    key: int
    node: str


@dataclasses.dataclass(frozen=True, slots=True)
class Told:
    """A line that a running task said."""

    key: int
    text: str


@dataclasses.dataclass(frozen=True, slots=True)
class Ended:
    """A task came to its end with *value*."""

    key: int
    value: Any
    node: str


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """A task did not come to its end."""

    key: int
    kind: FaultKind
    text: str
    node: str | None = None
    """Where it ran, by the node's id, as far as that is known."""


Event = Connected | Failed | Nodes | Started | Told | Ended | Fault
