"""What software a log names, and in which versions: banners, lists of packages, environment reports, paths."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["Software", "software_in"]

#: Packages that entries are about, by the names that logs give them, with the stack that each belongs to.
_PACKAGES = {
    "torch": "pytorch", "vllm": "vllm", "transformers": "transformers", "deepspeed": "deepspeed", "sglang": "sglang",
    "ray": "ray", "accelerate": "accelerate", "peft": "peft", "trl": "trl", "datasets": "datasets", "triton": "triton",
    "lightning": "lightning", "pytorch-lightning": "lightning", "numpy": "numpy", "flash-attn": "flash-attn",
    "flashinfer-python": "flashinfer", "tensorrt-llm": "tensorrt-llm", "tensorrt": "tensorrt", "jax": "jax",
    "safetensors": "safetensors", "huggingface-hub": "huggingface-hub", "megatron-core": "megatron",
    "torchtitan": "torchtitan", "nvidia-nccl-cu12": "nccl", "nvidia-nccl-cu13": "nccl",
}  # fmt: skip
#: Other names of the same: of modules, of programs' own banners.
_ALIASES = {
    "pytorch": "torch", "flash_attn": "flash-attn", "flashinfer": "flashinfer-python",
    "huggingface_hub": "huggingface-hub",
    "pytorch_lightning": "pytorch-lightning", "pytorch lightning": "pytorch-lightning", "tensorrt_llm": "tensorrt-llm",
    "megatron": "megatron-core", "megatron_core": "megatron-core",
}  # fmt: skip
#: What shows that a stack without a package of its own is at work.
_SHOWN_BY = {
    "nccl": r"\bNCCL\b|ProcessGroupNCCL", "cuda": r"\bNVRM\b|\bCUDA\b|\bcuda\b", "slurm": r"\bsrun: |slurmstepd",
    "kubernetes": r"\bkubelet\b|OOMKilled|CrashLoopBackOff", "torchrun": r"torch/distributed/elastic|torchelastic",
    "gloo": r"ProcessGroupGloo|/gloo/", "pytorch": r"\btorch\.\w", "infiniband": r"\bibv_\w|NET/IB",
}  # fmt: skip
_NAME = "|".join(sorted((re.escape(name) for name in (*_PACKAGES, *_ALIASES)), key=len, reverse=True))
_RELEASE = r"([0-9]+\.[0-9]+(?:\.[0-9]+)*(?:(?:a|b|rc|\.?dev|\.?post)[0-9]+)*(?:\+[A-Za-z0-9.]+)?)"
#: Lists of what is installed: torch==2.13.0; a table with nothing behind the version; a folder of metadata.
_LISTED = (
    re.compile(rf"(?<![\w./-])({_NAME})==(?={_RELEASE})", re.IGNORECASE),
    re.compile(rf"^({_NAME})[ \t]+(?={_RELEASE}[ \t]*$)", re.IGNORECASE | re.MULTILINE),
    re.compile(rf"\b({_NAME})-(?={_RELEASE}(?:\.dist-info|-py3|-cp3))", re.IGNORECASE),
)
#: What a program says of itself: `transformers` version: 4.55.0; vLLM API server version 0.9.1; torch/2.13.0; in a
#: sentence a version has three parts, or it may be a size.
_BANNERS = (
    re.compile(rf"(?<![\w./-])`?({_NAME})`?(?: API server)? version(?: is)?:? *v?(?={_RELEASE})", re.IGNORECASE),
    re.compile(rf"(?<![\w./-])({_NAME})/v?(?={_RELEASE})", re.IGNORECASE),
    re.compile(rf"(?<=[^\w./\n-])({_NAME})[ \t]+v?(?={_RELEASE.replace(')*', ')+', 1)}(?![\w.]))", re.IGNORECASE),
    re.compile(rf"\b({_NAME}) info[: .]+(?:version=)?(?={_RELEASE})", re.IGNORECASE),
)
#: "Initializing a V1 LLM engine (v0.32.0)" names no package.
_ENGINE = re.compile(rf"Initializing a V[01] LLM engine \(v(?={_RELEASE})")
_NCCL = re.compile(rf"NCCL version (?={_RELEASE.replace('[A-Za-z0-9.]+', 'cuda(?:1[0-9])')})")
_MODULE = re.compile(r"(?:site|dist)-packages/([A-Za-z]\w*)/")


class Software(tuple[tuple[str, ...], tuple[tuple[str, str], ...]]):
    """Stacks that a log names, and packages with their versions, both in alphabetical order."""

    __slots__ = ()

    @property
    def stacks(self) -> tuple[str, ...]:
        """Names of stacks, as entries have them."""
        return self[0]

    @property
    def versions(self) -> tuple[tuple[str, str], ...]:
        """Package and version; of several versions in one log, the last."""
        return self[1]


def software_in(text: str) -> Software:
    """Return what *text*, a log or its two ends, says of the software that wrote it."""
    listed, said = _versions(text, _LISTED), _versions(text, _BANNERS)
    for match in _ENGINE.finditer(text):
        said["vllm"] = match[1]
    for match in _NCCL.finditer(text):
        said[f"nvidia-nccl-cu{'13' if 'cuda13' in match[1] else '12'}"] = match[1].partition("+")[0]
    at_work = {_package(module) for module in set(_MODULE.findall(text))} | said.keys()
    at_work |= {name for name in _PACKAGES if re.search(rf"\b{re.escape(name)}[./][a-z]\w", text)}
    stacks = {_PACKAGES[name] for name in at_work if name in _PACKAGES}
    stacks |= {stack for stack, pattern in _SHOWN_BY.items() if re.search(pattern, text)}
    # A list of all that is installed says nothing of what failed, unless there is nothing else.
    stacks = stacks or {_PACKAGES[name] for name in listed}
    versions = {name: version for name, version in (listed | said).items() if _PACKAGES[name] in stacks}
    return Software((tuple(sorted(stacks)), tuple(sorted(versions.items()))))


def _package(name: str) -> str:
    return _ALIASES.get(name.lower(), name.lower())


def _versions(text: str, patterns: Iterable[re.Pattern[str]]) -> dict[str, str]:
    """Return package and version, without the build's local part; of several in one log, the last."""
    found = sorted((m.end(), _package(m[1]), m[2]) for pattern in patterns for m in pattern.finditer(text))
    return {package: version.partition("+")[0] for _, package, version in found}
