"""Which task goes to the cluster when, and what becomes of one that the cluster failed; knows no Ray.

Ray queues, places and packs. What is decided here: that it never holds tasks that no node can take, that a fault of a
machine is tried again and one of a part is not, and that a node whose disk is full gets no more.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from faultbook.fleet.messages import Cancel, Ended, Event, Fault, FaultKind, Order, Started, Submit, Told
from faultbook.fleet.needs import Demand, Node, unmet

__all__ = ["Dispatch", "Given", "Happened", "Task"]

_TRIES = 3  # of one task, when workers and nodes are lost
_TRIES_FOR_A_PLACE = 8  # nodes that are asked whether they are fit
_AHEAD = 2.0  # tasks that Ray holds for each CPU that could do them: enough to pack, few enough to watch
_MORE_AHEAD = 8
_SAID: dict[FaultKind, str] = {
    "worker": "its worker on {node} was lost",
    "node": "its node {node} was lost",
    "memory": "it was killed for memory on {node}",
    "disk": "the disk of {node} is full",
    "setup": "nothing could be set up on {node}",
    "unfit": "{node} is not fit for it",
    "code": "it could not be run on {node}",
    "cancelled": "it was taken back",
}


@dataclasses.dataclass(frozen=True, slots=True)
class Task:
    """Work for one node."""

    name: str
    demand: Demand
    function: str
    argument: Any
    seconds: float = 0.0
    """How long it may take; the longest go first."""


@dataclasses.dataclass(frozen=True, slots=True)
class Given:
    """The final word on a task: a value, or why there is none."""

    key: int
    task: Task
    state: Literal["done", "skipped", "lost"]
    value: Any = None
    reason: str = ""
    node: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Happened:
    """A line for who watches: a fault, or what a running task says."""

    task: Task
    text: str
    fault: bool = True


@dataclasses.dataclass(slots=True)
class _State:
    task: Task
    demand: Demand
    tries: int = 0
    places: int = 0
    avoid: frozenset[str] = frozenset()
    node: str | None = None
    """Where it runs; ``None`` while it waits."""
    hopeful: bool = False
    """Whether some node could have taken it, once."""


class Dispatch:
    """Tasks on their way through a cluster."""

    def __init__(self, tasks: Iterable[Task], nodes: Iterable[Node]) -> None:
        self.nodes = {node.id: node for node in nodes}
        self._names = {node.id: node.name for node in self.nodes.values()}
        self._states = {key: _State(task, task.demand) for key, task in enumerate(tasks)}
        self._waiting = sorted(self._states, key=lambda key: -self._states[key].task.seconds)
        self._out: set[int] = set()
        self._full: frozenset[str] = frozenset()

    @property
    def running(self) -> list[tuple[Task, str]]:
        """Tasks that run now, each with the name of its node."""
        out = (self._states[key] for key in sorted(self._out))
        return [(state.task, self._names.get(state.node, "?")) for state in out if state.node is not None]

    @property
    def waiting(self) -> int:
        """How many tasks have not begun."""
        return len(self._states) - len(self.running)

    @property
    def over(self) -> bool:
        """Whether there is a final word on every task."""
        return not self._states

    def orders(self, nodes: Iterable[Node]) -> Iterator[Order | Given]:
        """Yield what to tell the driver now that *nodes* are alive, and the final word on what none can take."""
        self.nodes = {node.id: node for node in nodes}
        self._names |= {node.id: node.name for node in self.nodes.values()}
        for key in [key for key in self._states if self._states[key].node is None]:
            state = self._states[key]
            if reason := unmet(state.demand, self._open(state)):
                if key in self._out:
                    yield Cancel(key)
                yield self._give_up(key, reason)
            else:
                state.hopeful = True
        room = self._room()
        for key in list(self._waiting):
            state = self._states[key]
            if room.get(state.demand.target, 0) > 0:
                room[state.demand.target] -= 1
                self._waiting.remove(key)
                self._out.add(key)
                options = state.demand.options(self.nodes.values(), state.avoid | self._full)
                yield Submit(key, state.task.function, state.task.argument, options)

    def _open(self, state: _State) -> list[Node]:
        shut = state.avoid | self._full
        return [node for node in self.nodes.values() if node.id not in shut]

    def _room(self) -> dict[str, int]:
        """Return, by target, how many tasks more Ray may hold."""
        room: dict[str, int] = {}
        for target in {self._states[key].demand.target for key in self._waiting}:
            cpus = sum(node.cpus for node in self.nodes.values() if node.has(target))
            held = sum(self._states[key].demand.target == target for key in self._out)
            room[target] = int(_AHEAD * cpus) + _MORE_AHEAD - held
        return room

    def take(self, event: Event) -> Iterator[Given | Happened]:
        """Take what happened, and yield what there is to say of it."""
        if isinstance(event, (Started, Told, Ended, Fault)) and event.key in self._out:
            state = self._states[event.key]
            if isinstance(event, Started):
                state.node = event.node
            elif isinstance(event, Told):
                yield Happened(state.task, event.text, fault=False)
            elif isinstance(event, Ended):
                yield self._end(event.key, "done", event.value, node=self._names.get(event.node, event.node))
            else:
                yield from self._fault(event, state)

    def _fault(self, fault: Fault, state: _State) -> Iterator[Given | Happened]:
        where = fault.node or state.node
        here = self._names.get(where, where) if where else "a node"
        said = _SAID[fault.kind].format(node=here) + (f": {fault.text}" if fault.text else "")
        if fault.kind == "code":
            yield self._end(fault.key, "lost", reason=said)
            return
        shut = frozenset({where} if where else ())
        if fault.kind == "unfit":
            state.places += 1
            state.avoid |= shut
            others = unmet(state.demand, self._open(state)) if shut else fault.text
            if others or state.places >= _TRIES_FOR_A_PLACE:
                yield self._end(fault.key, "skipped", reason=fault.text)
                return
        else:
            state.tries += 1
            if fault.kind in {"disk", "setup"}:
                self._full |= shut
            if fault.kind == "memory":
                state.demand = dataclasses.replace(state.demand, memory=2 * state.demand.memory)
            if state.tries >= _TRIES:
                yield self._end(fault.key, "lost", reason=f"{said}; given up after {_TRIES} tries")
                return
            yield Happened(state.task, f"{said}; it is tried again")
        state.node = None
        self._out.discard(fault.key)
        self._waiting.insert(0, fault.key)

    def _give_up(self, key: int, reason: str) -> Given:
        """Return the final word on a task that no node can take: skipped if none ever could, else lost."""
        state = self._states[key]
        if state.demand.memory > state.task.demand.memory:
            reason = f"it was killed for memory, and no node has twice as much for it: {reason}"
        elif self._full:
            shut = ", ".join(sorted(self._names[id_] for id_ in self._full))
            reason = f"{reason}; no more is sent to {shut}, where a disk is full or nothing could be set up"
        elif state.hopeful:
            reason = f"{reason} any more"
        return self._end(key, "lost" if state.hopeful else "skipped", reason=reason)

    def _end(
        self, key: int, state: Literal["done", "skipped", "lost"], value: Any = None, reason: str = "", node: str = ""
    ) -> Given:
        task = self._states.pop(key).task
        self._out.discard(key)
        if key in self._waiting:
            self._waiting.remove(key)
        return Given(key, task, state, value, reason, node)
