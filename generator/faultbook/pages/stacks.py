"""The stacks by kind: a list of sixty names is found by what they are."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sized

__all__ = ["Kind", "by_kind"]

_OTHER = "Other software"
#: Stacks that entries name, by kind. One that is missing here stands under the last heading, until someone adds it.
_KINDS = {
    "Frameworks and trainers": (
        "accelerate deepspeed detectron2 horovod jax lightning llamafactory megatron megatron-lm nemo peft pytorch "
        "torchtitan transformers trl"
    ),
    "Inference engines and servers": (
        "llama-cpp ollama openai-client sglang tensorrt tensorrt-llm tgi triton-inference-server uvicorn vllm"
    ),
    "Several processes": "ddp fsdp fsdp2 gloo nccl ray torchrun ucx",
    "Kernels and compilers": "cuda cutlass flash-attn flashinfer triton",
    "Data and model files": "datasets huggingface huggingface-hub numpy opencv safetensors",
    "Clusters, containers and hosts": ("docker jupyter kubernetes linux nfs nvidia-container-toolkit slurm systemd"),
    "Devices, drivers and links": "dcgm infiniband nvidia-driver nvlink roce",
}
_KIND_OF = {stack: kind for kind, stacks in _KINDS.items() for stack in stacks.split()}


@dataclasses.dataclass(frozen=True, slots=True)
class Kind:
    """Stacks of one kind, the one with most entries first."""

    title: str
    stacks: tuple[tuple[str, int], ...]


def by_kind(stacks: Mapping[str, Sized]) -> tuple[Kind, ...]:
    """Return *stacks* (entries by name) by kind; a kind without any is left out."""
    found = []
    for title in (*_KINDS, _OTHER):
        mine = [(stack, len(entries)) for stack, entries in stacks.items() if _KIND_OF.get(stack, _OTHER) == title]
        if mine:
            found.append(Kind(title, tuple(sorted(mine, key=lambda item: (-item[1], item[0])))))
    return tuple(found)
