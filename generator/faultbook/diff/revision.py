"""A book as it was at a revision, read from git into a folder of its own: the working tree is left alone."""

from __future__ import annotations

import contextlib
import io
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

__all__ = ["RevisionError", "commit_of", "tree_of"]

_FOLDERS = ("entries", "snippets", "evidence", "incidents")
_SHORT = 12  # digits of a commit that a reader is shown


class RevisionError(Exception):
    """Git does not know the revision, or cannot be asked; the message says which in one line."""


def commit_of(root: Path, revision: str) -> str:
    """Return the commit that *revision* names in the repository of *root*.

    ``main...`` stands for where the current branch left ``main``, as in ``git diff``.

    Raises:
        RevisionError: when git is not installed, *root* is in no repository, or the revision is unknown.

    """
    if not _git(root, "rev-parse", "--is-inside-work-tree"):
        raise RevisionError(f"{root} is in no git repository; a difference needs one")
    name, forked, _ = revision.partition("...")
    found = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    if found and forked:
        found = _git(root, "merge-base", found.strip(), "HEAD")
    if not found:
        shallow = _git(root, "rev-parse", "--is-shallow-repository").strip() == "true"
        hint = "the clone is shallow: fetch its history with git fetch --unshallow" if shallow else "try: git log"
        raise RevisionError(f"git knows no commit '{revision}'; {hint}")
    return found.strip()


@contextlib.contextmanager
def tree_of(root: Path, commit: str) -> Iterator[Path]:
    """Give a folder that holds the book under *root* as it was at *commit*; it is removed at the end.

    A commit from before the book gives an empty folder.

    Raises:
        RevisionError: when git cannot write the commit's files.

    """
    # In a subfolder git would take paths as those of the subfolder, so it is asked from the top.
    top = Path(_git(root, "rev-parse", "--show-toplevel").rstrip("\n"))
    tree = f"{commit}:{_git(root, 'rev-parse', '--show-prefix').rstrip()}"
    there = _git(top, "ls-tree", "--name-only", "-d", tree).split("\n")
    folders = [name for name in _FOLDERS if name in there]
    with tempfile.TemporaryDirectory(prefix="faultbook-") as folder:
        if folders:
            command = ["git", "archive", "--format=tar", tree, *folders]
            done = subprocess.run(command, cwd=top, capture_output=True, check=False)
            if done.returncode:
                said = done.stderr.decode("utf-8", "replace").strip().split("\n")[-1]
                raise RevisionError(f"git cannot read {commit[:_SHORT]}: {said}")
            with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
                archive.extractall(folder, filter="data")
        yield Path(folder)


def _git(root: Path, *arguments: str) -> str:
    """Return what git prints, or nothing when it fails."""
    try:
        done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, check=False)
    except FileNotFoundError as error:
        raise RevisionError("git is not installed; a difference needs it") from error
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""
