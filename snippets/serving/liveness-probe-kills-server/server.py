"""A model server in small: it loads first and listens afterwards, and answers /health as well as requests.

PORT and LOAD (seconds) come from the environment. With THREADS=1 a request that computes keeps /health waiting.
"""

from __future__ import annotations

import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    """Answer /health at once, and anything else after half a second of work."""

    def do_GET(self) -> None:
        """Answer one request."""
        if self.path != "/health":
            time.sleep(0.5)
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


if __name__ == "__main__":
    time.sleep(float(os.environ["LOAD"]))
    kind = HTTPServer if os.environ["THREADS"] == "1" else ThreadingHTTPServer
    kind.request_queue_size = 64
    kind.handle_error = lambda *_: None  # type: ignore[method-assign]  # a client that has gone is no news
    kind(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
