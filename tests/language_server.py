"""The YAML language server that editors run, over its standard input and output: a client for tests."""

from __future__ import annotations

import itertools
import json
import os
import queue
import subprocess
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Self

__all__ = ["SERVER", "LanguageServer"]

ROOT = Path(__file__).parent.parent
SERVER = ROOT / "build/node/node_modules/yaml-language-server/bin/yaml-language-server"
_WAIT = 60  # seconds for one answer; the machine may be busy


class LanguageServer:
    """A session with the server on the folder *root*, with *settings* of the key ``yaml`` as an editor sends them."""

    def __init__(self, root: Path, settings: dict[str, Any]) -> None:
        self.root, self.settings = root, settings
        self._ids = itertools.count(1)
        self._answers: dict[int, queue.Queue[dict[str, Any]]] = {}
        self._diagnostics: dict[str, queue.Queue[list[dict[str, Any]]]] = {}

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            ["node", str(SERVER), "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self.root,
            env={**os.environ, "NODE_NO_WARNINGS": "1"},
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        completion = {"completionItem": {"snippetSupport": True, "documentationFormat": ["markdown"]}}
        text = {"completion": completion, "hover": {"contentFormat": ["markdown"]}, "publishDiagnostics": {}}
        self.ask(
            "initialize",
            processId=os.getpid(),
            rootUri=self.root.as_uri(),
            workspaceFolders=[{"uri": self.root.as_uri(), "name": "book"}],
            capabilities={"textDocument": text, "workspace": {"configuration": True}},
        )
        self.tell("initialized")
        self.tell("workspace/didChangeConfiguration", settings={"yaml": self.settings})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait(_WAIT)
        self._reader.join(_WAIT)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()

    def open(self, path: str, text: str) -> str:
        """Open *text* as the file at *path* under the root, which need not exist; return its address."""
        uri = (self.root / path).as_uri()
        self._diagnostics[uri] = queue.Queue()
        self.tell("textDocument/didOpen", textDocument={"uri": uri, "languageId": "yaml", "version": 1, "text": text})
        return uri

    def diagnostics(self, uri: str) -> list[tuple[int, str]]:
        """Return line, from 1, and message of each fault that the server shows in an opened file."""
        found = self._diagnostics[uri].get(timeout=_WAIT)
        return sorted((item["range"]["start"]["line"] + 1, item["message"]) for item in found)

    def complete(self, uri: str, line: int, column: int) -> dict[str, str]:
        """Return what the server offers at a place, counted from 1, and what it says of each."""
        answer = self.ask("textDocument/completion", **_at(uri, line, column))
        items = answer["items"] if isinstance(answer, dict) else answer
        return {item["label"]: _text(item.get("documentation")) for item in items}

    def hover(self, uri: str, line: int, column: int) -> str:
        """Return what the server shows over a place, counted from 1."""
        answer = self.ask("textDocument/hover", **_at(uri, line, column))
        return _text(answer["contents"]) if answer else ""

    def ask(self, method: str, **params: Any) -> Any:
        """Send a request and return its result."""
        number = next(self._ids)
        self._answers[number] = queue.Queue()
        self._send({"id": number, "method": method, "params": params})
        answer = self._answers[number].get(timeout=_WAIT)
        assert "error" not in answer, answer["error"]
        return answer["result"]

    def tell(self, method: str, **params: Any) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None
        while header := self._process.stdout.readline():
            length = 0
            while header.strip():
                name, _, value = header.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
                header = self._process.stdout.readline()
            self._hear(json.loads(self._process.stdout.read(length)))

    def _hear(self, message: dict[str, Any]) -> None:
        if message.get("method") == "workspace/configuration":
            asked = [self.settings if item.get("section") == "yaml" else {} for item in message["params"]["items"]]
            self._send({"id": message["id"], "result": asked})
        elif message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self._diagnostics.setdefault(params["uri"], queue.Queue()).put(params["diagnostics"])
        elif "method" in message and "id" in message:
            self._send({"id": message["id"], "result": None})
        elif message.get("id") in self._answers:
            self._answers[message["id"]].put(message)


def _at(uri: str, line: int, column: int) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}, "position": {"line": line - 1, "character": column - 1}}


def _text(content: Any) -> str:
    if isinstance(content, dict):
        return str(content.get("value", ""))
    return "" if content is None else str(content)
