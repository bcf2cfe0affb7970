"""Which rank a process id is: hosts and containers of one job give the same ids to different processes."""

from __future__ import annotations

import dataclasses

from faultbook.diagnosis.line import Line

__all__ = ["Pids", "Place", "short"]


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """Where a process id counts: containers and hosts give the same ones."""

    file: int
    host: str | None

    @classmethod
    def of(cls, file: int, line: Line) -> Place:
        """Return that of *line* in log *file*."""
        return cls(file, line.pod or short(line.host))


def short(host: str | None) -> str | None:
    """Return a host's name without its domain."""
    return host if host is None or not (host[:1].isascii() and host[:1].isalpha()) else host.partition(".")[0]


class Pids:
    """Ranks by process id and place."""

    def __init__(self) -> None:
        self._known: dict[int, dict[Place, int]] = {}

    def note(self, pid: int, place: Place, rank: int) -> None:
        """Take *pid* for that of *rank*, unless the place has another rank's already."""
        self._known.setdefault(pid, {}).setdefault(place, rank)

    def rank(self, pid: int | None, place: Place) -> int | None:
        """Return the rank of *pid*: of the same host, else of the same log, else the only one of that number."""
        known = {} if pid is None else self._known.get(pid, {})
        here = [rank for other, rank in known.items() if place.host is not None and other.host == place.host]
        open_ = {other: rank for other, rank in known.items() if None in (other.host, place.host)}
        here = here or [rank for other, rank in open_.items() if other.file == place.file]
        if here:
            return here[0]
        return next(iter(open_.values())) if len(set(open_.values())) == 1 else None
