# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""The same queue and the same requests; a probe that waits longer than the longest stall lets them finish.

$ python fix_patient_probe.py
6 of 6 requests answered by the first start
"""

import threading

from probing import Probe, server

if __name__ == "__main__":
    idle = threading.Event()
    with server(load=0, threads=1) as started:
        Probe(period=0.1, timeout=5, failures=600).wait(started.port)
        answered = started.requests(6, idle)
        alive = Probe(period=0.5, timeout=20, failures=3).run(started.port, until=idle)
    assert alive
    print(f"{sum(answered)} of 6 requests answered by the first start")
