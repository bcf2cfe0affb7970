# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""The kernel picks the port, the socket stays bound, and the server is given the socket instead of a number.

A port that was merely found free, closed and bound again later can be lost in between; this one cannot.

$ python fix_free_port.py
two servers, two ports: True
"""

import asyncio
import socket


async def serve(bound: socket.socket) -> int:
    """Listen on a socket that is bound already, as with uvicorn's `Server.serve(sockets=[...])`."""
    server = await asyncio.start_server(lambda _reader, writer: writer.close(), sock=bound)
    return int(server.sockets[0].getsockname()[1])


async def main() -> None:
    bound = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    # ... minutes of loading weights ...
    ports = {await serve(each) for each in bound}
    print("two servers, two ports:", len(ports) == 2)


if __name__ == "__main__":
    asyncio.run(main())
