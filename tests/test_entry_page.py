"""What a reader meets on an entry's page: the ten-second view, neighbours, the way to say what failed, copy, anchors."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from builders import entry, proof, values
from entry_pages import body, signature
from page_modules import call
from site_build import ROOT

from faultbook.pages import Feedback
from faultbook.pages.quick import command_language, quick
from faultbook.pages.samples import excerpt

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
