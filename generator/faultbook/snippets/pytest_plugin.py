"""``pytest snippets/``: each part on a target is a test, so -k, -x, -n, --junitxml and --shard i/n work.

Loaded for every pytest run of an environment that has faultbook. Its options are there only for a run that starts in
a book, so that no other project's options meet them, and it collects only files under ``snippets/`` of a book.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from faultbook.place import Problem
    from faultbook.runner import Runner
    from faultbook.snippets.outcome import Outcome
    from faultbook.snippets.part import Part
    from faultbook.snippets.warm import Warmth

__all__ = ["PartFile", "PartTest", "pytest_addoption", "pytest_collect_file", "pytest_collection_modifyitems", "shard"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of a run of parts, when it starts in a book."""
    if not any((folder / "entries").is_dir() and (folder / "snippets").is_dir() for folder in _upwards(Path.cwd())):
        return
    group = parser.getgroup("faultbook", "parts of a Faultbook")
    group.addoption("--target", default="auto", help="cpu, sm_90, sm_120 ... or auto: the machine's own (parts)")
    group.addoption("--provision", action="store_true", help="make environments for parts that need other packages")
    group.addoption("--heavy", action="store_true", help="run the parts of the group 'heavy' too")
    group.addoption("--shard", default=None, metavar="I/N", help="run only the I-th of N shares of the parts")
    group.addoption("--stale", action="store_true", help="only parts without a passing record of what they are now")
    group.addoption("--fresh", action="store_true", help="a fresh interpreter for each command, no warm parent")
    group.addoption("--record", action="store_true", help="write the records of the parts that ran")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a part; None for any other file."""
    return PartFile.from_parent(parent, path=file_path) if _is_part(file_path) else None


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Keep pytest from importing a part that the command line names: a part runs in a process of its own."""
    return _Nothing.from_parent(parent, path=module_path) if _is_part(module_path) else None


def _is_part(file: Path) -> bool:
    folder = file.parent.parent.parent
    if folder.name != "snippets" or not (folder.parent / "entries").is_dir():
        return False
    from faultbook.snippets.part import part_name

    return part_name(file)


def _upwards(folder: Path) -> tuple[Path, ...]:
    return (folder, *folder.parents)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the share of the parts that --shard names, and begin with what took longest; tests that are no parts stay.

    Only several processes need that order: a long part that comes last leaves the others idle. One process alone comes
    to parts entry by entry, which seldom need another warm parent than the one before.
    """
    parts = [item for item in items if isinstance(item, PartTest)]
    if parts and hasattr(config, "workerinput"):
        ordered = iter(_heaviest_first(parts))
        items[:] = [next(ordered) if isinstance(item, PartTest) else item for item in items]
    share = config.getoption("--shard", None)
    if share is None:
        return
    chosen = [item for item in items if not isinstance(item, PartTest) or shard(item.nodeid, share)]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


def _heaviest_first(parts: Sequence[PartTest]) -> Iterator[PartTest]:
    from faultbook.local import heaviest_first

    for root in dict.fromkeys(item.root for item in parts):
        own = {id(item.step): item for item in parts if item.root == root}
        for step in heaviest_first(root, [item.step for item in own.values()]):
            yield own[id(step)]


def shard(name: str, share: str) -> bool:
    """Return whether *name* falls into *share*, written ``i/n``; the same name always falls into the same.

    Raises:
        pytest.UsageError: when *share* is written otherwise.

    """
    index, _, count = share.partition("/")
    if not (index.isdigit() and count.isdigit() and 1 <= int(index) <= int(count)):
        message = f"--shard {share}: write it as i/n with 1 <= i <= n"
        raise pytest.UsageError(message)
    number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")
    return number % int(count) == int(index) - 1


def _runner(root: Path) -> Runner:
    from faultbook.runner import runner_of

    return runner_of(root)


_WARMTH = pytest.StashKey["Warmth"]()


def _warmth(config: pytest.Config) -> Warmth:
    """Return the warm parents of this process, which are made with the first part that can use one."""
    from faultbook.snippets.warm import Warmth

    if _WARMTH not in config.stash:
        config.stash[_WARMTH] = Warmth()
        config.add_cleanup(config.stash[_WARMTH].close)
    return config.stash[_WARMTH]


_READ = pytest.StashKey[tuple[Path, str, Any]]()


def _parts(config: pytest.Config, root: Path, slug: str) -> tuple[Sequence[Part], Sequence[Problem]]:
    """Return the parts of an entry, which are read once for all files of its folder: pytest comes to these in turn."""
    from faultbook.snippets.part import read_parts

    kept = config.stash.get(_READ, None)
    if kept is None or kept[:2] != (root, slug):
        kept = config.stash[_READ] = (root, slug, read_parts(root, slug))
    found: tuple[Sequence[Part], Sequence[Problem]] = kept[2]
    return found


def _is_stale(root: Path, part: Part, target: str) -> bool:
    from faultbook.snippets.run import is_stale

    return is_stale(root, part, target)


class _Nothing(pytest.File):
    """Stands for the module that a part is not."""

    def collect(self) -> Iterable[pytest.Item]:
        """Yield nothing."""
        return ()


class PartFile(pytest.File):
    """A file that is a part: one test for each target that the machine is, or a skip that says why."""

    def collect(self) -> Iterable[pytest.Item]:
        """Yield the tests of the part; a faulty part is a failing collection with its Problem."""
        root = self.path.parents[3]
        slug = self.path.parent.relative_to(root / "snippets").as_posix()
        parts, problems = _parts(self.config, root, slug)
        shown = self.path.relative_to(root).as_posix()
        for problem in problems:
            if problem.place.path == shown:
                raise self.CollectError(problem.text())
        for part in parts:
            if part.path == self.path:
                yield from self._tests(part)

    def _tests(self, part: Part) -> Iterator[pytest.Item]:
        asked = self.config.getoption("--target", "auto")
        own = _runner(self.path.parents[3]).device.target
        targets = {own, "cpu"} & set(part.header.targets) if asked == "auto" else {asked}
        for target in sorted(targets or set(part.header.targets[:1])):
            if self.config.getoption("--stale", False) and not _is_stale(self.path.parents[3], part, target):
                continue
            group = f"{part.header.group}," if part.header.group else ""
            yield PartTest.from_parent(self, name=f"{part.name}@{target}", part=part, target=target, group=group)


class PartTest(pytest.Item):
    """One part on one target."""

    def __init__(self, *, part: Part, target: str, group: str, **arguments: Any) -> None:
        super().__init__(**arguments)
        from faultbook.runner import Step

        self.part, self.target, self.step = part, target, Step(part, target)
        self.root = self.path.parents[3]
        if group:
            self.extra_keyword_matches.add(group.rstrip(","))

    def runtest(self) -> None:
        """Run the part; skip it with the runner's reason, fail it with the runner's reasons."""
        from faultbook.snippets.record import write_record

        if self.part.header.group == "heavy" and not self.config.getoption("--heavy", False):
            pytest.skip("of the group 'heavy'; run with --heavy")
        root = self.root
        result = _runner(root).run(
            self.step,
            provision=bool(self.config.getoption("--provision", False)),
            warmth=None if self.config.getoption("--fresh", False) else _warmth(self.config),
        )
        outcome = result.outcome
        if outcome.state == "skipped":
            pytest.skip(outcome.reasons[0])
        if result.record is not None and self.config.getoption("--record", False):
            write_record(root, result.record)
        if outcome.state == "failed":
            raise PartFailedError(outcome)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show the runner's reasons and the end of the output, not a traceback through this plugin."""
        if isinstance(excinfo.value, PartFailedError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Say where the part stands."""
        line = self.part.blocks[0].line - 1 if self.part.blocks else 0
        return self.path, line, f"{self.part.shown_path}@{self.target}"


class PartFailedError(Exception):
    """A part does not do what its page says."""

    def __init__(self, outcome: Outcome) -> None:
        reasons = "\n".join(f"- {reason}" for reason in outcome.reasons)
        super().__init__(f"{outcome.part.shown_path}:\n{reasons}\n\nIt printed:\n{outcome.output[-3000:]}")
