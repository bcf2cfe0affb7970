"""Where an entry's texts come from: a release, a recorded run or a document; each other basis is named.

A message is made from a format string, so what a release holds is its literal text, not its values. A sample counts as
found when, for every template of its signature, the longest literal run stands in a file of the package; the other
runs are reported. A run may be broken across adjacent string literals of Python source: those are joined first.

A text that a part is said to print must stand in its output. Near misses, and what an address holds, are taken on the
entry's word: nothing here reads them, and the record says so.
"""

from __future__ import annotations

import dataclasses
import hashlib
import re
import subprocess
import sys
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from faultbook.disk import cache_dir
from faultbook.entry import Entry, FigureSignature, Sample, Signature, Source
from faultbook.place import Place, Problem
from faultbook.signatures.template import compile_template
from faultbook.snippets.part import read_parts
from faultbook.snippets.record import ORIGINS_FILE, Record, write_json
from faultbook.snippets.run import commit_of
from faultbook.snippets.wording import unprinted_line

__all__ = ["Basis", "Origins", "find_origins", "origins_path", "read_origins", "stands_on"]

_SEARCHED = (".py", ".so", ".pyi", ".cpp", ".h", ".cu", ".cuh", ".pyd")
_JOINED = re.compile(rb"[\"']\s*(?:\\\s*)?\n?\s*[rbfRBF]{0,2}[\"']")
_CHUNK = 16 * 2**20


class Basis(BaseModel):
    """One thing that an entry rests on, and how it was checked."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["sample", "near_miss", "source"]
    name: str
    """What it is, for people: the signature's name, or the source's address or part."""
    digest: str
    head: str
    """The first characters of the text."""
    found: bool
    how: str
    on_word: bool = False
    """Whether it was only recorded: nobody but a reviewer looks at it."""


class Origins(BaseModel):
    """The newest check of all that an entry rests on."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    entry: str
    bases: tuple[Basis, ...]
    records: tuple[str, ...] = ()
    """Records that stood beside it, as ``part@target``: the gate names one that is gone."""
    commit: str | None
    time: str


@dataclasses.dataclass(frozen=True, slots=True)
class _Wheel:
    file: Path
    sha256: str


def origins_path(root: Path, slug: str) -> Path:
    """Return where the check of the entry *slug* is recorded."""
    return root / "evidence" / slug / ORIGINS_FILE


def stands_on(entry: Entry) -> tuple[tuple[str, str, str, str], ...]:
    """Return kind, name, digest and head of everything that *entry* rests on, in the order of the file."""
    found: list[tuple[str, str, str, str]] = []
    for name, signature in entry.signatures.items():
        found += [("sample", name, _digest(_sample_text(name, signature, s)), s.text[:60]) for s in signature.samples]
        found += [
            ("near_miss", name, _digest(f"{name}\0{m.text}\0{m.is_}"), m.text[:60]) for m in signature.near_misses
        ]
    for name, figure in entry.figures.items():
        found += [("sample", name, _digest(_figure_text(name, figure, s)), s.text[:60]) for s in figure.samples]
        found += [("near_miss", name, _digest(f"{name}\0{m.text}\0{m.is_}"), m.text[:60]) for m in figure.near_misses]
    found += [("source", s.url or f"part {s.part}", _digest(_source_text(s)), s.title[:60]) for s in entry.sources]
    return tuple(found)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _sample_text(name: str, signature: Signature, sample: Sample) -> str:
    return "\0".join([name, sample.text, sample.origin.model_dump_json(), *signature.lines])


def _figure_text(name: str, figure: FigureSignature, sample: Sample) -> str:
    return f"{name}\0{sample.text}\0{sample.origin.model_dump_json()}\0{figure.figure}\0{figure.when}"


def _source_text(source: Source) -> str:
    return "\0".join([source.url or source.part or "", source.title, *source.supports])


def read_origins(root: Path, slug: str) -> tuple[Origins | None, tuple[Problem, ...]]:
    """Return the recorded check of the entry *slug*, and a Problem when it cannot be read."""
    path = origins_path(root, slug)
    if not path.is_file():
        return None, ()
    try:
        return Origins.model_validate_json(path.read_bytes()), ()
    except (ValidationError, UnicodeDecodeError):
        place = Place(path.relative_to(root).as_posix())
        hint = f"run: faultbook run --origins {slug.rpartition('/')[2]}"
        return None, (Problem(place, "record", "the file is no record of origins", hint),)


def find_origins(
    root: Path, entry: Entry, records: Iterable[Record], time: str, on_line: Callable[[str], None] = lambda _: None
) -> Origins:
    """Check everything that *entry* rests on, record it, and return the record. Downloads the wheels it names."""
    records = list(records)
    passing = _passing(root, entry, records)
    bases: list[Basis] = []
    samples = {
        _digest(_sample_text(name, signature, sample)): (name, signature, sample)
        for name, signature in entry.signatures.items()
        for sample in signature.samples
    }
    stretches = {
        _digest(_figure_text(name, figure, sample)): (name, sample)
        for name, figure in entry.figures.items()
        for sample in figure.samples
    }
    addresses = {source.url for source in entry.sources}
    for kind, name, digest, head in stands_on(entry):
        found, how = True, "as the entry says"
        on_word = kind == "near_miss" or (kind == "source" and not name.startswith("part "))
        if kind == "sample":
            if digest in stretches:
                found, how = _check_stretch(stretches[digest][1], passing, addresses)
                on_word = found and stretches[digest][1].origin.document is not None
            else:
                found, how = _check_sample(*samples[digest], passing, addresses, on_line=on_line)
                on_word = found and samples[digest][2].origin.document is not None
            on_line(f"{entry.id}: {name}: {'found' if found else 'NOT found'}: {how}")
        elif kind == "source" and name.startswith("part "):
            found = name.removeprefix("part ") in passing
            how = "the part's record passes" if found else "the part has no passing record"
        bases.append(Basis(kind=kind, name=name, digest=digest, head=head, found=found, how=how, on_word=on_word))
    names = tuple(sorted(f"{record.part}@{record.target}" for record in records))
    origins = Origins(entry=entry.slug, bases=tuple(bases), records=names, commit=commit_of(root), time=time)
    write_json(origins_path(root, entry.slug), origins.model_dump(mode="json"))
    return origins


@dataclasses.dataclass(frozen=True, slots=True)
class _Run:
    """A passing record, and what its part is known to have printed."""

    record: Record
    printed: str


def _passing(root: Path, entry: Entry, records: Iterable[Record]) -> dict[str, list[_Run]]:
    """Return the passing runs of each part; lines of a docstring without dots were compared with the whole output."""
    parts = {part.name: part for part in read_parts(root, entry.slug)[0]}
    runs: dict[str, list[_Run]] = defaultdict(list)
    for record in records:
        if not record.passed:
            continue
        part = parts.get(record.part)
        blocks = part.blocks if part is not None and part.digest == record.digest else ()
        expected = [line for block in blocks for line in block.expected.splitlines() if "..." not in line]
        runs[record.part].append(_Run(record, "\n".join([*expected, record.output_tail])))
    return dict(runs)


def _check_part(part: str, name: str, signature: Signature, text: str, runs: Sequence[_Run]) -> tuple[bool, str]:
    """Return whether one of *runs* shows the signature and printed the sample's *text*, and a sentence on it."""
    if not runs:
        return False, f"part {part} has no passing record"
    shown = [run for run in runs if name in run.record.signatures]
    if not shown:
        return False, f"the record of part {part} does not show this signature"
    templates = [compile_template(line) for line in signature.lines]
    lacking = ""
    for run in shown:
        line = unprinted_line(text, templates, run.printed)
        if line is None:
            return True, f"printed by part {part} on {run.record.target}, {run.record.time:%Y-%m-%d}"
        lacking = line
    return False, f"part {part} printed no such line, whatever its numbers and named holes: '{lacking}'"


def _check_stretch(
    sample: Sample, passing: Mapping[str, Sequence[_Run]], addresses: set[str | None]
) -> tuple[bool, str]:
    """Return whether the lines of a figure's *sample* are where it says, numbers aside, and a sentence on it."""
    origin = sample.origin
    if origin.part is not None:
        runs = passing.get(origin.part, ())
        lacking = [unprinted_line(sample.text, (), run.printed) for run in runs]
        for run, line in zip(runs, lacking, strict=True):
            if line is None:
                return True, f"printed by part {origin.part} on {run.record.target}, {run.record.time:%Y-%m-%d}"
        if not lacking:
            return False, f"part {origin.part} has no passing record"
        return False, f"part {origin.part} printed no such line, whatever its numbers: '{lacking[-1]}'"
    if origin.document is not None:
        return _cited(origin.document, addresses)
    return False, "a release holds no figures; say the part that printed the lines, or the document that shows them"


def _cited(address: str, addresses: set[str | None]) -> tuple[bool, str]:
    found = address in addresses
    return found, f"cited, not fetched: {address}" if found else f"{address} is not among the sources"


def _check_sample(
    name: str,
    signature: Signature,
    sample: Sample,
    passing: Mapping[str, Sequence[_Run]],
    addresses: set[str | None],
    *,
    on_line: Callable[[str], None],
) -> tuple[bool, str]:
    origin = sample.origin
    if origin.part is not None:
        return _check_part(origin.part, name, signature, sample.text, passing.get(origin.part, ()))
    if origin.document is not None:
        return _cited(origin.document, addresses)
    return _check_release(str(origin.package), str(origin.version), signature, on_line)


def _check_release(
    package: str, version: str, signature: Signature, on_line: Callable[[str], None]
) -> tuple[bool, str]:
    wheel = _download(package, version, on_line)
    if isinstance(wheel, str):
        return False, wheel
    templates = [compile_template(line) for line in signature.lines]
    wanted = {template.literal.strip() for template in templates}
    others = {run.strip() for template in templates for run in template.literals if len(run.strip()) >= 10} - wanted  # noqa: PLR2004
    try:
        places = _search(wheel.file, wanted | others)
    except zipfile.BadZipFile:
        wheel.file.unlink(missing_ok=True)
        return False, f"{wheel.file.name} was broken and is removed; trace again to download it anew"
    if lost := sorted(wanted - places.keys()):
        return False, f"{package} {version} ({wheel.file.name}) does not hold '{lost[0]}'"
    files = ", ".join(sorted({places[text] for text in wanted}))
    also = f"; {len(others & places.keys())} of {len(others)} other runs too" if others else ""
    return True, f"{package} {version}, {files}{also} ({wheel.file.name}, sha256 {wheel.sha256[:16]})"


def _download(package: str, version: str, on_line: Callable[[str], None]) -> _Wheel | str:
    """Return the wheel of *package* *version*, downloaded once, or a sentence on why there is none."""
    folder = cache_dir() / "wheels" / f"{package}-{version}"
    if not list(folder.glob("*.whl")):
        folder.mkdir(parents=True, exist_ok=True)
        on_line(f"downloading {package} {version}")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        command += ["--disable-pip-version-check", "--dest", str(folder), f"{package}=={version}"]
        result = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        if result.returncode:
            last = (result.stderr.strip().splitlines() or ["no output"])[-1]
            return f"{package} {version} cannot be downloaded: {last}"
    file = min(folder.glob("*.whl"))
    hashed = hashlib.sha256()
    with file.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            hashed.update(chunk)
    return _Wheel(file, hashed.hexdigest())


def _unquoted(source: bytes) -> bytes:
    """Return Python source with adjacent literals joined and escapes resolved, as far as messages use them."""
    joined = _JOINED.sub(b"", source)
    for written, meant in ((b"\\n", b"\n"), (b'\\"', b'"'), (b"\\'", b"'"), (b"{{", b"{"), (b"}}", b"}")):
        joined = joined.replace(written, meant)
    return joined


def _search(wheel: Path, texts: set[str]) -> dict[str, str]:
    """Return, for each of *texts* that a file of *wheel* holds, the first such file; Python source first."""
    found: dict[str, str] = {}
    with zipfile.ZipFile(wheel) as archive:
        members = [name for name in archive.namelist() if name.endswith(_SEARCHED) or ".so." in name]
        for name in sorted(members, key=lambda member: (not member.endswith(".py"), member)):
            lacking = {text: text.encode() for text in texts - found.keys()}
            if not lacking:
                break
            keep = max(map(len, lacking.values())) + 200
            with archive.open(name) as stream:
                rest = b""
                while chunk := stream.read(_CHUNK):
                    data = rest + chunk
                    forms = [data]
                    if name.endswith(".py"):
                        forms.append(_unquoted(data))
                    found |= {text: name for text, raw in lacking.items() if any(raw in form for form in forms)}
                    rest = data[-keep:]
    return found
