"""The Entry model: what one failure's YAML file may say. The JSON Schema is made from it.

Keys stand in the order in which a person meets the failure: see it, confirm it, understand it, fix it,
prove it. The path gives area and id; a file never repeats them.
"""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator
from pydantic.json_schema import SkipJsonSchema

from faultbook.model import Id, Part, Text, key
from faultbook.monitor import Monitor
from faultbook.vocabulary import (
    Area,
    Figure,
    Layer,
    Phase,
    Relation,
    Risk,
    Role,
    Severity,
    Status,
    Strength,
    When,
    is_measured,
)

__all__ = [
    "HEALTHY",
    "UNLISTED",
    "Affected",
    "Confirm",
    "Entry",
    "FigureSignature",
    "Fix",
    "NearMiss",
    "NotFix",
    "Origin",
    "Perspectives",
    "Question",
    "Related",
    "Sample",
    "Signature",
    "Source",
    "Symptom",
]

#: What a near miss may be instead of an entry: healthy output, or a failure that the book does not hold yet.
HEALTHY, UNLISTED = "healthy", "unlisted"


class Affected(Part):
    """One package or one kind of hardware that shows the failure."""

    package: Text | None = key("Name of the package, as its index knows it.", "torch", default=None)
    versions: Text | None = key("Versions affected, as a PEP 440 specifier in quotes.", ">=2.0,<2.9", default=None)
    fixed_in: Text | None = key("First version without the failure, in quotes.", "3.5.0", default=None)
    hardware: tuple[Text, ...] = key("Targets affected.", ["sm_90", "sm_120"], default=())
    note: Text | None = key("What the range cannot say.", "only with --enforce-eager", default=None)

    @model_validator(mode="after")
    def _names_something(self) -> Self:
        if not self.package and not self.hardware:
            message = "say 'package' (with 'versions') or 'hardware'"
            raise ValueError(message)
        return self


class Symptom(Part):
    """What is seen, and why this failure makes it so."""

    see: Text = key(
        "What a person sees, in a log, a graph or a result.", "The job stops at the same step on every rank."
    )
    because: Text = key("Why this failure makes it so.", "All ranks wait in the same collective.")


class Origin(Part):
    """Where a sample's text is found: exactly one of a release, a run of a part, or a document."""

    package: Text | None = key("Package whose released wheel holds the string.", "vllm", default=None)
    version: Text | None = key("Version of that package, in quotes.", "0.33.0", default=None)
    part: Text | None = key("Part of this entry whose recorded run printed it.", "reproduce", default=None)
    document: Text | None = key(
        "https address of the vendor's document that shows it.",
        "https://docs.nvidia.com/deploy/xid-errors/",
        default=None,
    )

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        kinds = [kind for kind in ("package", "part", "document") if getattr(self, kind)]
        if len(kinds) != 1 or bool(self.package) != bool(self.version):
            message = "say exactly one of 'package' with 'version', 'part', or 'document'"
            raise ValueError(message)
        return self


class Sample(Part):
    """A text that the signature must match."""

    text: Text = key("The line or lines as a log shows them.", "RuntimeError: CUDA error: out of memory")
    captures: dict[str, str] = key("What the named holes take.", {"requested": "888.00 MiB"}, default_factory=dict)
    origin: Origin = key("Where the text is found.", {"package": "torch", "version": "2.13.0"})


class NearMiss(Part):
    """A text that looks alike and must not match."""

    text: Text = key("The line or lines as a log shows them.", "CUDA out of memory. Tried to allocate 3.75 GiB.")
    is_: Text = Field(
        alias="is",
        description="Id of the entry that it is instead, or 'healthy', or 'unlisted': a failure without an entry yet.",
        examples=["cuda-oom-capacity"],
    )
    because: Text = key("What tells it apart.", "It holds 47 MiB and needs 3.75 GiB.")


class Signature(Part):
    """How a log shows the failure: line templates, conditions on what they capture, and texts that prove it."""

    role: Role = key("Whether the line is printed by what failed first.", "initiating")
    strength: Strength = key("How much the line says on its own.", "likely")
    lines: tuple[Text, ...] = key(
        "The message itself with typed holes, one template a line of the log; all must be found, in this order.",
        ["CUDA out of memory. Tried to allocate <requested:size>."],
        min_length=1,
    )
    within: int = key("Lines from one template's match to the next's at most.", 5, default=20, ge=0, le=200)
    where: tuple[Text, ...] = key(
        "Comparisons between captured quantities; all must hold.", ["unallocated >= requested"], default=()
    )
    samples: tuple[Sample, ...] = key(
        "Texts that must match.", [{"text": "...", "origin": {"part": "reproduce"}}], min_length=1
    )
    near_misses: tuple[NearMiss, ...] = key(
        "Texts that must not match.", [{"text": "...", "is": "cuda-oom-capacity", "because": "..."}], default=()
    )


class FigureSignature(Part):
    """How a figure shows the failure, such as a loss that is nan: silent failures have no message."""

    figure: Figure = key("The figure, in the formats of the usual trainers and servers.", "loss")
    when: When = key("What of it shows the failure.", "not-finite")
    strength: Strength = key("How much the figure says on its own.", "hint", default=Strength.LIKELY)
    factor: float = key("Of the baseline, for 'falls' and 'rises'.", 0.6, default=1.0, gt=0)
    samples: tuple[Sample, ...] = key(
        "Stretches of a log in which it must be found.",
        [{"text": "...", "origin": {"part": "reproduce"}}],
        min_length=1,
    )
    near_misses: tuple[NearMiss, ...] = key(
        "Stretches in which it must not be found.", [{"text": "...", "is": "healthy", "because": "..."}], default=()
    )


class Confirm(Part):
    """One question that separates this failure from its look-alikes."""

    ask: Text = key("The question.", "Do the spare bytes sit in split blocks?")
    run: Text | None = key("A command or expression that answers it.", "nvidia-smi -q -d ECC", default=None)
    yes_when: Text = key("The outcome that says yes.", "at least the size that failed")
    no_when: Text | None = key(
        "The outcome that says no, and what that means.", "near zero: the device is full", default=None
    )
    rules_out: tuple[Id, ...] = key("Entries that a yes rules out.", ["cuda-oom-capacity"], default=())


class Fix(Part):
    """One repair; its name is that of the part that proves it: 'larger-batch' is fix_larger_batch.py."""

    do: Text = key("What to do, as an instruction.", "Let segments grow instead of opening new ones.")
    code: Text | None = key(
        "The change as code or command.", "export PYTORCH_ALLOC_CONF=expandable_segments:True", default=None
    )
    language: Text = key("Language of 'code', for highlighting.", "bash", default="python")
    cost: Text = key("What it costs when it works.", "none measurable")
    risk: Risk = key("What applying it may do; a rule compares it with the command.", "restarts-process")
    verify: Text = key("How to see that it worked.", "inactive_split_bytes stays under 5 % of reserved bytes")
    rollback: Text = key("How to undo it.", "unset the variable and restart")
    takes: Text = key("Time from decision to effect.", "10 min")
    unproven: Text | None = key("Why no part proves it, when none does.", "needs a faulty GPU", default=None)


class NotFix(Part):
    """A repair that people try and that does not help."""

    do: Text = key("What people try.", "Calling torch.cuda.empty_cache() before each step.")
    because: Text = key("Why it does not help.", "It returns whole free segments only.")


class Perspectives(Part):
    """The failure in the words of three readers."""

    executive: Text = key(
        "Money, risk and time, without jargon.", "One faulty GPU stops the whole job until it is removed."
    )
    engineer: Text = key(
        "What to change so that it does not come back.", "Checkpoint often enough that a lost GPU costs minutes."
    )
    on_call: Text = key("What to do in the next five minutes.", "Drain the node, restart from the last checkpoint.")


_RELATIONS = tuple((kind, kind.value) for kind in Relation)  # a book asks thousands of times


class Related(Part):
    """A relation to another entry: exactly one of the four kinds, and the reason."""

    confused_with: Id | None = key("Looks alike and is something else.", "cuda-oom-capacity", default=None)
    causes: Id | None = key("Leads to that entry.", "vllm-engine-core-init-failed", default=None)
    caused_by: Id | None = key("Follows from that entry.", "host-oom-killer", default=None)
    see: Id | None = key("Worth reading next.", "ddp-unused-parameters", default=None)
    because: Text = key("The reason, which the page shows.", "The same message, and only the numbers differ.")

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if sum(bool(getattr(self, kind)) for kind in Relation) != 1:
            message = "say exactly one of 'confused_with', 'causes', 'caused_by' or 'see'"
            raise ValueError(message)
        return self

    @property
    def kind(self) -> Relation:
        """The kind of relation that this item states."""
        return next(kind for kind, name in _RELATIONS if getattr(self, name))

    @property
    def target(self) -> str:
        """The id of the other entry."""
        return next(str(target) for _, name in _RELATIONS if (target := getattr(self, name)))


class Source(Part):
    """What the entry rests on, with the fields that it supports: an address or a part that ran."""

    url: Text | None = key("https address.", "https://github.com/pytorch/pytorch/issues/96265", default=None)
    part: Text | None = key("Part of this entry whose run shows it.", "reproduce", default=None)
    title: Text = key("What it is, and who says it.", "PyTorch notes: CUDA semantics, memory management")
    supports: tuple[Text, ...] = key(
        "Paths of the fields it supports.", ["cause", "fixes.expandable-segments"], min_length=1
    )

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if bool(self.url) == bool(self.part):
            message = "say exactly one of 'url' or 'part'"
            raise ValueError(message)
        return self


class Question(Part):
    """A question beyond those that the fields answer."""

    q: Text = key("The question.", "Does it happen on ROCm too?")
    a: Text = key("The answer.", "Yes: the allocator is the same.")


class Entry(Part):
    """One failure."""

    id: SkipJsonSchema[Id]
    area: SkipJsonSchema[Area]
    path: SkipJsonSchema[str]
    """Path of the file under the book's root, with forward slashes."""

    title: Text = key(
        "The failure in one line, with the words that people search for.",
        "CUDA out of memory while PyTorch holds more free memory than the request",
        min_length=10,
        max_length=120,
    )
    aliases: tuple[Text, ...] = key("Former titles, and what people call it.", ["CUDA OOM fragmentation"], default=())
    status: Status = key("How far the entry has come; 'proven' is computed, never typed.", "draft")
    severity: Severity = key("What it costs when nobody acts.", "high")
    layer: Layer = key("Where the cause lies.", "configuration")
    phase: tuple[Phase, ...] = key("When it shows.", ["training", "serving"], min_length=1)
    stacks: tuple[Id, ...] = key("Software that shows it.", ["pytorch", "vllm"], min_length=1)
    summary: Text = key(
        "The quick answer in at most 60 words: what it is, and what to do first.", "The allocation fails although ..."
    )
    affects: tuple[Affected, ...] = key(
        "Packages, versions and hardware.", [{"package": "torch", "versions": ">=2.0"}], min_length=1
    )
    symptoms: tuple[Symptom, ...] = key("What is seen, and why.", [{"see": "...", "because": "..."}], min_length=1)
    signatures: dict[Id, Signature] = key(
        "How a log shows it, by name.", {"allocator-message": {"role": "initiating"}}, min_length=1
    )
    figures: dict[Id, FigureSignature] = key(
        "How a figure of a log shows it, by name; for what no message tells.",
        {"loss-is-nan": {"figure": "loss", "when": "not-finite"}},
        default_factory=dict,
    )
    confirm: tuple[Confirm, ...] = key(
        "Questions that separate it from look-alikes, cheapest first.",
        [{"ask": "...", "yes_when": "..."}],
        min_length=1,
    )
    cause: Text = key("The mechanism, in Markdown.", "The allocator splits ...")
    scale: Text = key("What changes from one GPU to a thousand, in Markdown.", "One rank's failure stops all.")
    fixes: dict[Id, Fix] = key("Repairs by name, best first.", {"expandable-segments": {"do": "..."}}, min_length=1)
    not_fixes: tuple[NotFix, ...] = key(
        "What people try and does not help.", [{"do": "...", "because": "..."}], default=()
    )
    prevention: tuple[Text, ...] = key(
        "What keeps it from happening.", ["Log the peak of allocated memory."], min_length=1
    )
    monitor: tuple[Monitor, ...] = key("Alerts for it.", [{"alert": "GpuFallenOffBus", "expr": "..."}], default=())
    perspectives: Perspectives = key(
        "What it means to each of three readers.", {"executive": "...", "engineer": "...", "on_call": "..."}
    )
    related: tuple[Related, ...] = key(
        "How it stands to other entries.", [{"see": "ddp-unused-parameters", "because": "..."}], default=()
    )
    sources: tuple[Source, ...] = key(
        "What it rests on.", [{"url": "https://...", "title": "...", "supports": ["cause"]}], min_length=1
    )
    unsourced: dict[str, Text] = key(
        "Fields that no source supports, each with the reason.",
        {"scale": "follows from the mechanism"},
        default_factory=dict,
    )
    faq: tuple[Question, ...] = key(
        "Questions beyond those that the fields answer.", [{"q": "...", "a": "..."}], default=()
    )

    @property
    def shown(self) -> dict[str, Signature]:
        """The signatures as readers meet them: what software prints before what only a part measures."""
        return dict(sorted(self.signatures.items(), key=lambda item: is_measured(item[0])))

    @property
    def slug(self) -> str:
        """Area and id, the entry's address in the site: ``memory/cuda-oom-capacity``."""
        return f"{self.area}/{self.id}"
