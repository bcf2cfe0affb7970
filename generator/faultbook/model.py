"""What every mapping of a file is made of: strict models, whose keys carry a description and an example."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

__all__ = ["ID_PATTERN", "Id", "Part", "Text", "key"]

ID_PATTERN = r"[a-z0-9]+(?:-[a-z0-9]+)*"

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Id = Annotated[str, StringConstraints(pattern=rf"^{ID_PATTERN}$")]


def key(description: str, *examples: Any, **options: Any) -> Any:
    """Return a field whose schema carries *description* and at least one example."""
    return Field(description=description, examples=list(examples), **options)


class Part(BaseModel):
    """A mapping of an entry; unknown keys are refused, values never change after loading."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=False)
