"""What a part declares, and each of its faults at line and column."""

import pytest
from small_book import SLUG, add_part, part

from faultbook.snippets.header import TARGETS
from faultbook.snippets.part import Kind, read_parts, unread_names

GOOD = part("Say it.\n\n$ python confirm.py\nok\n", "print('ok')", head="timeout = 5")


def read(tmp_path, text, name="confirm"):
    file = tmp_path / "snippets" / SLUG / f"{name}.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_parts(tmp_path, SLUG)


def test_a_part_says_what_it_needs_and_prints(tmp_path):
    head = 'targets = ["cpu", "sm_90"]\ntimeout = 5\nneeds = {gpus = 1, memory = "2 GiB"}\nenv = {A = "b"}'
    (found,), problems = read(
        tmp_path, part("Say it.\n\n$ python confirm.py --fast 'a b'\nok\n\nmore\n", "", head=head)
    )

    assert problems == ()
    assert (found.kind, found.fix, found.summary, found.slug) == (Kind.CONFIRM, None, "Say it.", SLUG)
    assert found.shown_path == f"snippets/{SLUG}/confirm.py"
    assert found.header.needs.memory_bytes == 2 * 2**30
    (block,) = found.blocks
    assert (block.words, block.expected) == (["python", "confirm.py", "--fast", "a b"], "ok\n\nmore\n")
    assert found.text.splitlines()[block.line - 1].startswith("$ python")


def test_the_line_of_a_command_is_right_when_the_docstring_starts_with_blank_lines(tmp_path):
    (found,), _ = read(tmp_path, part("\n\nSay it.\n\n$ python confirm.py\nok\n", ""))

    assert found.text.splitlines()[found.blocks[0].line - 1] == "$ python confirm.py"


def test_commands_and_examples_stand_side_by_side(tmp_path):
    text = part("Say it.\n\n>>> 1 + 1\n2\n\n$ python confirm.py\n>> not an example\n\n$ true\n\n>>> 2\n2\n", "")
    (found,), _ = read(tmp_path, text)

    assert [(block.command, block.expected) for block in found.blocks] == [
        ("python confirm.py", ">> not an example\n"),
        ("true", ""),
    ]
    assert [example.source for example in found.examples] == ["1 + 1\n", "2\n"]


def test_a_target_may_have_its_own_time_and_needs(tmp_path):
    head = 'targets = ["cpu", "sm_90"]\ntimeout = 5\n[tool.faultbook.sm_90]\ntimeout = 50\nneeds = {gpus = 2}'
    (found,), _ = read(tmp_path, part("Say it.\n\n$ true\n", "", head=head))

    assert (found.header.on("cpu").timeout, found.header.on("cpu").needs.gpus) == (5, 0)
    assert (found.header.on("sm_90").timeout, found.header.on("sm_90").needs.gpus) == (50, 2)


def test_the_name_of_a_fix_part_is_that_of_its_fix(tmp_path):
    add_part(tmp_path, "fix_padded_bmm", "ok\n", "print('ok')")

    assert read_parts(tmp_path, SLUG)[0][0].fix == "padded-bmm"


def test_other_modules_of_the_folder_are_no_parts_but_count_for_those_that_import_them(tmp_path):
    (found,), _ = read(tmp_path, GOOD + "import model\nfrom helper import x\n")
    folder = found.path.parent
    (folder / "model.py").write_text("import helper\n")
    (folder / "helper.py").write_text("x = 1\n")
    (found,), problems = read_parts(tmp_path, SLUG)
    before = found.digest
    (folder / "helper.py").write_text("x = 2\n")
    (changed,), _ = read_parts(tmp_path, SLUG)

    assert problems == ()
    assert [module.name for module in found.modules] == ["helper.py", "model.py"]
    assert changed.digest != before


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("# timeout = 5", "# tiemout = 5", "5:3: part: unknown key 'tiemout' in [tool.faultbook]"),
        ("# timeout = 5", "# timeout = ", "5:13: part: the head is not TOML: invalid value"),
        ("# timeout = 5", "# timeout = 0", "5:3: part: 'timeout': input should be greater than or equal to 1"),
        ("# timeout = 5", "# overrides = {}", "5:3: part: unknown key 'overrides' in [tool.faultbook]"),
        (
            "# timeout = 5",
            "# targets = []",
            "5:3: part: 'targets': name at least one target, or leave the key out: cpu",
        ),
        (
            "# timeout = 5",
            '# targets = ["cpu", "sm_9"]',
            f"5:22: part: 'targets': 'sm_9' is no target: {', '.join(TARGETS)}",
        ),
        ("# timeout = 5", "# needs = {gpu = 1}", "5:12: part: unknown key 'gpu' in [tool.faultbook]"),
        ("# timeout = 5", '# needs = {memory = "2GB"}', "5:22: part: 'memory': '2GB' is no size like '24 GiB'"),
        (
            "# timeout = 5",
            "# [tool.faultbook.sm_90]\n# timeout = 9",
            "5:19: part: [tool.faultbook.sm_90] is of a target that the part does not have",
        ),
        ("dependencies = []", 'dependencies = ["torch >"]', "3:20: part: 'torch >' is no requirement"),
        ("dependencies = []", 'dependencies = "torch"', "3:3: part: 'dependencies' is no list of strings"),
        ('">=3.11"', '"3.11 or so"', "2:3: part: '3.11 or so' is no version range"),
        ("# [tool.faultbook]\n# timeout = 5", "# [tool]\n# faultbook = 5", "5:3: part: [tool.faultbook] is no table"),
        ("# /// script", "# /// scrap", "1:1: part: the part has no '# /// script' head"),
        (
            "$ python confirm.py",
            "python confirm.py",
            "7:1: part: the docstring has neither '$ command' nor '>>> expression'",
        ),
        ("$ python confirm.py", "$ python 'confirm.py", "9:1: part: not a command: No closing quotation"),
        ("$ python confirm.py", ">>>print(1)", "9:1: part: an example lacks blank after >>>: '>>>print(1)'"),
        ("print('ok')", "print('ok'", "13:6: part: not Python: '(' was never closed"),
        ('"""', "#", "1:1: part: the part has no docstring"),
    ],
)
def test_a_fault_is_told_at_its_place(tmp_path, old, new, message):
    assert old in GOOD
    text = GOOD.replace(old, new)
    if old == '"""':
        text = GOOD.partition('"""')[0] + "print('ok')\n"
    parts, problems = read(tmp_path, text)

    assert parts == ()
    assert str(problems[0]) == f"snippets/{SLUG}/confirm.py:{message}"
    assert problems[0].excerpt


def test_every_fault_of_a_head_is_told_at_once_with_a_near_word(tmp_path):
    _, problems = read(tmp_path, GOOD.replace("# timeout = 5", "# tiemout = 5\n# grop = 'heavy'"))

    assert [problem.hint for problem in problems] == ["did you mean 'timeout'?", "did you mean 'group'?"]


def test_a_file_that_is_not_utf8_hides_no_other(tmp_path):
    add_part(tmp_path, "fix_oil", "ok\n", "print('ok')")
    parts, problems = read(tmp_path, b"\xff\xfe\n")

    assert [found.name for found in parts] == ["fix_oil"]
    assert [problem.sentence for problem in problems] == ["the file is not UTF-8"]


def test_a_broken_module_is_told_at_its_import(tmp_path):
    read(tmp_path, GOOD + "import model\n")
    (tmp_path / "snippets" / SLUG / "model.py").write_text("\ndef\n")
    _, (problem,) = read_parts(tmp_path, SLUG)

    assert str(problem).endswith("confirm.py:14:1: part: imports model.py, whose line 2 is not Python: invalid syntax")


def test_a_reproduce_part_needs_a_command(tmp_path):
    _, (problem,) = read(tmp_path, part("Say it.\n\n>>> 1\n1\n", ""), name="reproduce")

    assert problem.sentence == "a reproduce part has no '$ command'"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("confrim_x", "did you mean 'confirm_x.py'?"),
        ("Fix-oil", "did you mean 'fix_oil.py'?"),
        ("reproduces", "did you mean 'reproduce.py'?"),
        ("helper", "import it from a part, name it after what it shows, or remove it"),
    ],
)
def test_a_file_that_is_no_part_and_that_no_part_needs_is_told(tmp_path, name, hint):
    add_part(tmp_path, "fix_oil", "ok\n", "print('ok')")
    parts, (problem,) = read(tmp_path, "this is not Python\n", name=name)

    assert [found.name for found in parts] == ["fix_oil"]
    assert str(problem) == (
        f"snippets/{SLUG}/{name}.py:1:1: part: neither a part nor needed by one; "
        "names of parts begin with reproduce, fix, confirm, prevent"
    )
    assert problem.hint == hint


def test_a_module_that_a_part_starts_by_its_name_is_needed(tmp_path):
    read(tmp_path, part("Say it.\n\n$ torchrun limited.py\nok\n", "import model"))
    folder = tmp_path / "snippets" / SLUG
    (folder / "limited.py").write_text("import deep\n")
    for name in ("model", "deep", "sitecustomize"):
        (folder / f"{name}.py").write_text("x = 1\n")

    assert read_parts(tmp_path, SLUG)[1] == ()


def test_the_names_of_parts_that_cannot_be_read_are_known(tmp_path):
    add_part(tmp_path, "fix_oil", "ok\n", "print('ok'")
    _, problems = read(tmp_path, "", name="helper")

    assert unread_names(problems) == {"fix_oil"}
