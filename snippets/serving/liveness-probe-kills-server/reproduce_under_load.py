# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A healthy server whose /health waits in one queue with the requests. Impatient probes end it in the midst of them.

$ python reproduce_under_load.py
liveness probe: 1 starts, 1 killed, ... of 24 requests lost
"""

import threading

from probing import Probe, server

if __name__ == "__main__":
    idle = threading.Event()
    with server(load=0, threads=1) as started:
        Probe(period=0.1, timeout=5, failures=600).wait(started.port)
        answered = started.requests(24, idle)  # half a second each, one after the other
        alive = Probe(period=0.1, timeout=0.3, failures=3).run(started.port, until=idle)
    idle.wait(30)
    print(f"liveness probe: 1 starts, {1 - alive} killed, {24 - sum(answered)} of 24 requests lost")
    raise SystemExit(not alive)
