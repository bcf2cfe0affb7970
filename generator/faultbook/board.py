"""What runs where, shown below the lines of a run while it lasts: for terminals only."""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from faultbook.runner import Step

__all__ = ["Board"]


class Board:
    """A live table of the steps that run, each with its place and its time."""

    def __init__(self, planned: int) -> None:
        self._planned, self._ended = planned, 0
        self._running: dict[str, tuple[str, float]] = {}
        self._console = Console(stderr=True, highlight=False)
        self._live = Live(get_renderable=self._table, console=self._console, refresh_per_second=4, transient=True)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def say(self, text: str) -> None:
        """Show a line of the run above the table."""
        self._console.print(Text(text), soft_wrap=True)

    def begins(self, step: Step, where: str) -> None:
        """Add *step* to the table."""
        self._running[step.name] = where, time.monotonic()

    def ends(self, step: Step) -> None:
        """Take *step* from the table."""
        self._running.pop(step.name, None)
        self._ended += 1

    def line(self, step: Step, text: str) -> None:
        """Show what happens while an environment is made for *step*."""
        self.say(f"    {step.name}: {text}")

    def _table(self) -> Table:
        table = Table.grid(padding=(0, 2))
        for row in self._rows():
            table.add_row(*row)
        return table

    def _rows(self) -> Iterator[tuple[Text, Text, Text]]:
        for name, (where, begun) in tuple(self._running.items()):
            yield Text(f"{time.monotonic() - begun:5.0f} s", "dim"), Text(where, "dim"), Text(name, "cyan")
        left = self._planned - self._ended - len(self._running)
        yield Text(""), Text(f"{self._ended}/{self._planned}", "bold"), Text(f"ended, {left} waiting", "dim")
