"""Where logs come from: files, folders, pipes and archives, whole, cut, growing and in other encodings."""

import bz2
import gzip
import json
import lzma
import os
import random
import threading

import pytest
import zstandard

from faultbook.diagnosis import session
from faultbook.diagnosis.session import book_of, engine_of, scan_all
from faultbook.diagnosis.sources import Source, find_sources

FAILED = b"loading\nERROR widget stopped at step 3\n"
HEALTHY = b"step 5 loss 2.1\nTraining complete\n"


# Where logs come from.

PACKED = {
    "a.gz": gzip.compress(FAILED),
    "a.xz": lzma.compress(FAILED),
    "a.bz2": bz2.compress(FAILED),
    "a.zst": zstandard.compress(FAILED),
    "two.gz": gzip.compress(FAILED[:8]) + gzip.compress(FAILED[8:]),
    "two.zst": zstandard.compress(FAILED[:8]) + zstandard.compress(FAILED[8:]),
    "many.zst": b"".join(zstandard.compress(FAILED[at : at + 1]) for at in range(len(FAILED)))
    + zstandard.compress(b"") * 99,
}


@pytest.mark.parametrize("name", PACKED)
def test_a_packed_log_is_unpacked(diagnose, write, name):
    write(name, PACKED[name])
    result = diagnose(name, "--json")

    assert json.loads(result.stdout)["diagnoses"][0]["line"] == 2


def test_the_logs_of_a_folder_are_read_together(diagnose, write):
    write("job/a.log", HEALTHY)
    write("job/deep/b.log")
    write("job/config.yaml", b"x: 1\n")
    write("job/.hidden", b"ValueError: boom\n")
    answer = json.loads(diagnose("job", "--json").stdout)

    assert [file["name"] for file in answer["files"]] == ["job/a.log", "job/deep/b.log"]
    assert answer["initiating"]["file"] == "job/deep/b.log"


def test_a_log_that_is_named_twice_is_read_once(diagnose, write):
    write("a.log")

    assert len(json.loads(diagnose("a.log", "a.log", "--json").stdout)["files"]) == 1


def test_standard_input_is_a_log(diagnose):
    assert json.loads(diagnose("-", "--json", data=FAILED).stdout)["initiating"]["file"] == "-"


def test_a_pipe_with_a_name_is_a_log(diagnose, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(FAILED,), daemon=True)
    writer.start()

    assert diagnose("pipe").returncode == 1
    writer.join(10)


def test_a_device_without_an_end_of_its_own_is_an_empty_log(diagnose):
    assert diagnose("/dev/null").returncode == 3


def test_of_several_logs_one_that_cannot_be_read_is_named_and_passed_over(diagnose, write):
    write("a.log")
    write("b.gz", b"no archive\n")
    result = diagnose("a.log", "b.gz")

    assert (result.returncode, result.stderr.count(b"\n")) == (1, 1)
    assert result.stderr.startswith(b"faultbook: cannot read b.gz: ")


@pytest.mark.parametrize("head", [b"\0" * 200, b"a\0b", "é".encode() * 90 + b"\0", b"\xff\xfe\0"])
def test_a_log_with_bytes_that_are_no_text_is_read_all_the_same(diagnose, write, head):
    assert diagnose(write("a.log", head + b"\n" + FAILED * 9)).returncode == 1


def test_a_log_that_grows_while_it_is_read_is_read_to_its_end(write):
    path = write("a.log", FAILED * 100_000)
    pieces = Source(str(path), 1).pieces()
    first = next(pieces)
    with path.open("ab") as file:
        file.write(b"the last line\n")

    assert (first + b"".join(pieces)).endswith(b"the last line\n")


def test_a_log_that_is_cut_while_it_is_read_ends_there(write):
    path = write("a.log", FAILED * 100_000)
    pieces = Source(str(path), 1).pieces()
    first = next(pieces)
    os.truncate(path, 10)

    assert len(first + b"".join(pieces)) < 100_000 * len(FAILED)


def test_several_logs_by_several_processes_give_what_one_gives(book, write, monkeypatch):
    for number, data in enumerate([HEALTHY, FAILED, b"[rank3]: ValueError: boom\n" * 50]):
        write(f"job/{number}.log", data)
    write("job/9.gz", b"no archive")
    content = book_of(book)
    engine = engine_of(content)
    sources = find_sources([str(write("job/0.log", HEALTHY).parent)])
    one = scan_all(engine, content, sources, lambda _: None)

    monkeypatch.setattr(session, "_TOGETHER", 0)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert scan_all(engine, content, sources, lambda _: None) == one
    assert len(one[1]) == 1


@pytest.mark.parametrize(
    ("name", "pack", "end"),
    [
        ("cut.gz", gzip.compress, b"Compressed file ended before the end-of-stream marker was reached"),
        ("cut.zst", zstandard.compress, b"it ends in the middle of a frame"),
    ],
)
def test_a_cut_archive_is_diagnosed_up_to_where_it_is_cut(diagnose, write, name, pack, end):
    noise = random.Random(3).randbytes(200_000).hex().encode()  # noqa: S311 -- does not pack well
    write(name, pack(FAILED + noise)[:150_000])
    result = diagnose(name)

    assert (result.returncode, result.stdout[:9]) == (1, b"diagnosed")
    assert result.stderr == b"faultbook: cannot read %s: %s; what comes before is diagnosed\n" % (name.encode(), end)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_what_powershell_redirects_to_a_file_is_a_log(diagnose, write, encoding):
    mark = "" if encoding == "utf-16" else "\ufeff"
    text = mark + FAILED.decode().replace("\n", "\r\n")
    write("a.log", text.encode(encoding))
    answer = json.loads(diagnose("a.log", "--json").stdout)

    assert [(one["line"], one["slug"]) for one in answer["diagnoses"]] == [(2, "memory/widget")]
