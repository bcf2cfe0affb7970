"""What a new entry starts with."""

import re

import pytest
import yaml

from faultbook.entry import Entry
from faultbook.scaffold import guess_template, new_entry, new_parts, read_log
from faultbook.snippets.part import NOT_WRITTEN

OOM = (
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 888.00 MiB. GPU 0 has a total capacity of 94.97 GiB"
)


def test_the_last_exception_of_a_log_is_chosen_over_later_noise():
    facts = read_log(f"INFO torch==2.13.0 vllm 0.33.0\n[rank0]: {OOM}\nerror: exiting\n".encode())

    assert (facts.line, facts.number) == (OOM, 2)


def test_colours_and_progress_bars_are_removed():
    assert read_log(b"50%|##\r\x1b[31mRuntimeError: bad thing\x1b[0m\n").line == "RuntimeError: bad thing"


def test_the_number_of_the_line_counts_what_was_not_read_and_no_carriage_returns():
    log = b"x" * 80 + b"\n"
    facts = read_log(log * 300_000 + b"1%\r2%\r3%\nRuntimeError: bad thing\n")

    assert (facts.line, facts.number) == ("RuntimeError: bad thing", 300_002)


def test_quantities_become_holes_and_braces_stay_literal():
    template, captures = guess_template("got {3} of 8.66 GiB at 0x7f in 12 ms")

    assert template == "got {{<int1:int>}} of <size1:size> at <hex1:hex> in <duration1:duration>"
    assert captures == {"int1": "3", "size1": "8.66 GiB", "hex1": "0x7f", "duration1": "12 ms"}


@pytest.mark.parametrize("line", [OOM, 'quote " and \\ back', "", "tab\there", "\x1b[0m"])
def test_the_scaffold_is_yaml_whatever_the_log_says(line):
    values = yaml.safe_load(new_entry("memory/x", read_log(line.encode())))

    assert list(values)[:3] == ["title", "status", "severity"]


def test_every_optional_key_stands_in_a_comment_that_is_yaml_without_its_mark():
    text = new_entry("memory/x", None)
    written, meant = (
        yaml.safe_load(text),
        yaml.safe_load(re.sub(r"(?m)^( *)# (?=[ -]|[a-z_]+:(?! replace))", r"\1", text)),
    )
    keys = {field.alias or name for name, field in Entry.model_fields.items()} - {"id", "area", "path"}

    assert set(meant) == keys
    assert set(meant) - set(written) == {
        "aliases", "figures", "not_fixes", "monitor", "related", "unsourced", "faq",
    }  # fmt: skip
    assert "where" in meant["signatures"]["message"]


def test_a_new_part_does_not_pass_by_itself():
    for text in new_parts("memory/x").values():
        assert NOT_WRITTEN in text
