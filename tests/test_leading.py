"""Which parts a warm parent can serve, and what it imports for them."""

import pytest

from faultbook.snippets.part import read_parts
from faultbook.snippets.warm import can_be_warm

HEAD = '# /// script\n# dependencies = ["torch>=2.8", "transformers>=5"]\n# [tool.faultbook]\n{head}# ///\n"""Show it.\n\n$ {command}\n"""\n'


def part_of(folder, code, head="", command="python confirm.py"):
    place = folder / "snippets/training/widget"
    place.mkdir(parents=True, exist_ok=True)
    (place / "confirm.py").write_text(HEAD.format(head=head, command=command) + code)
    parts, problems = read_parts(folder, "training/widget")
    assert not problems
    return parts[0]


@pytest.mark.parametrize(
    ("code", "modules"),
    [
        ("import os\nimport torch\n", ("torch",)),
        ("import json\nfrom torch import nn\nN = 3\nfrom transformers import AutoConfig\n", ("torch", "transformers")),
        ("import torch\nfrom transformers import LlamaForCausalLM\n", ("torch", "transformers", "transformers.modeling_utils")),
        ("import torch\ntorch.optim.SGD\n", ("torch", "torch._dynamo")),
        ("import torch\nimport os\nos.environ['A'] = '1'\ntorch.optim.SGD\n", ("torch",)),
        ("import os\nos.environ['OMP_NUM_THREADS'] = '1'\nimport torch\n", ()),
        ("import warnings\nwarnings.simplefilter('error')\nimport torch\n", ()),
        ("def f():\n    import torch\n", ()),
        ("import numpy\n", ()),
        ("if True:\n    import torch\n", ()),
    ],
)  # fmt: skip
def test_a_parent_imports_what_the_part_imports_before_anything_else(tmp_path, code, modules):
    part = part_of(tmp_path, code)

    assert can_be_warm(part, part.header) == modules


def test_imports_of_a_sibling_count_until_it_does_something(tmp_path):
    part = part_of(tmp_path, "from tiny import model\n")
    (part.path.parent / "tiny.py").write_text("import torch\n\ndef model():\n    return torch\n")
    assert can_be_warm(part_of(tmp_path, "from tiny import model\n"), part.header) == ("torch",)

    (part.path.parent / "tiny.py").write_text("import os\nos.environ['A'] = '1'\nimport torch\n")
    assert can_be_warm(part_of(tmp_path, "from tiny import model\nimport torch\n"), part.header) == ()


@pytest.mark.parametrize(
    ("head", "command"),
    [
        ('# env = {MALLOC_ARENA_MAX = "1"}\n', "python confirm.py"),
        ('# env = {PYTHONHASHSEED = "1"}\n', "python confirm.py"),
        ('# env = {LD_PRELOAD = "x.so"}\n', "python confirm.py"),
        ("# needs = {cgroup = true}\n", "python confirm.py"),
        ("# needs = {root = true}\n", "python confirm.py"),
        ("", "torchrun --nproc-per-node=2 confirm.py"),
        ("", "python -m confirm"),
        ("", "python -X dev confirm.py"),
    ],
)
def test_a_part_that_needs_an_interpreter_of_its_own_has_one(tmp_path, head, command):
    part = part_of(tmp_path, "import torch\n", head, command)

    assert can_be_warm(part, part.header) == ()
