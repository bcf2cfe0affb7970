# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""Bind before the weights are loaded: the answer comes in a millisecond instead of after minutes of loading.

>>> held = socket.create_server(("127.0.0.1", 0))
>>> port_is_free("127.0.0.1", held.getsockname()[1])
False
>>> port_is_free("127.0.0.1", 0)
True

A listener on one address also blocks the port for all addresses, which is what 0.0.0.0 asks for:

>>> port_is_free("0.0.0.0", held.getsockname()[1])
False

On Linux a server that has bound with SO_REUSEADDR and does not listen yet, as vLLM while it loads, is not seen:

>>> loading = socket.socket()
>>> loading.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
>>> loading.bind(("127.0.0.1", 0))
>>> port_is_free("127.0.0.1", loading.getsockname()[1])
True
"""

import errno
import socket


def port_is_free(host: str, port: int) -> bool:
    """Say whether *port* can be bound now; for a launch script, before it starts the container."""
    try:
        socket.create_server((host, port)).close()
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        return False
    return True
