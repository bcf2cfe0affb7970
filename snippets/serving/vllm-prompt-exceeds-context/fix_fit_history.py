# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""The client keeps the system message and the newest turns that fit, with the server's own count of tokens.

*count* stands for vLLM's /tokenize route, or for the model's tokenizer with its chat template.

>>> chat = [("system", "be brief"), ("user", "a" * 40), ("assistant", "b" * 30), ("user", "c" * 10)]
>>> def count(messages):
...     return sum(len(text) + 4 for _, text in messages)
>>> [count(chat), count(fit(chat, count, limit=64, answer=16))]
[104, 26]
>>> [role for role, _ in fit(chat, count, limit=128, answer=16)]
['system', 'user', 'assistant', 'user']

What cannot fit is refused by the client, with the reason:

>>> fit([("user", "d" * 200)], count, limit=64, answer=16)
Traceback (most recent call last):
...
ValueError: the last message alone has 204 tokens, and 48 are left for the prompt
"""

from collections.abc import Callable, Sequence

Message = tuple[str, str]


def fit(
    chat: Sequence[Message], count: Callable[[Sequence[Message]], int], *, limit: int, answer: int
) -> list[Message]:
    """Drop the oldest turns until the prompt and an answer of *answer* tokens fit in *limit*."""
    system = [message for message in chat if message[0] == "system"]
    turns = [message for message in chat if message[0] != "system"]
    while count([*system, *turns]) > limit - answer:
        if len(turns) == 1:
            message = f"the last message alone has {count(turns)} tokens, and {limit - answer} are left for the prompt"
            raise ValueError(message)
        del turns[: 2 if len(turns) > 2 else 1]  # a question goes with its answer
    return [*system, *turns]
