"""What an entry's page is made of: the ten-second view, runs with their age, what a fix changes, what parts measured."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from builders import book, entry, proof, values
from page_modules import call
from site_build import ROOT
from small_book import SLUG, add_part, write_book

from faultbook.book import load_book
from faultbook.entry import Entry, Signature
from faultbook.pages import Feedback, all_pages
from faultbook.pages.measured import charts
from faultbook.pages.parts import changes, part_views
from faultbook.pages.quick import command_language, quick
from faultbook.pages.runs import FRESH_DAYS, age, by_target
from faultbook.pages.samples import excerpt
from faultbook.snippets.gate import Proof, proof_of
from faultbook.snippets.part import read_parts
from faultbook.snippets.record import MAX_AGE_DAYS, Record, now

ADDRESS = "https://faultbook.example/"


def body(*entries: Entry, feedback: Feedback | None = None) -> str:
    """The page of the first of *entries*."""
    proofs = {item.id: proof(item) for item in entries}
    pages = all_pages(book(*entries), proofs, address=ADDRESS, feedback=feedback)
    return next(page.body for page in pages if page.path == entries[0].slug)


def signature(text: str, *lines: str) -> Signature:
    sample = {"text": text, "origin": {"part": "reproduce"}}
    return Signature.model_validate({"role": "initiating", "strength": "likely", "lines": lines, "samples": [sample]})


def record(part: str, digest: str, printed: str, *, days: int = 0, **changes: Any) -> Record:
    given: dict[str, Any] = {
        "entry": SLUG,
        "part": part,
        "target": "cpu",
        "outcome": "passed",
        "diagnosed_as": None,
        "signatures": (),
        "captures": {},
        "measures": None,
        "seconds": 1.0,
        "output_tail": printed,
        "digest": digest,
        "device": "CPU",
        "gpu_memory": 0,
        "driver": None,
        "cuda": None,
        "python": "3.11.7",
        "packages": {"torch": "2.13.0"},
        "network": "cut",
        "commit": None,
        "time": now() - dt.timedelta(days=days),
    }
    return Record.model_validate(given | changes)


def ran(root: Path, item: Entry, printed: dict[str, str], **given: Any) -> Proof:
    """The proof of *item* when each part printed what *printed* says."""
    parts = read_parts(root, SLUG)[0]
    records = {
        (part.name, "cpu"): record(part.name, part.digest, printed[part.name], **given)
        for part in parts
        if part.name in printed
    }
    return Proof(item, (), parts, records, None)


# The ten-second view.


def test_excerpt_shows_what_the_templates_match_and_leaves_out_what_stands_between() -> None:
    text = "torch.OutOfMemoryError: CUDA out of memory: wants 3.28 GiB. " + "Of other things there is much to say. " * 4
    text += "12.07 GiB is reserved by PyTorch. " + "And more advice follows, which nobody reads at night." * 2
    found = excerpt(signature(text, "CUDA out of memory: wants <wanted:size>", "<idle:size> is reserved by PyTorch"))
    assert found == (
        'torch.OutOfMemoryError: CUDA out of memory: wants <mark title="wanted">3.28 GiB</mark> '
        '\N{HORIZONTAL ELLIPSIS} <mark title="idle">12.07 GiB</mark> is reserved by PyTorch \N{HORIZONTAL ELLIPSIS}'
    )


def test_excerpt_of_several_lines_keeps_them_apart_and_drops_the_lines_between() -> None:
    text = "  the widget begins here\nnoise\n  the widget has stopped at 3"
    found = excerpt(signature(text, "the widget begins here", "the widget has stopped at <step:int>"))
    assert found == 'the widget begins here\nthe widget has stopped at <mark title="step">3</mark>'


def test_excerpt_of_a_line_without_end_is_cut_and_says_so() -> None:
    found = excerpt(signature("<b>" + "x" * 5000 + " the widget has stopped", "the widget has stopped"))
    assert found == "the widget has stopped"
    long = excerpt(signature("the widget has stopped" + "y" * 5000, "the widget has stopped<_>"))
    assert len(long) <= 201
    assert long.endswith("\N{HORIZONTAL ELLIPSIS}")


def test_ten_second_view_prefers_the_line_of_what_failed_first_and_a_look_alike_to_healthy_output() -> None:
    first = values()["signatures"]["message"]
    misses = [
        {"text": "widget stopped", "is": "healthy", "because": "It rests."},
        {"text": "widget stopped for good", "is": "gadget", "because": "No step is named."},
    ]
    shown = quick(
        entry(
            signatures={
                "echo": {**first, "role": "collateral"},
                "message": {**first, "near_misses": misses},
            }
        )
    )
    assert shown.signature == "message"
    assert shown.miss is not None
    assert (shown.miss.is_, shown.fix_name, shown.check.ask) == ("gadget", "oil", "Is the tank dry?")


@pytest.mark.parametrize(
    ("command", "language"),
    [
        ("print(list(sampler)[:8])   # on one rank", "python"),
        ("torch.cuda.memory_stats()['inactive_split_bytes.all.current']", "python"),
        ("nvidia-smi", "bash"),
        ("df -h /dev/shm", "bash"),
        ('grep -E "(a|b)" train.log', "bash"),
        ('python -c "import torch; print(torch.__version__)"', "bash"),
    ],
)
def test_a_check_is_coloured_as_python_when_it_is_python(command: str, language: str) -> None:
    assert command_language(command) == language


def test_look_alikes_are_named_at_the_top_and_those_beyond_three_are_counted() -> None:
    others = [entry(f"memory/gadget-{letter}", title=f"The gadget {letter} stops too") for letter in "abcde"]
    related = [{"confused_with": other.id, "because": "Same squeak."} for other in others]
    page = body(entry(related=related), *others)
    line = page[page.index('<p class="fb-alike">') :].partition("</p>")[0]
    assert "Other entries that look like this" in line
    assert [f"../gadget-{letter}/" in line for letter in "abcde"] == [True, True, True, False, False]
    assert '<a class="fb-alike-more" href="#related">2 more</a>' in line
    assert "fb-alike" not in body(entry())


# Neighbours in the area.


def test_first_and_last_entry_of_an_area_lead_one_way_only() -> None:
    row = [entry(f"memory/{letter}", title=f"{letter.upper()} is a failure of memory") for letter in "abc"]
    for at, (before, after) in enumerate(((None, "b"), ("a", "c"), ("b", None))):
        page = body(row[at], *[other for other in row if other is not row[at]])
        assert (f'<a rel="prev" href="../{before}/">' in page) == (before is not None)
        assert (f'<a rel="next" href="../{after}/">' in page) == (after is not None)
        assert page.count('rel="prev"') + page.count('rel="next"') == sum(x is not None for x in (before, after))
        assert f"Memory failures, {at + 1} of 3" in page


# Runs and their age.


@pytest.mark.parametrize(
    ("days", "words", "word"),
    [
        (-1, "today", "fresh"),
        (0, "today", "fresh"),
        (1, "1 day", "fresh"),
        (FRESH_DAYS, "91 days", "fresh"),
        (FRESH_DAYS + 1, "92 days", "aging"),
        (MAX_AGE_DAYS, "365 days", "aging"),
        (MAX_AGE_DAYS + 1, "366 days", "old"),
        (1200, "1,200 days", "old"),
    ],
)
def test_age_is_the_same_at_the_build_and_in_the_browser(days: int, words: str, word: str) -> None:
    said = age(days)
    assert (said.words, said.word) == (words, word)
    assert call("entry.js", "age", days, FRESH_DAYS, MAX_AGE_DAYS) == {"words": words, "word": word}


def test_what_all_runs_on_a_target_share_is_said_once_and_what_differs_at_each(tmp_path: Path) -> None:
    item = entry()
    write_book(tmp_path)
    given = ran(tmp_path, item, {"reproduce": "", "fix_oil": ""}, days=12)
    (cpu,) = by_target(run for part in part_views(given) for run in part.runs)
    assert (cpu.target, cpu.device, cpu.versions) == ("cpu", "CPU", "torch 2.13.0, Python 3.11.7")
    assert [(run.part, run.age.words) for run in cpu.runs if run.age] == [
        ("reproduce", "12 days"),
        ("fix_oil", "12 days"),
    ]

    changed = given.records["fix_oil", "cpu"].model_copy(update={"device": "another CPU"})
    apart = Proof(item, (), given.parts, {**given.records, ("fix_oil", "cpu"): changed}, None)
    (cpu,) = by_target(run for part in part_views(apart) for run in part.runs)
    assert (cpu.device, cpu.versions) == ("", "")


def test_evidence_keeps_dates_that_a_browser_can_read(tmp_path: Path) -> None:
    item = load_book(write_book(tmp_path))[0].entries["widget"]
    given = ran(tmp_path, item, {"reproduce": ""}, days=400)
    page = all_pages(book(item), {item.id: given}, address=ADDRESS)[0].body
    time = given.records["reproduce", "cpu"].time
    assert f'<time datetime="{time.isoformat()}">{time.date().isoformat()}</time>' in page
    assert '<span class="fb-badge fb-age-old">400 days</span>' in page
    assert page.count('<tr class="fb-row-none">') == 1


# What a fix changes.


HEAD = '# /// script\n# ///\n"""{}"""\n\n'


def test_changes_leave_out_heads_and_docstrings_and_say_where_lines_are_left_out() -> None:
    many = "".join(f"step_{number}()\n" for number in range(30))
    fails = HEAD.format("It fails.") + f"import a\nx = 1\n{many}y = 2\n"
    fixed = HEAD.format("It is repaired.") + f"import a\nx = 3\n{many}y = 4\n"
    found = changes(fixed, [("reproduce_other", HEAD.format("") + "z = 0\n"), ("reproduce", fails)])
    assert found is not None
    name, shown = found
    assert name == "reproduce"
    assert "-x = 1\n+x = 3" in shown
    assert shown.endswith("-y = 2\n+y = 4")
    assert shown.count("\N{VERTICAL ELLIPSIS}") == 1
    assert "repaired" not in shown
    assert "@@" not in shown


def test_changes_are_not_shown_for_programs_that_have_little_in_common_or_do_not_differ() -> None:
    fails = HEAD.format("") + "a = 1\nb = 2\nc = 3\n"
    assert changes(HEAD.format("") + "import d\nd.e()\nd.f()\n", [("reproduce", fails)]) is None
    assert changes(fails, [("reproduce", fails)]) is None
    assert changes(fails, []) is None


# What the parts measured.


def measuring(tmp_path: Path, **printed: str) -> str:
    message = {
        **values()["signatures"]["message"],
        "lines": ["share of copies: <share:float> of <most:float>"],
        "where": ["share > 0.3"],
        "samples": [{"text": "share of copies: 1.01 of 2.0", "origin": {"part": "reproduce"}}],
    }
    item = entry(signatures={"measured-copies": message})
    write_book(tmp_path)
    add_part(tmp_path, "confirm", "it is\n", "print('it is')")
    return str(charts(item, ran(tmp_path, item, printed)))


def test_chart_sets_what_fails_beside_what_is_repaired_with_words_for_both(tmp_path: Path) -> None:
    chart = measuring(
        tmp_path, reproduce="share of copies: 1.01 of 2.0", fix_oil="share of copies: 0.02 of 2.0", confirm="it is"
    )
    assert 'aria-label="share: a failure when share &gt; 0.3: reproduce 1.01 failure; fix_oil 0.02 healthy"' in chart
    assert chart.count("<rect") == 2
    assert "<tr><td>fix_oil</td><td>0.02</td><td>0.3</td><td>healthy</td></tr>" in chart


@pytest.mark.parametrize(
    "printed",
    [
        {"reproduce": "share of copies: 1.01 of 2.0"},
        {"reproduce": "share of copies: 1.01 of 2.0", "fix_oil": "share of copies: 0.9 of 2.0"},
        {"reproduce": "share of copies: nan of 2.0", "fix_oil": "share of copies: 0.1 of 2.0"},
        {"reproduce": "share of copies: -1 of 2.0", "fix_oil": "share of copies: 0.1 of 2.0"},
    ],
)
def test_no_chart_without_a_measure_on_either_side_of_the_limit(tmp_path: Path, printed: dict[str, str]) -> None:
    assert measuring(tmp_path, **printed) == ""


def test_a_record_of_a_part_that_has_changed_is_not_drawn(tmp_path: Path) -> None:
    printed = {"reproduce": "share of copies: 1.01 of 2.0", "fix_oil": "share of copies: 0.02 of 2.0"}
    assert measuring(tmp_path, **printed)
    item = entry(
        signatures={
            "measured-copies": {
                **values()["signatures"]["message"],
                "lines": ["share of copies: <share:float> of <most:float>"],
                "where": ["share > 0.3"],
            }
        }
    )
    given = ran(tmp_path, item, printed)
    add_part(tmp_path, "fix_oil", "oiled twice\n", "print('oiled twice')")
    stale = Proof(item, (), read_parts(tmp_path, SLUG)[0], given.records, None)
    assert charts(item, stale) == ""


def test_charts_of_the_book_exist() -> None:
    found = load_book(ROOT)[0]
    item = found.entries["copy-on-write-memory"]
    assert "share: a failure when share &gt; 0.3" in charts(item, proof_of(found, item))


# "It did not work for me".


def test_link_fills_in_fields_that_the_form_has_and_holds_nothing_of_a_log() -> None:
    link = Feedback("https://git.example/faultbook/", "0.1.0 (f6e201c)").link(entry(), proof(entry()), "oil")
    address = urlsplit(link)
    query = {name: found for name, (found,) in parse_qs(address.query).items()}
    assert address.path == "/faultbook/issues/new"
    form = yaml.safe_load((ROOT / ".github/ISSUE_TEMPLATE" / query.pop("template")).read_text("utf-8"))
    ids = {field["id"] for field in form["body"] if field["type"] in {"input", "textarea"}}
    assert query.pop("title").startswith(form["title"])
    assert query == {"entry": "memory/widget", "fix": "oil", "book": "0.1.0 (f6e201c)", "proven-on": "released texts"}
    assert query.keys() <= ids


def test_page_asks_what_did_not_work_only_where_there_is_somewhere_to_say_it() -> None:
    assert "issues/new" not in body(entry())
    page = body(entry(), feedback=Feedback("https://git.example/faultbook/", "0.1.0"))
    assert 'href="https://git.example/faultbook/issues/new?template=did-not-work.yml&amp;title=' in page


# What a copy button takes.


@pytest.mark.parametrize(
    ("shown", "copied"),
    [
        ("export A=1\nexport B=2\n", "export A=1\nexport B=2"),
        ("$ df -h\nFilesystem Size\n/dev/sda 1T\n$ free\n", "df -h\nfree"),
        ("# on each host\n$ nvidia-smi -L\nGPU 0: H100\n", "nvidia-smi -L"),
        ("$ torchrun \\\n>   --nproc-per-node=2 \\\n    train.py\nlaunched\n", "torchrun \\\n  --nproc-per-node=2 \\\n    train.py"),
        (">>> for x in y:\n...     print(x)\n...\n1\n>>> z\n2\n", "for x in y:\n    print(x)\n\nz"),
        ('# /// script\n# ///\n"""It fails.\n\n$ python reproduce.py\nboom\n"""\n\nraise SystemExit("boom")\n',
         '# /// script\n# ///\n"""It fails.\n\n$ python reproduce.py\nboom\n"""\n\nraise SystemExit("boom")'),
        ("echo $HOME\n", "echo $HOME"),
        ("", ""),
    ],
)  # fmt: skip
def test_copy_takes_what_can_be_run_and_neither_prompts_nor_output(shown: str, copied: str) -> None:
    assert call("copy.js", "runnable", shown) == copied


# Anchors.


def test_every_section_fix_signature_check_and_question_has_an_anchor_that_no_wording_changes() -> None:
    reworded = entry(
        title="Something else stops altogether",
        confirm=[{"ask": "Is it as dry as dust?", "yes_when": "always"}],
        fixes={"oil": {**values()["fixes"]["oil"], "do": "Pour it in."}},
        faq=[{"q": "Why?", "a": "Because."}],
    )
    original = entry(faq=[{"q": "How so?", "a": "Thus."}])
    anchors = {part.partition('"')[0] for part in body(original).split(' id="')[1:]}
    assert anchors == {part.partition('"')[0] for part in body(reworded).split(' id="')[1:]}
    assert {"top", "quick", "on-call", "engineer", "executive", "signature", "signature-message", "confirm"} <= anchors
    assert {"confirm-1", "fix", "fix-oil", "mechanism", "symptoms", "scale", "prevention", "questions"} <= anchors
    assert {"q-looks-like", "q-faq-1", "evidence", "sources"} <= anchors
