# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A liveness probe that begins with the container. The model needs longer to load than the probe forgives.

$ python reproduce.py
liveness probe: 3 starts, 3 killed, 0 reached the first answer
"""

import threading

from probing import Probe, server

if __name__ == "__main__":
    probe = Probe(period=0.2, timeout=1, failures=3)
    killed = 0
    for _ in range(3):
        with server(load=30, threads=8) as started:
            killed += not probe.run(started.port, until=threading.Event())
    print(f"liveness probe: 3 starts, {killed} killed, {3 - killed} reached the first answer")
    raise SystemExit(killed > 0)
