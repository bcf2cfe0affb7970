"""Where logs come from: files, folders, pipes, standard input, compressed or not; read once, in pieces."""

from __future__ import annotations

import bz2
import codecs
import dataclasses
import gzip
import lzma
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

__all__ = ["PIECE", "Source", "SourceError", "find_sources"]

PIECE = 1 << 20  # bytes read at once
_LOOKED_AT = 1 << 16  # bytes by which text is told from a binary file
_UNITS = 512  # bytes by which UTF-16 is told
_TEXT = 0.7  # share of a text's bytes that are printable, at least
_SLICE = 4096  # packed bytes that are unpacked at once
_MOST_FILES = 4096  # of a folder, unless the caller says otherwise
_OPENERS: dict[str, Callable[[IO[bytes]], Any]] = {
    ".gz": lambda file: gzip.GzipFile(fileobj=file),
    ".xz": lzma.LZMAFile,
    ".bz2": bz2.BZ2File,
}
#: What stands beside logs in the folder of a job.
_NO_LOGS = frozenset(
    {".yaml", ".yml", ".toml", ".py", ".sh", ".md", ".pt", ".pth", ".bin", ".safetensors", ".pkl", ".npz"}
)
_PRINTABLE = bytes([9, 10, 13, 27, *range(32, 127), *range(128, 256)])


class SourceError(Exception):
    """Why a log cannot be read, in one line."""


@dataclasses.dataclass(frozen=True, slots=True)
class Source:
    """One log."""

    name: str
    """As the reader gave it; ``-`` is standard input."""
    size: int | None
    """Bytes on disk, if it is a file."""
    path: str | None = None
    """Where it is opened, when not at its name: another process may stand in another folder."""

    def pieces(self, tell: Callable[[int], None] = lambda _: None) -> Iterator[bytes]:
        """Yield the log's bytes, unpacked; *tell* is called with the bytes read from disk since it was last called.

        Raises:
            SourceError: when it cannot be read, or is no text.

        """
        try:
            with sys.stdin.buffer if self.name == "-" else Path(self.path or self.name).open("rb") as file:
                yield from self._unpacked(_Counted(file, tell))
        except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise SourceError(f"cannot read {self.name}: {reason}") from error

    def _unpacked(self, file: _Counted) -> Iterator[bytes]:
        suffix = Path(self.name).suffix
        read: Callable[[int], bytes] = file.read
        if suffix == ".zst":
            read = _Zstd(file, self.name).read
        elif suffix in _OPENERS:
            # What there is, and no waiting for more: of an archive that is cut, all that can be read is.
            read = _OPENERS[suffix](file).read1  # type: ignore[arg-type] # a reader is all that they need
        piece = read(PIECE)
        if _is_utf16(piece[:_UNITS]):
            read = _Utf16(read, piece).read
            piece = read(PIECE)
        if _is_binary(piece[:_LOOKED_AT]):
            raise SourceError(f"{self.name} is no text")
        while piece:
            yield piece
            piece = read(PIECE)


class _Counted:
    """A file that says how much of it was read."""

    def __init__(self, file: IO[bytes], tell: Callable[[int], None]) -> None:
        self._file, self._tell = file, tell

    def read(self, size: int = -1) -> bytes:
        piece = self._file.read(size)
        self._tell(len(piece))
        return piece

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class _Zstd:
    """Reads what is packed with Zstandard, of however many frames; an archive that ends within one says so."""

    def __init__(self, file: _Counted, name: str) -> None:
        try:
            import zstandard  # noqa: PLC0415 -- loaded for such a file only
        except ImportError:
            raise SourceError(f"cannot read {name}: pip install zstandard, or unpack it first") from None
        self._file = file
        self._unpacker = zstandard.ZstdDecompressor()
        self._error = zstandard.ZstdError
        self._frame: Any = None
        self._packed = memoryview(b"")

    def read(self, size: int) -> bytes:
        """Return what some packed bytes hold: few at a time, since a byte may hold thousands."""
        while True:
            if not self._packed:
                self._packed = memoryview(self._file.read(size))
            if not self._packed:
                if self._frame is not None:
                    raise EOFError("it ends in the middle of a frame")
                return b""
            if self._frame is None:
                self._frame = self._unpacker.decompressobj()
            part = self._packed[:_SLICE]
            try:
                unpacked = self._frame.decompress(part)
            except self._error as error:
                raise OSError(str(error)) from error
            # What follows a frame's end is the next frame's; a view of it copies nothing, however many there are.
            self._packed = self._packed[len(part) - len(self._frame.unused_data) :]
            if self._frame.eof:
                self._frame = None
            if unpacked:
                return bytes(unpacked)


class _Utf16:
    """Reads UTF-16, as Windows PowerShell writes what it is told to write to a file, as UTF-8."""

    def __init__(self, read: Callable[[int], bytes], head: bytes) -> None:
        self._read, self._head = read, head
        self._decoder = codecs.getincrementaldecoder("utf-16")("replace")

    def read(self, size: int) -> bytes:
        while True:
            piece, self._head = self._head or self._read(size), b""
            text = self._decoder.decode(piece, final=not piece)
            if text or not piece:
                return text.encode()


def _is_utf16(head: bytes) -> bool:
    """Return whether *head* has the mark of UTF-16 and, as an encoded log has, 0 for most of its second bytes."""
    if not head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return False
    high = head[3::2] if head.startswith(codecs.BOM_UTF16_LE) else head[2::2]
    return 2 * high.count(0) > len(high)


def _is_binary(head: bytes) -> bool:
    """Return whether *head* is no text; a log may have NUL bytes where it was truncated while it was written."""
    rest = head.replace(b"\0", b"")
    if len(rest) == len(head):
        return False
    return len(rest.translate(None, _PRINTABLE)) > (1 - _TEXT) * len(rest) or _has_magic(head)


def _has_magic(head: bytes) -> bool:
    return head.startswith((b"\x7fELF", b"PK\x03\x04", b"\x89PNG", b"\x80\x02", b"\x80\x03", b"\x80\x04"))


def find_sources(names: Sequence[str], most: int = _MOST_FILES) -> list[Source]:
    """Return the logs that *names* name: files, pipes, ``-``, and all files of a folder.

    Raises:
        SourceError: when one cannot be found, or a folder holds more than *most*.

    """
    found: dict[str, Source] = {}
    for name in names:
        if name == "-":
            found[name] = Source(name, None)
            continue
        path = Path(name)
        try:
            mode = path.stat()
        except OSError as error:
            raise SourceError(f"cannot read {name}: {error.strerror}") from error
        if stat.S_ISDIR(mode.st_mode):
            found |= {str(file): Source(str(file), file.stat().st_size) for file in _files_of(path, most)}
        else:
            found[name] = Source(name, mode.st_size if stat.S_ISREG(mode.st_mode) else None)
    return list(found.values())


def _files_of(folder: Path, most: int) -> list[Path]:
    try:
        os.scandir(folder).close()
    except OSError as error:
        raise SourceError(f"cannot read {folder}: {error.strerror}") from error
    files = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(".") and path.suffix not in _NO_LOGS
    )
    if not files:
        raise SourceError(f"{folder} holds no files")
    if len(files) > most:
        raise SourceError(f"{folder} holds {len(files)} files; name those of one job, {most} at most")
    return files
