"""A call into C that takes a second, and another thread of Python that wants to go on meanwhile."""

import threading
import time
from collections.abc import Callable


def went_on(call: Callable[[], object]) -> bool:
    """Return whether another thread of Python ran while *call* did."""
    ticks: list[float] = []
    stop = threading.Event()

    def tick() -> None:
        while not stop.wait(0.01):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    began = time.monotonic()
    call()
    ended = time.monotonic()
    stop.set()
    thread.join()
    return any(began + 0.2 < at < ended - 0.2 for at in ticks)
