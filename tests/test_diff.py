"""What a change does to the book, held against a revision: the command as its users call it."""

import json

import pytest
from builders import book, entry, values
from diffing import LOG, commit, diff, git, make_repository, signature, unlike, write
from small_book import SLUG, write_book

from faultbook.diff import compare_with, forms
from faultbook.diff.changes import compare_books


@pytest.fixture
def repository(tmp_path):
    return make_repository(tmp_path)


def test_without_a_change_nothing_differs_and_no_log_is_diagnosed(repository):
    done = diff(repository, "HEAD")
    head = git(repository, "rev-parse", "HEAD")[:12]

    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == f"since {head}: entries: none differs; logs diagnosed differently: 0 of 3 (0 could be)\n"


def test_words_that_no_diagnosis_rests_on_are_told_and_need_no_log(repository):
    write(repository, SLUG, cause="Friction wins.", prevention=["Watch the gauge.", "Twice."])
    done = diff(repository, "HEAD", "--json")
    found = json.loads(done.stdout)

    assert done.exit_code == 0
    assert found["entries"]["changed"] == [
        {
            "slug": SLUG,
            "title": "The widget stops at step 3",
            "fields": ["cause", "fixes.oil", "prevention"],
            "parts": [],
            "records": [],
        }
    ]
    assert found["signatures"] == []
    assert found["pages"] == {f"{SLUG}/": "changed"}
    assert found["logs"] == {"all": 3, "diagnosed_anew": 0, "differing": []}


def test_an_entry_that_comes_to_know_a_log_is_named_with_the_log_that_turns_better(repository):
    write(
        repository,
        "memory/gear",
        title="The gear jams",
        signatures=signature("gear jammed at <step:int>", "gear jammed at 7"),
    )
    done = diff(repository, "HEAD")

    assert done.exit_code == 1
    assert "added:\n  memory/gear  The gear jams\n" in done.stdout
    assert "signatures:\n  memory/gear message: added\n" in done.stdout
    assert (
        "logs that are diagnosed differently:\n"
        "  better: benchmarks/diagnosis/cases/gear-jams: unrecognised -> memory/gear, expected memory/gear\n"
        in done.stdout
    )
    assert done.stdout.endswith("entries: 1 added; logs diagnosed differently: 1 of 3 (1 could be)\n")


def test_a_signature_that_lets_go_of_its_log_turns_it_worse(repository):
    write(repository, SLUG, signatures=signature("widget halted at step <step:int>", "widget halted at step 3"))
    done = diff(repository, "HEAD")

    assert done.exit_code == 1
    assert f"  worse: {LOG}: {SLUG} -> unrecognised, expected {SLUG}\n" in done.stdout
    assert f"  {SLUG} message: lines\n" in done.stdout


def test_a_report_exits_cleanly_whatever_differs(repository):
    write(repository, SLUG, signatures=signature("widget halted at step <step:int>", "widget halted at step 3"))

    assert diff(repository, "HEAD", "--report").exit_code == 0


def test_a_signature_that_matches_a_healthy_log_without_a_word_of_it_is_told_apart_from_a_diagnosis(repository):
    hint = {**signature("warming up the widget", "warming up the widget")["message"], "strength": "hint"}
    write(repository, SLUG, signatures={**values()["signatures"], "warm": hint})
    (answer,) = compare_with(repository, "HEAD").answers

    assert answer.logs.path == "tests/benign/fine.log"
    assert answer.now.matches == (f"{SLUG} warm fine.log:1",)
    assert answer.diagnosed_differently is (answer.now.verdict != "no-failure")


def test_a_new_name_with_its_retired_id_is_a_renaming_and_no_other_diagnosis(repository):
    for folder in ("entries", "snippets"):
        old = repository / folder / (f"{SLUG}.yaml" if folder == "entries" else SLUG)
        old.rename(old.with_name(old.name.replace("widget", "dry-widget")))
    (repository / "entries/retired.yaml").write_text("widget: {reason: a clearer name, successor: dry-widget}\n")
    found = compare_with(repository, "HEAD")

    assert found.changes.renamed == {SLUG: "memory/dry-widget"}
    assert (found.changes.added, found.changes.removed) == ({}, {})
    assert found.changes.pages == {"memory/dry-widget/": "added", f"{SLUG}/": "removed"}
    assert found.differing == ()


def test_an_entry_in_another_area_is_a_renaming(repository):
    for folder, name in (("entries", "widget.yaml"), ("snippets", "widget")):
        (repository / folder / "training").mkdir()
        (repository / folder / "memory" / name).rename(repository / folder / "training" / name)
    found = compare_with(repository, "HEAD")

    assert found.changes.renamed == {SLUG: "training/widget"}
    assert found.differing == ()


def test_parts_and_records_are_told_by_name(repository):
    (repository / "snippets" / SLUG / "reproduce.py").write_text("changed\n")
    (repository / "snippets" / SLUG / "fix_oil.py").unlink()
    (repository / "evidence" / SLUG).mkdir(parents=True)
    (repository / "evidence" / SLUG / "reproduce@cpu.json").write_text("{}\n")
    done = diff(repository, "HEAD")

    assert f"changed:\n  {SLUG}: parts: reproduce, fix_oil removed; records: reproduce@cpu added\n" in done.stdout


def test_an_entry_that_cannot_be_read_now_is_not_called_removed(repository):
    (repository / f"entries/{SLUG}.yaml").write_text("title: [\n")
    found = compare_with(repository, "HEAD")

    assert found.changes.unread == (f"entries/{SLUG}.yaml",)
    assert found.changes.removed == {}


def test_the_page_of_an_entry_that_names_a_changed_one_is_among_the_pages(repository):
    related = [{"see": "widget", "because": "It squeaks too."}]
    write(
        repository,
        "memory/gear",
        title="The gear jams",
        related=related,
        signatures=signature("gear jammed", "gear jammed"),
    )
    commit(repository)
    write(repository, SLUG, title="The widget stops without oil")
    found = compare_with(repository, "HEAD")

    assert found.changes.pages == {"memory/gear/": "changed", f"{SLUG}/": "changed"}
    assert "pages that show another entry's change:\n  memory/gear/\n" in diff(repository, "HEAD").stdout


def test_three_dots_name_the_commit_where_the_branch_began(repository):
    git(repository, "checkout", "-qb", "work")
    write(repository, "memory/gear", **unlike("gear"))
    commit(repository)
    git(repository, "checkout", "-q", "main")
    write(repository, "memory/pump", **unlike("pump"))
    commit(repository)
    git(repository, "checkout", "-q", "work")

    assert set(compare_with(repository, "main...").changes.added) == {"memory/gear"}
    assert set(compare_with(repository, "main").changes.removed) == {"memory/pump"}


def test_the_working_tree_and_the_index_are_left_alone(repository):
    write(repository, SLUG, cause="Friction wins.")
    before = git(repository, "status", "--porcelain"), git(repository, "worktree", "list")
    diff(repository, "HEAD")

    assert (git(repository, "status", "--porcelain"), git(repository, "worktree", "list")) == before


def test_a_book_in_a_folder_of_a_repository_is_compared_with_that_folder(tmp_path):
    root = write_book(tmp_path / "deep/book")
    git(tmp_path, "init", "-q")
    commit(tmp_path)

    assert compare_with(root, "HEAD").changes.none
    assert compare_with(root, "HEAD").changes.removed == {}


@pytest.mark.parametrize(
    ("base", "message"),
    [
        ("no-such", "faultbook: git knows no commit 'no-such'; try: git log\n"),
        ("--output=x", "No such option"),
        ("HEAD:entries", "faultbook: git knows no commit 'HEAD:entries'; try: git log\n"),
    ],
)
def test_what_git_does_not_know_is_wrong_use(repository, base, message):
    done = diff(repository, base)

    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_without_git_is_told_so(tmp_path):
    done = diff(write_book(tmp_path), "HEAD")

    assert done.exit_code == 2
    assert done.stderr == f"faultbook: {tmp_path} is in no git repository; a difference needs one\n"


def test_a_shallow_clone_is_told_how_to_get_its_history(repository, tmp_path):
    first = git(repository, "rev-parse", "HEAD").strip()
    write(repository, SLUG, cause="Friction wins.")
    commit(repository)
    git(repository, "clone", "-q", "--depth", "1", repository.as_uri(), str(tmp_path / "shallow"))

    assert (
        "the clone is shallow: fetch its history with git fetch --unshallow" in diff(tmp_path / "shallow", first).stderr
    )


def test_markdown_puts_the_diagnoses_first_and_shows_text_as_it_is(repository):
    title = "The gear <script>alert(1)</script> | jams *hard* @team [x](javascript:1)"
    write(repository, "memory/gear", title=title, signatures=signature("gear jammed at <step:int>", "gear jammed at 7"))
    done = diff(repository, "HEAD", "--format", "markdown")
    lines = done.stdout.split("\n")

    assert lines[0] == "### What this change does to the book"
    assert lines[4:7] == [
        "| logs | before | now | expected |",
        "|---|---|---|---|",
        "| benchmarks/diagnosis/cases/gear-jams | unrecognised | ✅ memory/gear | memory/gear |",
    ]
    assert (
        r"- **Added** `memory/gear`: The gear &lt;script&gt;alert(1)&lt;/script&gt; \| jams \*hard\* &#64;team \[x\](javascript:1)"
        in lines
    )


def test_a_long_list_in_markdown_is_cut_and_counted():
    heads = [entry(f"memory/widget-{number:03}", title=f"Widget {number:03} stops") for number in range(100)]
    changes = compare_books(book(), book(*heads))
    told = forms.as_markdown(forms.Difference("0" * 40, changes, (), 0, 0))

    assert told.count("widget-") < 3 * 100
    assert "... and 40 more" in told
