# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""/health on a thread of its own is answered while requests compute, so that an impatient probe does no harm.

$ python fix_health_of_its_own.py
24 of 24 requests answered by the first start
"""

import threading

from probing import Probe, server

if __name__ == "__main__":
    idle = threading.Event()
    with server(load=0, threads=8) as started:
        Probe(period=0.1, timeout=5, failures=600).wait(started.port)
        answered = started.requests(24, idle)
        alive = Probe(period=0.1, timeout=2, failures=3).run(started.port, until=idle)
    assert alive
    print(f"{sum(answered)} of 24 requests answered by the first start")
