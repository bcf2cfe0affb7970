# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A second server asks for the port of the first, as uvicorn does it: through asyncio's create_server.

$ python reproduce.py
Traceback (most recent call last):
...
OSError: [Errno 98] error while attempting to bind on address ('127.0.0.1', ...): ...address already in use...
"""

import asyncio


async def serve(port: int) -> asyncio.Server:
    """Listen on *port*, or on a free one for 0."""
    return await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", port)


async def main() -> None:
    first = await serve(0)
    await serve(first.sockets[0].getsockname()[1])


if __name__ == "__main__":
    asyncio.run(main())
