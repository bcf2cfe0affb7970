"""The hints of rules that can say what was meant, and those that keep one fault from being told twice."""

import pytest
import yaml
from small_book import SLUG, write_book

from faultbook.book import load_book
from faultbook.rules import check


def problems(root, rule, **changes):
    """Return the sentence and hint of each problem of *rule* in the smallest entry with *changes*."""
    book, unread = load_book(write_book(root, **changes))
    assert unread == ()
    return [(problem.sentence, problem.hint) for problem in check(book) if problem.rule == rule]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("1.2+", '">=1.2"'),
        ("2.0.1 and later", '">=2.0.1"'),
        ("1.2 or older", '"<=1.2"'),
        ("1.2", '"==1.2"'),
        ("1.2 - 2.0", '">=1.2,<=2.0"'),
        (">=1.2 <2", '">=1.2,<2"'),
        ("banana", "write it like \">=1.2,<2\"; what it cannot say goes into 'note'"),
    ],
)
def test_what_is_no_range_gets_the_range_that_was_meant(tmp_path, text, hint):
    found = problems(tmp_path, "versions", affects=[{"package": "widget", "versions": text}])

    assert found == [(f"'{text}' is no version range", hint)]


@pytest.mark.parametrize("text", [">=2.0", "==1.*", "~=2.1", "!=2.0.1", ">=2.0,<2.9", "<=0.33.0", ">= 1.13"])
def test_a_range_is_taken_as_pep_440_writes_it(tmp_path, text):
    assert problems(tmp_path, "versions", affects=[{"package": "widget", "versions": text}]) == []


def test_a_release_is_no_range(tmp_path):
    ((sentence, hint),) = problems(
        tmp_path, "versions", affects=[{"package": "widget", "versions": ">=1", "fixed_in": ">=2"}]
    )

    assert sentence == "'>=2' is no version"
    assert hint == 'write the release\'s number in quotes, like "2.0.1", or leave the key out'


@pytest.mark.parametrize(
    ("address", "hint"),
    [
        ("docs.nvidia.com/deploy/xid-errors", "write 'https://docs.nvidia.com/deploy/xid-errors'"),
        ("http://example.org/oil", "write 'https://example.org/oil'"),
        ("the manual", None),
    ],
)
def test_an_address_without_https_gets_it_in_the_hint(tmp_path, address, hint):
    source = {"url": address, "title": "The manual", "supports": ["cause"]}

    assert problems(tmp_path, "source-address", sources=[source]) == [(f"'{address}' is no https address", hint)]


def test_what_the_scaffold_left_is_told_once_and_by_its_list(tmp_path):
    source = {"url": "https://...", "title": "The manual", "supports": ["cause"]}
    affects = [{"package": "widget", "versions": ">=..."}]
    book, _ = load_book(write_book(tmp_path, sources=[source], affects=affects, prevention=["Oil it.", "..."]))
    told = [str(problem).partition(": ")[2] for problem in check(book)]

    assert [line for line in told if line.startswith(("unfinished", "source-address", "versions"))] == [
        "unfinished: 'versions' is not written yet",
        "unfinished: 'prevention.1' is not written yet",
        "unfinished: 'url' is not written yet",
    ]


def test_one_near_miss_in_any_signature_is_enough(tmp_path):
    near = {"text": "widget paused", "is": "healthy", "because": "A pause."}
    book = write_book(tmp_path)
    file = book / "entries" / f"{SLUG}.yaml"
    values = yaml.safe_load(file.read_text())
    values["signatures"]["other"] = values["signatures"]["message"] | {"near_misses": [near]}
    before = [problem.rule for problem in check(load_book(book)[0])]
    file.write_text(yaml.safe_dump(values, sort_keys=False))
    after = [problem.rule for problem in check(load_book(book)[0])]

    assert (before.count("no-near-miss"), after.count("no-near-miss")) == (1, 0)


REGEX = "a template is no regular expression; for anything write <_>"


@pytest.mark.parametrize(
    ("template", "hint"),
    [
        ("widget stopped .* step", f"'.*' is literal: {REGEX}"),
        (r"widget stopped at step \d+", f"'\\d+' is literal: {REGEX}"),
        ("widget stopped at step [0-9]+", f"'[0-9]+' is literal: {REGEX}"),
        ("widget stopped (?:at|by) step", f"'(?:' is literal: {REGEX}"),
        (
            "widget stopped at step <step:size>",
            "it fits up to 'ERROR widget stopped at step '; there the sample has '3' and the template '<step:size>'",
        ),
        (
            "widget stopped at stage <stage:int> of <all:int>",
            "it fits up to 'ERROR widget stopped at st'; there the sample has 'ep 3' and the template 'age <stage:int> of <all:int>'",
        ),
        ("no such message", "fix the sample, or move it to near_misses and say which entry it is"),
    ],
)
def test_a_template_that_misses_its_sample_says_where_it_stops(tmp_path, template, hint):
    sample = {"text": "ERROR widget stopped at step 3", "origin": {"part": "reproduce"}}
    message = {"role": "initiating", "strength": "certain", "lines": [template], "samples": [sample]}
    ((_, told),) = problems(tmp_path, "sample-missed", signatures={"message": message})

    assert told == hint


def move(root):
    """Move the entry's file to another area, as an author does who forgets the rest."""
    evidence = root / "evidence" / SLUG
    evidence.mkdir(parents=True)
    (evidence / "origins.json").write_text("{}")
    (root / "entries/data").mkdir()
    (root / "entries" / f"{SLUG}.yaml").rename(root / "entries/data/widget.yaml")


def proof_problems(root):
    told = check(load_book(root)[0])
    return [(str(item), item.hint) for item in told if item.rule in {"record", "snippet-folder", "no-ground", "part"}]


def test_an_entry_that_moved_without_its_parts_is_told_once_with_all_that_follows(tmp_path):
    move(write_book(tmp_path))

    assert proof_problems(tmp_path) == [
        (
            "snippets/memory/widget:1:1: snippet-folder: no entry entries/memory/widget.yaml",
            "the entry is data/widget now: move the folder to snippets/data/widget, remove evidence/memory/widget, then run: faultbook run widget; faultbook run --origins widget",
        )
    ]


def test_an_entry_that_moved_without_its_records_is_told_once(tmp_path):
    move(write_book(tmp_path))
    (tmp_path / "snippets/data").mkdir()
    (tmp_path / "snippets" / SLUG).rename(tmp_path / "snippets/data/widget")
    (tmp_path / "snippets" / SLUG / "__pycache__").mkdir(parents=True)

    assert proof_problems(tmp_path) == [
        (
            "evidence/memory/widget:1:1: record: the entry is data/widget now",
            "remove the folder and run the parts again: records name their entry",
        )
    ]
