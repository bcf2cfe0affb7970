"""Serves the desk to a browser on this machine, and tells it when something was written (server-sent events)."""

from __future__ import annotations

import json
import mimetypes
import sys
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from faultbook_mkdocs.preview.desk import Desk
from faultbook_mkdocs.preview.shell import Shell, ShellError
from faultbook_mkdocs.styles import STYLE_SHEET, style_sheet

__all__ = ["PreviewServer"]

HOST = "127.0.0.1"
_BEAT = 15  # seconds between two signs of life, by which a closed tab is noticed
_TYPES = {".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml"}


class PreviewServer(ThreadingHTTPServer):
    """Answers on 127.0.0.1 only; with *port* 0, on a port that is free."""

    daemon_threads = True
    block_on_close = False  # a tab that is open must not hold the end up

    def __init__(self, desk: Desk, port: int) -> None:
        self.desk = desk
        self.work = threading.Lock()
        """Held while a page is made: the theme's templates are one for all threads."""
        super().__init__((HOST, port), _Handler)
        try:
            self.shell = Shell(desk.root, self.address)
        except ShellError:
            self.server_close()
            raise

    def server_close(self) -> None:
        """Close when the page that is being made is made: Python must not end a thread that is inside a library."""
        self.work.acquire()
        super().server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell of a fault on the terminal; a browser that reloads before it has read all is none."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    @property
    def address(self) -> str:
        """Where the browser finds it, with a slash at the end."""
        return f"http://{HOST}:{self.server_address[1]}/"

    @property
    def page_address(self) -> str:
        """Where the page of the entry on the desk is."""
        return f"{self.address}{self.desk.path.removeprefix('entries/').removesuffix('.yaml')}/"


class _Handler(BaseHTTPRequestHandler):
    server: PreviewServer

    def do_GET(self) -> None:
        # Another name for this machine would let a page of the web read the preview (DNS rebinding).
        name = (self.headers.get("Host") or "").rpartition(":")[0]
        if name not in {HOST, "localhost"}:
            self._send(HTTPStatus.FORBIDDEN, "text/plain", b"this preview answers to 127.0.0.1 only\n")
            return
        address = urlsplit(self.path)
        path = unquote(address.path).lstrip("/")
        if path == "preview/events":
            self._events(parse_qs(address.query))
        elif path == STYLE_SHEET:
            self._send(HTTPStatus.OK, _TYPES[".css"], style_sheet().encode())
        elif path == "":
            self._redirect(self.server.page_address)
        elif (made := self._made(path)) is not None:
            self._send(HTTPStatus.OK, *made)
        elif (file := self.server.shell.asset(path)) is not None:
            kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            self._send(HTTPStatus.OK, kind, file.read_bytes())
        else:
            said = "The preview holds entries only; `mkdocs serve` shows the whole site.\n"
            self._send(HTTPStatus.NOT_FOUND, "text/plain", said.encode())

    def _made(self, path: str) -> tuple[str, bytes] | None:
        """Return type and text of what is made from the book at *path*; ``None`` when nothing is."""
        desk = self.server.desk
        with self.server.work:
            if path == "signatures.json":
                return "application/json", desk.signatures().encode()
            if path.startswith("preview/trial/"):
                text = desk.trial(path.removeprefix("preview/trial/"))
                return ("application/json", text.encode()) if text is not None else None
            page = desk.page(path.strip("/"))
            return ("text/html", self.server.shell.html(page).encode()) if page is not None else None

    def _events(self, query: dict[str, list[str]]) -> None:
        """Tell of each reading of the files and each answer of the rules, until the browser goes away."""
        self._head(HTTPStatus.OK, "text/event-stream")
        desk = self.server.desk
        given = query.get("version", [""])[0]
        version, checks = (int(given) if given.isdigit() else desk.version), desk.checks
        told = -1
        try:
            while True:
                if version != desk.version:
                    version, checks = desk.version, desk.checks
                    self._event("page", version)
                elif told != desk.checks and desk.checks:
                    told = checks = desk.checks
                    self._event("problems", version)
                else:
                    self.wfile.write(b": still here\n\n")
                    self.wfile.flush()
                    desk.wait(version, checks, _BEAT)
                    if desk.ended:
                        return
        except OSError:
            return  # the tab was closed

    def _event(self, name: str, version: int) -> None:
        self.wfile.write(f"event: {name}\ndata: {json.dumps({'version': version})}\n\n".encode())
        self.wfile.flush()

    def _redirect(self, to: str) -> None:
        self.send_response(HTTPStatus.FOUND)
        self.send_header("Location", to)
        self.end_headers()

    def _send(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self._head(status, kind, len(body))
        self.wfile.write(body)

    def _head(self, status: HTTPStatus, kind: str, length: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- the signature is http.server's
        """Say nothing: the terminal is the author's."""
