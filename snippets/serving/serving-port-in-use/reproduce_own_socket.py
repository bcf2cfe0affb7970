# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""The same with a socket that the program binds itself, as vLLM does before it loads anything.

$ python reproduce_own_socket.py
Traceback (most recent call last):
...
OSError: [Errno 98] Address already in use
"""

import socket


def create_server_socket(port: int) -> socket.socket:
    """Bind *port* with the option that vLLM and uvicorn set too; it does not help against a listener."""
    server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    server.bind(("127.0.0.1", port))
    return server


if __name__ == "__main__":
    first = create_server_socket(0)
    first.listen()
    create_server_socket(first.getsockname()[1])
