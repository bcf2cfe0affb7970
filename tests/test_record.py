"""Records: canonical, whole or not at all, and read with a Problem for what is none."""

import datetime as dt
import json
import re
import sys
from pathlib import Path

import pytest
from small_book import SLUG, add_part, write_book

from faultbook.book import load_book
from faultbook.session import Session
from faultbook.snippets.record import Record, now, read_records, write_record

EVIDENCE = Path(__file__).parent.parent / "evidence"


def record(**changes):
    values = {
        "entry": SLUG,
        "part": "reproduce",
        "target": "cpu",
        "outcome": "passed",
        "diagnosed_as": "widget",
        "signatures": ("message",),
        "captures": {"step": "3"},
        "measures": None,
        "seconds": 1.5,
        "output_tail": "ERROR widget stopped \N{WARNING SIGN}\n",
        "digest": "d",
        "device": "CPU",
        "gpu_memory": 0,
        "driver": None,
        "cuda": None,
        "python": "3.11.7",
        "packages": {},
        "network": "cut",
        "commit": None,
        "time": now(),
    }
    return Record(**(values | changes))


def test_a_record_is_read_back_as_it_was_written(tmp_path):
    write_record(tmp_path, record(measures={"ratio": 0.5}))
    records, problems = read_records(tmp_path, SLUG)

    assert (records, problems) == ({("reproduce", "cpu"): record(measures={"ratio": 0.5})}, ())


def test_the_file_is_canonical_and_nothing_else_is_left_beside_it(tmp_path):
    path = write_record(tmp_path, record())
    text = path.read_text("utf-8")

    assert text == json.dumps(json.loads(text), indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    assert "\N{WARNING SIGN}" in text
    assert [file.name for file in path.parent.iterdir()] == ["reproduce@cpu.json"]


def test_a_newer_record_replaces_the_older(tmp_path):
    write_record(tmp_path, record())
    write_record(tmp_path, record(outcome="failed", reasons=("did not fail",)))

    assert [item.outcome for item in read_records(tmp_path, SLUG)[0].values()] == ["failed"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{", "the file is no record: invalid JSON"),
        (b"{}", "the file is no record: field required"),
        (b"\xff", "the file is no record: "),
    ],
)
def test_what_is_no_record_is_a_problem_and_hides_no_other(tmp_path, content, sentence):
    path = write_record(tmp_path, record())
    path.with_name("confirm@cpu.json").write_bytes(content)
    records, (problem,) = read_records(tmp_path, SLUG)

    assert list(records) == [("reproduce", "cpu")]
    assert problem.place.path == f"evidence/{SLUG}/confirm@cpu.json"
    assert problem.sentence.startswith(sentence)


def test_a_record_under_another_name_is_a_problem(tmp_path):
    path = write_record(tmp_path, record())
    path.rename(path.with_name("confirm@cpu.json"))

    assert read_records(tmp_path, SLUG)[1][0].sentence == f"the record is of reproduce@cpu of {SLUG}"


def test_a_record_is_current_for_its_digest_and_a_year():
    assert record().is_current("d")
    assert not record().is_current("e")
    assert not record(time=now() - dt.timedelta(days=366)).is_current("d")


@pytest.mark.parametrize("file", sorted(EVIDENCE.rglob("*@*.json")), ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_no_record_of_the_book_names_a_folder_of_the_machine_that_made_it(file):
    assert re.findall(r"(?<!\w)/(?:root|home|work)/[\w./-]*|/tmp/faultbook-[\w./-]*", file.read_text("utf-8")) == []


def test_a_traceback_through_a_library_is_recorded_without_where_it_is_installed(tmp_path):
    printed = "Traceback (most recent call last):\n...\nERROR widget stopped at step 3\n"
    code = """import json, sys
try:
    json.loads("")
except ValueError as error:
    error.add_note("ERROR widget stopped at step 3")
    raise"""
    write_book(tmp_path)
    add_part(tmp_path, "reproduce", printed, code)
    session = Session(load_book(tmp_path)[0], lambda _: None)
    session.run(session.plan(session.book.entries.values(), "cpu"), provision=False, accept=False)
    record = read_records(tmp_path, SLUG)[0]["reproduce", "cpu"]

    assert record.reasons == ()
    assert 'File "reproduce.py", line ' in record.output_tail
    assert 'File "lib/python3.' in record.output_tail
    assert sys.base_prefix not in record.output_tail
