"""Where texts come from: the literal of a template is looked for in the released file, not in an installed one."""

import pytest
from builders import values
from small_book import SLUG, wheel, write_book

from faultbook.book import load_book
from faultbook.session import Session
from faultbook.signatures.template import compile_template
from faultbook.snippets.origins import read_origins
from faultbook.snippets.record import read_records, write_record
from faultbook.snippets.wording import unprinted_line

MESSAGE = values()["signatures"]["message"]


@pytest.fixture(autouse=True)
def links(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "links"))
    return tmp_path / "links"


def trace(root, origin, *, text=None, near=(), ran=False, **changes):
    """Trace the smallest entry with one sample of *origin*; return how the sample and all stand, and what was said."""
    sample = MESSAGE["samples"][0] | {"origin": origin} | ({"text": text, "captures": {}} if text else {})
    message = MESSAGE | {"samples": [sample], "near_misses": list(near)}
    book = write_book(root / "book", signatures={"message": message}, **changes)
    said = []
    session = Session(load_book(book)[0], said.append)
    if ran:
        entries = tuple(session.book.entries.values())
        session.run(session.plan(entries, "cpu"), provision=False, accept=False)
    lost = session.trace(session.book.entries.values())
    origins, problems = read_origins(book, SLUG)
    assert problems == ()
    return origins.bases, lost, said


def test_a_message_is_found_in_the_release_that_prints_it(tmp_path, links):
    file = wheel(links, "widgets", {"widgets/core.py": "log.error(f'widget stopped at step {step}')\n"})
    (sample, source), lost, _ = trace(tmp_path, {"package": "widgets", "version": "1.0"})

    assert (lost, sample.found, source.found) == (0, True, True)
    assert sample.how.startswith(f"widgets 1.0, widgets/core.py ({file.name}, sha256 ")


@pytest.mark.parametrize(
    "source",
    [
        'raise Error(\n    "widget stopped "\n    f"at step {step}"\n)\n',
        "'widget stopped ' 'at step %d'\n",
        'x = "widget stopped at step " + str(3)\n',
    ],
)
def test_a_literal_that_the_source_breaks_up_is_found(tmp_path, links, source):
    wheel(links, "widgets", {"widgets/core.py": source})

    assert trace(tmp_path, {"package": "widgets", "version": "1.0"})[0][0].found


def test_a_message_that_the_release_does_not_hold_is_told_by_its_literal(tmp_path, links):
    wheel(links, "widgets", {"widgets/core.py": "'widget halted at step'\n"})
    (sample, _), lost, said = trace(tmp_path, {"package": "widgets", "version": "1.0"})

    assert lost == 1
    assert sample.how == "widgets 1.0 (widgets-1.0-py3-none-any.whl) does not hold 'widget stopped at step'"
    assert any("NOT found" in line for line in said)


def test_a_release_that_is_not_there_is_told(tmp_path):
    (sample, _), lost, _ = trace(tmp_path, {"package": "no-such-package-of-ours", "version": "9"})

    assert lost == 1
    assert sample.how.startswith("no-such-package-of-ours 9 cannot be downloaded: ")


def test_a_broken_wheel_is_removed_and_told(tmp_path):
    folder = tmp_path / "cache/faultbook/wheels/widgets-1.0"
    folder.mkdir(parents=True)
    (folder / "widgets-1.0-py3-none-any.whl").write_bytes(b"half a downl")
    (sample, _), _, _ = trace(tmp_path, {"package": "widgets", "version": "1.0"})

    assert sample.how == "widgets-1.0-py3-none-any.whl was broken and is removed; trace again to download it anew"
    assert list(folder.iterdir()) == []


def test_a_sample_of_a_part_needs_its_passing_record(tmp_path):
    (sample, _), lost, _ = trace(tmp_path, {"part": "reproduce"})

    assert (lost, sample.how) == (1, "part reproduce has no passing record")


@pytest.mark.parametrize(
    ("address", "found", "how"),
    [
        ("https://example.org/oil", True, "cited, not fetched: https://example.org/oil"),
        ("https://example.org/other", False, "https://example.org/other is not among the sources"),
    ],
)
def test_a_document_must_be_among_the_sources(tmp_path, address, found, how):
    (sample, _), _, _ = trace(tmp_path, {"document": address})

    assert (sample.found, sample.how) == (found, how)


BANANAS = "WIDGET fell over: ERROR widget stopped at step 3, said seven bananas"


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("ERROR widget stopped at step 3", None),
        ("ERROR widget stopped at step 47", None),
        ("widget stopped at step 3", None),
        (BANANAS, f"part reproduce printed no such line, whatever its numbers and named holes: '{BANANAS}'"),
        (
            "ERROR widget stopped at step 3\noil the widget",
            "part reproduce printed no such line, whatever its numbers and named holes: 'oil the widget'",
        ),
    ],
)
def test_a_sample_of_a_part_must_be_what_the_part_printed(tmp_path, text, how):
    (sample, _), lost, said = trace(tmp_path, {"part": "reproduce"}, text=text, ran=True)

    assert (sample.found, lost) == ((True, 0) if how is None else (False, 1))
    assert how is None or sample.how == how
    assert how is None or f"widget: message: NOT found: {how}" in said


def test_a_record_on_any_target_may_show_the_sample(tmp_path):
    trace(tmp_path, {"part": "reproduce"}, ran=True)
    root = tmp_path / "book"
    record = read_records(root, SLUG)[0]["reproduce", "cpu"]
    write_record(root, record.model_copy(update={"target": "sm_90", "output_tail": "no more", "digest": "other"}))
    session = Session(load_book(root)[0], lambda _: None)

    assert session.trace(session.book.entries.values()) == 0


def test_a_line_that_the_docstring_says_in_full_was_printed_though_the_record_kept_only_the_end(tmp_path):
    trace(tmp_path, {"part": "reproduce"}, ran=True)
    root = tmp_path / "book"
    record = read_records(root, SLUG)[0]["reproduce", "cpu"]
    write_record(root, record.model_copy(update={"output_tail": "the end"}))
    session = Session(load_book(root)[0], lambda _: None)

    assert session.trace(session.book.entries.values()) == 0


def test_what_nothing_looks_at_is_counted_as_taken_on_the_entrys_word(tmp_path, links):
    wheel(links, "widgets", {"widgets/core.py": "'widget stopped at step'\n"})
    near = {"text": "widget paused", "is": "healthy", "because": "A pause."}
    bases, _, said = trace(tmp_path, {"package": "widgets", "version": "1.0"}, near=[near])

    assert [(basis.kind, basis.on_word) for basis in bases] == [
        ("sample", False),
        ("near_miss", True),
        ("source", True),
    ]
    assert said[-1] == "widget: 1 of 1 texts traced; 2 taken on the entry's word"


@pytest.mark.parametrize(
    ("text", "printed", "lacking"),
    [
        ("it has jammed at /tmp/a after 2 turns", "x\n[17:03] it has jammed at /home/b after 31 turns, sir\n", None),
        (
            "it has jammed at /a after two turns",
            "it has jammed at /a after 2 turns",
            "it has jammed at /a after two turns",
        ),
        ("pid 0x7ffe at 1e-05", "pid 0x12 at 3.25", None),
        ("second\nfirst", "first\nsecond\n", "first"),
        ("first\n\n  second", "first\nother\n  second\n", None),
        ("first\nfirst", "first\n", "first"),
    ],
)
def test_numbers_and_named_holes_may_differ_and_nothing_else(text, printed, lacking):
    template = compile_template("it has jammed at <where:path> after <_> turns")

    assert unprinted_line(text, [template], printed) == lacking


def figure(text, origin):
    sample = {"text": text, "origin": origin}
    return {"loss-is-nan": {"figure": "loss", "when": "not-finite", "samples": [sample]}}


STRETCH = "ERROR widget stopped at step 4711"


@pytest.mark.parametrize(
    ("origin", "text", "how"),
    [
        ({"part": "reproduce"}, STRETCH, "printed by part reproduce on cpu, "),
        (
            {"part": "reproduce"},
            f"{STRETCH}\nstep 2 loss nan",
            "part reproduce printed no such line, whatever its numbers: 'step 2 loss nan'",
        ),
        ({"part": "confirm"}, STRETCH, "part confirm has no passing record"),
        ({"document": "https://example.org/oil"}, STRETCH, "cited, not fetched: https://example.org/oil"),
        (
            {"package": "widgets", "version": "1.0"},
            STRETCH,
            "a release holds no figures; say the part that printed the lines, or the document that shows them",
        ),
    ],
)
def test_a_stretch_of_a_figure_is_where_its_origin_says(tmp_path, origin, text, how):
    bases, _, _ = trace(tmp_path, {"part": "reproduce"}, ran=True, figures=figure(text, origin))
    stretch = next(basis for basis in bases if basis.name == "loss-is-nan")

    assert stretch.how.startswith(how)
    assert stretch.found == (how.startswith(("printed by", "cited")))
    assert stretch.on_word == ("document" in origin)
