"""The forty queries of readers, and what a result says of why it is there."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

Ask = Callable[..., list[dict[str, Any]]]

FRAGMENTED = (
    "[rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 5.31 GiB. GPU 3 has a total capacity of "
    "79.11 GiB of which 1.92 GiB is free. Of the allocated memory 58.07 GiB is allocated by PyTorch, and 17.44 GiB is "
    "reserved by PyTorch but unallocated."
)


def ids(answer: dict[str, Any]) -> list[str]:
    return [result["path"].rpartition("/")[2] for result in answer["results"]]


def text(pieces: list[dict[str, Any]]) -> str:
    return "".join(piece["text"] for piece in pieces)


def marked(pieces: list[dict[str, Any]]) -> list[str]:
    return [piece["text"] for piece in pieces if piece["marked"]]


def test_of_forty_queries_the_expected_entry_is_first_in_nine_of_ten(ask: Ask, queries: list[dict[str, str]]) -> None:
    assert len(queries) >= 40
    answers = ask(*(item["query"] for item in queries))
    missed = {
        item["query"]: ids(answer)[:3]
        for item, answer in zip(queries, answers, strict=True)
        if ids(answer)[:1] != [item["expect"]]
    }
    assert len(missed) <= len(queries) // 10, missed


def test_a_pasted_line_is_told_by_its_signature_and_its_look_alike_is_ruled_out_by_number(ask: Ask) -> None:
    (answer,) = ask(FRAGMENTED)
    first, second = answer["results"][:2]
    assert first["path"] == "memory/cuda-oom-fragmentation"
    assert (first["told"]["state"], first["told"]["line"], first["told"]["of"]) == ("diagnosed", 1, 2)
    assert text(first["context"]) == (
        "CUDA out of memory. Tried to allocate 5.31 GiB. GPU 3 has a total capacity of 79.11 GiB … "
        "58.07 GiB is allocated by PyTorch, and 17.44 GiB is reserved by PyTorch but unallocated"
    )
    assert marked(first["context"]) == ["5.31 GiB", "3", "79.11 GiB", "58.07 GiB", "17.44 GiB"]
    assert second["path"] == "memory/cuda-oom-capacity"
    assert second["told"]["state"] == "not"
    assert second["told"]["because"] == (
        "unallocated < requested does not hold: unallocated = 17.44 GiB, requested = 5.31 GiB"
    )


def test_of_several_pasted_lines_the_result_names_the_one_that_told(ask: Ask) -> None:
    log = "step 811 loss 2.31\nstep 812 loss 2.29\nsafetensors_rust.SafetensorError: Error while deserializing header: HeaderTooLarge"
    (answer,) = ask(log)
    assert ids(answer)[0] == "safetensors-lfs-pointer"
    assert (answer["results"][0]["told"]["line"], answer["results"][0]["told"]["lines"]) == (3, 3)


def test_one_line_of_a_longer_signature_is_said_to_be_a_part_of_it(ask: Ask) -> None:
    (answer,) = ask("  error: Getting requirements to build wheel did not run successfully.\n  exit code: 1")
    first = answer["results"][0]
    assert first["path"] == "environment/build-isolation-hides-torch"
    told = first["told"]
    assert (told["state"], told["line"], told["found"], told["of"]) == ("part", 1, 1, 2)


def test_words_that_are_found_are_marked_where_they_stand_also_by_what_they_mean(ask: Ask) -> None:
    (answer,) = ask("dataloader freezes")
    first = answer["results"][0]
    assert first["path"] == "data/dataloader-fork-deadlock"
    assert first["told"] is None
    assert marked(first["title"]) == ["DataLoader", "hangs"]


def test_nonsense_finds_nothing_and_nothing_asks_nothing(ask: Ask) -> None:
    nonsense, empty, stops = ask("zzqx wobblefrob", "", "what is the")
    assert nonsense["results"] == []
    assert empty["results"] == []
    assert stops["results"] == []


def test_a_list_of_the_book_is_found_by_its_name_and_stands_behind_a_failure_that_fits(ask: Ask) -> None:
    stack, failure = ask("vllm failures", "vllm lora rank")
    assert stack["results"][0]["path"] == "stacks/vllm"
    assert failure["results"][0]["path"] == "serving/vllm-lora-rank-above-max"


def test_hostile_queries_break_nothing(ask: Ask) -> None:
    hostile = (
        "a" * 100_000,
        "(" * 5000,
        "<script>alert(1)</script>",
        "\u202egpu\u0000\ud83d",
        "* " * 20_000,
        "~oom",
        "__proto__ constructor toString",
    )
    answers = ask(*hostile)
    assert tuple(answer["query"] for answer in answers) == hostile
    assert answers[4]["results"] == []


def test_index_stays_under_120_kilobytes_compressed(site: Path) -> None:
    assert len(gzip.compress((site / "search.json").read_bytes(), 9, mtime=0)) < 120_000
