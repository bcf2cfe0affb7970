# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A startup probe with room for the slowest load. The liveness probe begins after it, and still finds a hang.

$ python fix_startup_probe.py
loaded and answering after 1 start; a server that was stopped is found
"""

import signal
import threading

from probing import Probe, server

if __name__ == "__main__":
    startup = Probe(period=0.2, timeout=1, failures=600)
    liveness = Probe(period=0.2, timeout=1.5, failures=2)
    with server(load=1, threads=8) as started:
        loaded = startup.wait(started.port)
        enough = threading.Event()
        threading.Timer(0.5, enough.set).start()
        alive = liveness.run(started.port, until=enough)
        started.process.send_signal(signal.SIGSTOP)  # it hangs: alive, and answering nobody
        found = not liveness.run(started.port, until=threading.Event())
        started.process.kill()
    assert loaded
    assert alive
    assert found
    print("loaded and answering after 1 start; a server that was stopped is found")
