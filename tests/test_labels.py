"""The labelled logs: their labels are well-formed, and the diagnosis of them does not get worse."""

from pathlib import Path

import pytest
import yaml

from faultbook.book import load_book
from faultbook.diagnosis.engine import Engine
from faultbook.signatures.compiled import about_entries, compile_figures, compile_signatures

ROOT = Path(__file__).parent.parent
CASES = sorted((ROOT / "benchmarks" / "diagnosis" / "cases").iterdir())
INCIDENTS = sorted((ROOT / "incidents").iterdir())
BENIGN = sorted((ROOT / "tests" / "benign").glob("*.log"))
NEEDED = {"concept", "entry", "verdict", "initiating", "collateral", "never", "why", "sources"}
TOLD = {
    "title",
    "logs",
    "made",
    "how",
    "entry",
    "initiating",
    "never",
    "collateral",
    "story",
    "misled",
    "told",
    "fix",
    "sources",
}
PLACE = {"file", "line", "lines", "rank", "host", "one_of", "also", "also_lines"}
VERDICTS = {"diagnosed", "inconclusive", "unrecognised", "no-failure"}
BOOK = load_book(ROOT)[0]
SLUGS = {entry.slug for entry in BOOK.entries.values()}


def label_of(folder):
    file = folder / ("incident.yaml" if folder in INCIDENTS else "label.yaml")
    label = yaml.safe_load(file.read_text("utf-8"))
    return {"verdict": "diagnosed"} | label if folder in INCIDENTS else label


def logs_of(folder, label):
    return [folder / name for name in label.get("logs", ())] or sorted(
        path for path in folder.iterdir() if path.suffix != ".yaml"
    )


def places(label):
    return [place for place in (label["initiating"], *label["collateral"]) if place]


LABELS = {folder: label_of(folder) for folder in [*CASES, *INCIDENTS]}
labelled = pytest.mark.parametrize("folder", LABELS, ids=lambda folder: folder.name)


@labelled
def test_a_label_has_the_keys_that_are_read(folder):
    label = LABELS[folder]

    if folder in INCIDENTS:
        assert set(label) == TOLD | {"verdict"}
    else:
        assert set(label) >= NEEDED
        assert set(label) <= NEEDED | {"provenance", "sources_seen", "note"}
    assert label["verdict"] in VERDICTS
    assert all(set(place) <= PLACE for place in places(label))


@labelled
def test_the_lines_that_a_label_names_exist(folder):
    label = LABELS[folder]
    logs = {path.name: path.read_bytes().count(b"\n") + 1 for path in logs_of(folder, label)}

    for place in places(label):
        numbers = {place["line"], *place.get("lines", ()), *place.get("also_lines", ())}
        assert 1 <= min(numbers) <= max(numbers) <= logs[place["file"]]
        assert place["line"] in place.get("lines", [place["line"]])


@labelled
def test_a_label_names_entries_of_the_book_and_does_not_forbid_its_own(folder):
    label = LABELS[folder]
    named = {*label["never"], *([label["entry"]] if label["entry"] else [])}

    assert named <= SLUGS
    assert label["entry"] not in label["never"]


@labelled
def test_a_label_and_its_verdict_agree(folder):
    label = LABELS[folder]

    assert (label["verdict"] == "diagnosed") >= bool(label["entry"]) or label["verdict"] == "inconclusive"
    assert (label["initiating"] is None) >= (label["verdict"] == "no-failure")


@pytest.fixture(scope="module")
def answers():
    entries = BOOK.entries.values()
    engine = Engine(compile_signatures(entries), about_entries(entries), compile_figures(entries))
    jobs = {folder: logs_of(folder, label) for folder, label in LABELS.items()} | {path: [path] for path in BENIGN}
    return {
        job: engine.answer([engine.scan(path.name, [path.read_bytes()]) for path in paths])
        for job, paths in jobs.items()
    }


def named(answer):
    return answer["diagnoses"][0]["slug"] if answer["diagnoses"] else None


def share(rights):
    rights = list(rights)
    return sum(rights) / len(rights)


def test_the_entry_is_named_first_in_eighty_five_of_a_hundred(answers):
    assert share(named(answers[folder]) == label["entry"] for folder, label in LABELS.items() if label["entry"]) >= 0.85


def rank_is_right(answer, place):
    """Return whether *answer* gives the rank of *place*, or one of those that the logs leave open."""
    first = answer["initiating"] or {"rank": None, "one_of": []}
    if place.get("one_of"):
        return {first["rank"], *first["one_of"]} - {None} <= set(place["one_of"])
    return first["rank"] == place.get("rank")


def test_the_rank_is_right_in_ninety_of_a_hundred(answers):
    first = {folder: label["initiating"] for folder, label in LABELS.items() if label["initiating"]}

    assert share(rank_is_right(answers[folder], place) for folder, place in first.items()) >= 0.9


def test_the_line_is_right_in_eighty_five_of_a_hundred(answers):
    def is_right(answer, place):
        found = answer["initiating"]
        lines = {place["line"], *place.get("lines", ()), *place.get("also_lines", ())}
        return found is not None and found["file"] == place["file"] and found["line"] in lines

    first = {folder: label["initiating"] for folder, label in LABELS.items() if label["initiating"]}
    assert share(is_right(answers[folder], place) for folder, place in first.items()) >= 0.85


def test_no_healthy_log_is_said_to_have_failed(answers):
    healthy = [*BENIGN, *(folder for folder, label in LABELS.items() if label["verdict"] == "no-failure")]

    assert len(healthy) > 20
    assert [job.name for job in healthy if answers[job]["verdict"] in {"diagnosed", "unrecognised"}] == []


def test_no_entry_is_named_that_a_label_forbids(answers):
    assert [folder.name for folder, label in LABELS.items() if named(answers[folder]) in label["never"]] == []
