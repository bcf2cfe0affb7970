"""What a task asks of a node, what nodes have, and why none will do."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from faultbook.snippets.part import Part

__all__ = ["Demand", "Node", "demand_of", "unmet"]

_MEMORY = 2 << 30  # bytes that a part is given when its head says nothing: what imports torch and runs a small model
_SHARE = 0.001  # of a target: the resource says which GPUs a node has, and num_gpus counts them
#: Targets of what Ray finds on a node by itself, and lists as ``accelerator_type:NAME``.
_ACCELERATORS: Mapping[str, tuple[str, ...]] = {
    "sm_80": ("A100", "A100-40G", "A100-80G"),
    "sm_86": ("A10G",),
    "sm_89": ("L4", "L40S"),
    "sm_90": ("H100", "H200", "H20", "GH200"),
    "sm_100": ("B200", "GB200"),
    "sm_103": ("B300", "GB300"),
    "sm_120": ("RTX-PRO-6000",),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Node:
    """A machine of the cluster."""

    id: str
    name: str
    """Its host, with the start of its id where several nodes have the same."""
    cpus: float = 0
    gpus: float = 0
    memory: int = 0
    """Bytes that tasks may reserve."""
    resources: frozenset[str] = frozenset()
    """Names of its other resources."""

    def target_resource(self, target: str) -> str | None:
        """Return the resource that says that the node is of *target*, or ``None``."""
        names = (target, *(f"accelerator_type:{name}" for name in _ACCELERATORS.get(target, ())))
        return next((name for name in names if name in self.resources), None)

    def has(self, target: str) -> bool:
        """Return whether parts for *target* can mean something there."""
        return target == "cpu" or self.target_resource(target) is not None


@dataclasses.dataclass(frozen=True, slots=True)
class Demand:
    """What one task reserves while it runs."""

    target: str = "cpu"
    cpus: int = 1
    gpus: int = 0
    memory: int = 0

    def options(self, nodes: Iterable[Node], avoid: Collection[str] = ()) -> dict[str, Any]:
        """Return it as the options of a Ray task that goes to one of *nodes*, and to none whose id is in *avoid*."""
        options: dict[str, Any] = {"num_cpus": self.cpus, "num_gpus": self.gpus, "memory": self.memory}
        if self.target != "cpu":
            fitting = [node for node in nodes if node.id not in avoid and self.lack(node) is None]
            name = next((name for node in fitting if (name := node.target_resource(self.target))), self.target)
            options["resources"] = {name: _SHARE}
        if avoid:
            options["label_selector"] = {"ray.io/node-id": f"!in({','.join(sorted(avoid))})"}
        return options

    def lack(self, node: Node) -> str | None:
        """Return what *node* lacks for it, even when nothing else runs there, or ``None``."""
        if not node.has(self.target):
            return f"no GPU of target {self.target}"
        if self.gpus > node.gpus:
            return f"{node.gpus:.0f} GPUs"
        if self.cpus > node.cpus:
            return f"{node.cpus:.0f} CPUs"
        if self.memory > node.memory:
            return f"{node.memory / 2**30:.1f} GiB for tasks"
        return None


def demand_of(part: Part, target: str) -> Demand:
    """Return what *part* reserves on *target*: what its head asks for, a GPU on every target that is one."""
    needs = part.header.on(target).needs
    gpus = 0 if target == "cpu" else max(1, needs.gpus)
    return Demand(target, 1, gpus, needs.memory_bytes or _MEMORY)


def unmet(demand: Demand, nodes: Iterable[Node]) -> str | None:
    """Return why no node of *nodes* can ever take *demand*, or ``None`` when one can."""
    nodes = list(nodes)
    lacks = {node.name: demand.lack(node) for node in nodes}
    if not nodes:
        return "no node is left"
    if any(lack is None for lack in lacks.values()):
        return None
    own = {node.name: lacks[node.name] for node in nodes if node.has(demand.target)}
    if not own:
        return f"needs a GPU of target {demand.target}; no node declares one"
    gpus = f"{demand.gpus} GPU{'' if demand.gpus == 1 else 's'}, " if demand.gpus else ""
    wanted = f"needs {gpus}{demand.cpus} CPU and {demand.memory / 2**30:.1f} GiB of memory on one node"
    shown = ", ".join(f"{name} has {lack}" for name, lack in list(own.items())[:3])
    return f"{wanted}; {shown}" + (f" and {len(own) - 3} more lack it too" if len(own) > 3 else "")  # noqa: PLR2004
