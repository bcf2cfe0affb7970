"""Books of any size for the benchmarks: entries of about 1,500 words, with a table, code in three languages, relations.

Sentences are those of this book's entries, drawn anew for each entry, and some of their words are put in other words'
place, so that a larger book has more words, as a real one would. The same seed makes the same book. Entries are
written as this project's YAML, and as Markdown with front matter for other site generators.
"""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

__all__ = ["STACKS", "Made", "made_entries", "markdown_of", "markdown_parts", "write_book"]

ROOT = Path(__file__).parent.parent
AREAS = ("training", "data", "memory", "kernels", "distributed", "checkpoints", "serving", "hardware", "environment")
STACKS = ("pytorch", "vllm", "nccl", "deepspeed", "transformers", "slurm", "kubernetes", "accelerate", "peft", "cuda")
_WORD = re.compile(r"\b[a-z]{5,}\b")
_SENTENCE = re.compile(r"(?<=[.?])\s+(?=[A-Z])")
_PLAIN = re.compile(r"[A-Z][A-Za-z0-9 ,;'-]{30,150}\.")
_SYLLABLES = [first + vowel + last for first in "bdfgklmnprstvz" for vowel in "aeiou" for last in ("", "n", "r", "l")]
#: Words of the whole book, beside those of the sentences.
_INVENTED = 60_000
_VERBS = ("stops", "fails", "hangs")
_EXCHANGED = 0.06  # of the words


class Made(NamedTuple):
    """One made entry: where it belongs, and what its file says."""

    slug: str
    values: dict[str, Any]


def made_entries(count: int, seed: int = 6) -> Iterator[Made]:
    """Yield *count* entries."""
    sentences = _sentences()
    slugs = [_slug(number, seed) for number in range(count)]
    for number, slug in enumerate(slugs):
        yield Made(slug, _Writer(number, random.Random(f"{seed} {number}"), sentences).entry(slugs))  # noqa: S311


def write_book(folder: Path, made: Iterator[Made]) -> None:
    """Write entries as files of a book."""
    for slug, values in made:
        file = folder / "entries" / f"{slug}.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(yaml_of(values), encoding="utf-8")


def yaml_of(values: dict[str, Any]) -> str:
    """Return an entry's file."""
    return yaml.dump(values, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)


class _Dumper(yaml.CSafeDumper if hasattr(yaml, "CSafeDumper") else yaml.SafeDumper):  # type: ignore[misc]
    """Writes texts of several lines as blocks, as authors do."""


def _text(dumper: Any, text: str) -> Any:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


@functools.cache
def _sentences() -> tuple[str, ...]:
    """Return plain sentences of this book's entries."""
    found: dict[str, None] = {}
    for file in sorted((ROOT / "entries").glob("*/*.yaml")):
        for text in _texts(yaml.load(file.read_bytes(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))):  # noqa: S506
            for sentence in _SENTENCE.split(" ".join(text.split())):
                if _PLAIN.fullmatch(sentence):
                    found[sentence] = None
    return tuple(found)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def _slug(number: int, seed: int) -> str:
    chance = random.Random(f"slug {seed} {number}")  # noqa: S311
    return f"{AREAS[number % len(AREAS)]}/{_invented(chance)}-{_invented(chance)}-{number}"


def _invented(chance: random.Random) -> str:
    """Return a word, a few of which are often and most of which are rare, as words are."""
    return _word(min(int(chance.paretovariate(0.75)) * 7, _INVENTED) + chance.randrange(7))


@functools.cache
def _word(rank: int) -> str:
    word = random.Random(rank)  # noqa: S311
    return "".join(word.choice(_SYLLABLES) for _ in range(word.choice((2, 3, 3, 4))))


def _source(number: int) -> str:
    return f"https://example.org/issues/{number}"


class _Writer:
    """Writes one entry."""

    def __init__(self, number: int, chance: random.Random, sentences: tuple[str, ...]) -> None:
        self._number = number
        self._chance = chance
        self._sentences = sentences

    def said(self, count: int) -> str:
        """Return sentences, some of their words exchanged."""
        return " ".join(self._sentence() for _ in range(count))

    def _sentence(self) -> str:
        """Return a sentence with at least one word of its own: a rule forbids entries to share one."""
        words = self._chance.choice(self._sentences)[:-1].split(" ")
        for index, word in enumerate(words):
            if _WORD.fullmatch(word) and self._chance.random() < _EXCHANGED:
                words[index] = _invented(self._chance)
        words.insert(self._chance.randrange(1, len(words)), f"{_invented(self._chance)} {self._chance.randrange(1000)}")
        return f"{' '.join(words)}."

    def words(self, count: int) -> str:
        """Return words of a sentence, without an end, and one that only this entry has."""
        words = re.findall(r"[A-Za-z]{4,}", self.said(3))
        return " ".join([*words[: count - 2], _invented(self._chance), str(self._number)])

    def name(self) -> str:
        return f"{_invented(self._chance)}{_invented(self._chance)}".title()

    def entry(self, slugs: list[str]) -> dict[str, Any]:
        """Return what the entry's file says; *slugs* are those of all."""
        number, chance = self._number, self._chance
        fixes = {f"fix-{language}": self._fix(language) for language in ("python", "bash", "yaml")}
        # What one entry says of another, the other must say too.
        others = {(number + step) % len(slugs) for step in (1, -1, 37, -37)} - {number}
        return {
            "title": f"{self.words(4).capitalize()} {chance.choice(_VERBS)} in {self.words(3).lower()}",
            "aliases": [f"{self.words(3).lower()} {number}", self.words(3).lower()],
            "status": "draft",
            "severity": chance.choice(("critical", "high", "medium", "low")),
            "layer": chance.choice(("framework", "configuration", "runtime", "driver", "hardware")),
            "phase": [chance.choice(("training", "serving", "build"))],
            "stacks": sorted(chance.sample(STACKS, 2)),
            "summary": self.said(2),
            "affects": [{"package": chance.choice(("torch", "vllm", "deepspeed")), "versions": ">=2.0"}],
            "symptoms": [{"see": self.said(1), "because": self.said(1)} for _ in range(3)],
            "signatures": {name: self._signature(number) for name in ("message", "watchdog")},
            "confirm": [
                {
                    "ask": f"{self.words(6).capitalize()}?",
                    "run": f"grep {_invented(chance)} job.log",
                    "yes_when": self.words(5),
                }
                for _ in range(2)
            ],
            "cause": f"{self.said(8)}\n\n{self._table()}\n\n{self.said(8)}\n",
            "scale": self.said(4),
            "fixes": fixes,
            "not_fixes": [{"do": self.said(1), "because": self.said(1)} for _ in range(2)],
            "prevention": [self.said(1) for _ in range(3)],
            "perspectives": {who: self.said(2) for who in ("executive", "engineer", "on_call")},
            "related": [{"see": slugs[other].partition("/")[2], "because": self.said(1)} for other in sorted(others)],
            "sources": [
                {
                    "url": _source(number),
                    "title": self.words(6).capitalize(),
                    "supports": [
                        "cause",
                        "fixes",
                        "not_fixes",
                        "confirm",
                        "affects",
                        "signatures",
                        "symptoms",
                        "prevention",
                    ],
                }
            ],
            "unsourced": {"scale": "follows from the cause"},
            "faq": [{"q": f"{self.words(6).capitalize()}?", "a": self.said(2)} for _ in range(8)],
        }

    def _table(self) -> str:
        rows = "\n".join(f"| {self.words(2)} | {self._chance.randrange(4096)} | {self.words(4)} |" for _ in range(5))
        return f"| {self.words(2)} | value of {self.words(2)} | {self.words(2)} |\n|---|---|---|\n{rows}"

    def _signature(self, number: int) -> dict[str, Any]:
        kind, words = self.name(), self.words(6)
        line = f"{kind}Error: {words} {number} at step <step:int> after <waited:duration>"
        sample = f"[rank3]: {kind}Error: {words} {number} at step 811 after 600 seconds"
        return {
            "role": "initiating",
            "strength": "certain",
            "lines": [line],
            "samples": [
                {
                    "text": sample,
                    "captures": {"step": "811", "waited": "600 seconds"},
                    "origin": {"document": _source(number)},
                }
            ],
            "near_misses": [{"text": f"{kind}: {words} again", "is": "healthy", "because": self.said(1)}],
        }

    def _fix(self, language: str) -> dict[str, Any]:
        return {
            "do": self.said(2),
            "code": self._code(language),
            "language": language,
            "cost": self.words(5),
            "risk": "affects-others",
            "verify": self.words(6),
            "rollback": self.words(4),
            "takes": "10 min",
            "unproven": "made for a benchmark",
        }

    def _code(self, language: str) -> str:
        one, other, third = (_invented(self._chance) for _ in range(3))
        size = self._chance.randrange(4096)
        if language == "bash":
            return (
                f"export {one.upper()}_{other.upper()}={size}\n"
                f"for rank in 0 1 2 3; do  # {third}\n"
                f'  python train.py --{one} "$rank" --{other}={size} | tee {third}.log\ndone\n'
            )
        if language == "yaml":
            return (
                f"{one}:\n  {other}: {size}\n  {third}: [true, false]\n  command: python train.py --{other}\n"
                f"# {third}\nlimits: {{memory: {size}Mi}}\n"
            )
        return (
            f"import torch\n\n\ndef {one}(batch: torch.Tensor, {other}: int = {size}) -> torch.Tensor:\n"
            f'    """Return {third}."""\n    for index in range({other}):\n'
            f"        batch = batch * {size} + index  # {third}\n"
            f"    return batch.contiguous()\n"
        )


def markdown_of(made: Made, titles: dict[str, str], link: str = "../{area}/{id}.md") -> str:
    """Return an entry as Markdown with front matter; *titles* are the entries' by id, *link* is a link's address."""
    values = made.values
    front = {
        "title": values["title"],
        "description": values["summary"],
        "area": made.slug.partition("/")[0],
        "severity": values["severity"],
        "stacks": values["stacks"],
    }
    head = yaml.safe_dump(front, sort_keys=False, allow_unicode=True, width=10_000)
    return f"---\n{head}---\n\n# {values['title']}\n\n" + "\n".join(markdown_parts(values, titles, link))


def markdown_parts(values: dict[str, Any], titles: dict[str, str], link: str) -> Iterator[str]:
    """Yield the sections of an entry's Markdown."""
    yield f"{values['summary']}\n\n## Symptoms\n"
    yield from (f"* {item['see']} {item['because']}" for item in values["symptoms"])
    yield "\n## In a log\n"
    for signature in values["signatures"].values():
        yield f"    {signature['samples'][0]['text']}\n"
        yield f"Not this: `{signature['near_misses'][0]['text']}`. {signature['near_misses'][0]['because']}\n"
    yield "## Confirm\n"
    yield from (f"1. {item['ask']} `{item['run']}`: {item['yes_when']}" for item in values["confirm"])
    yield f"\n## Cause\n\n{values['cause']}\n## At scale\n\n{values['scale']}\n\n## Fixes\n"
    for name, fix in values["fixes"].items():
        yield f"### {name}\n\n{fix['do']}\n\n```{fix['language']}\n{fix['code']}```\n"
        yield f"Cost: {fix['cost']}. Verify: {fix['verify']}. Roll back: {fix['rollback']}.\n"
    yield "## What does not help\n"
    yield from (f"* {item['do']} {item['because']}" for item in values["not_fixes"])
    yield "\n## Prevention\n"
    yield from (f"* {item}" for item in values["prevention"])
    yield "\n## For whom\n"
    yield from (f"* {who}: {text}" for who, text in values["perspectives"].items())
    yield "\n## Questions\n"
    for item in values["faq"]:
        yield f"### {item['q']}\n\n{item['a']}\n"
    yield "## Related\n"
    for item in values["related"]:
        slug = titles[item["see"]]
        area, _, title = slug.partition("\t")
        yield f"* [{title}]({link.format(area=area, id=item['see'])}): {item['because']}"
    yield "\n## Sources\n"
    yield from (f"* [{item['title']}]({item['url']})" for item in values["sources"])
    yield ""
