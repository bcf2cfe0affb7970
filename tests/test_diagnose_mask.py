"""What must not leave with a report is masked, and what helps a reader stays."""

from __future__ import annotations

import time

import pytest
from page_modules import call


def masked(*texts: str, hosts: tuple[str, ...] = ()) -> list[str]:
    return ["".join(piece["text"] for piece in pieces) for pieces in call("diagnose-mask.js", "masker", hosts, texts)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("token hf_AbCdEfGhIjKlMnOpQrStUvWxYz refused", "token [secret] refused"),
        ("OPENAI sk-proj-AbCdEf0123456789_-xyz", "OPENAI [secret]"),
        ("id AKIAIOSFODNN7EXAMPLE.", "id [secret]."),
        ("Authorization: Bearer abc.def-ghi_123", "Authorization: Bearer [secret]"),
        ("git clone https://me:s3cr3t@git.example.org/x", "git clone https://me:[secret]@git.example.org/x"),
        ("password=hunter2, retrying", "password=[secret], retrying"),
        ('{"api_key": "0123456789abcdef"}', '{"api_key": "[secret]"}'),
        ("WANDB_API_KEY=0123456789abcdef0123", "WANDB_API_KEY=[secret]"),
        ("jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcDEF_-123 end", "jwt [secret] end"),
        ("GET /x?X-Amz-Signature=0123456789abcdef&y=1", "GET /x?X-Amz-Signature=[secret]&y=1"),
        ("mail alice.b@corp.example.com now", "mail [email-1] now"),
        ("/home/alice/run/train.py", "/home/[user-1]/run/train.py"),
        ("/Users/Bob/x and C:\\Users\\Bob\\y", "/Users/[user-1]/x and C:\\Users\\[user-1]\\y"),
        ("rdzv at 10.1.2.3:29500", "rdzv at [address-1]:29500"),
        ("peer [fe80::1ff:fe23:4567:890a]:5", "peer [[address-1]]:5"),
        ("peer 2001:db8:85a3:0:0:8a2e:370:7334", "peer [address-1]"),
        ("NIC 0c:42:a1:5e:00:1f down", "NIC [address-1] down"),
        ("at ip-10-0-3-4.ec2.internal", "at [host-1]"),
    ],
)
def test_a_secret_address_or_name_is_hidden(text: str, expected: str) -> None:
    assert masked(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "03:41:07 NVRM: Xid (PCI:0000:9b:00): 79, GPU has fallen off the bus.",
        "Connection closed by peer [127.0.0.1]:41868",
        "master 0.0.0.0:29500 and [::1]:80",
        "c10::cuda::c10_cuda_check_implementation std::vector<at::Tensor> fe::be_x",
        "driver 570.133.20, torch 2.13.0+cpu, cuda 12.8.1",
        "max_tokens=131072 tokens: 5 token_ids=[1, 2]",
        "/home/ and /root/x PWD=/workspace/run",
        "GPU-c4e81f07-93ad-4b6e-a2d5-0f7b86d1359a",
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 5.94 GiB.",
        "password=None, secret: ***",
        "module@0x7f00 foo@bar",
    ],
)
def test_what_helps_to_understand_the_failure_stays(text: str) -> None:
    assert masked(text) == [text]


def test_hosts_of_the_answer_are_hidden_everywhere_and_stay_apart() -> None:
    hosts = ("gpu-node-1", "gpu-node-10", "localhost")
    texts = ("gpu-node-1 lost gpu-node-10", "on GPU-NODE-1: x; localhost", "not gpu-node-12")
    assert masked(*texts, hosts=hosts) == ["[host-2] lost [host-1]", "on [host-2]: x; localhost", "not gpu-node-12"]


def test_equal_names_get_equal_numbers_across_texts() -> None:
    assert masked("/home/ann/a", "10.0.0.1 10.0.0.2", "/home/bo /home/ann 10.0.0.1") == [
        "/home/[user-1]/a",
        "[address-1] [address-2]",
        "/home/[user-2] /home/[user-1] [address-1]",
    ]


def test_pieces_say_what_kind_was_hidden() -> None:
    pieces = call("diagnose-mask.js", "masker", (), ("x /home/ann y",))[0]
    assert pieces == [
        {"text": "x /home/", "kind": ""},
        {"text": "[user-1]", "kind": "user"},
        {"text": " y", "kind": ""},
    ]


def test_a_masked_text_masked_again_is_the_same() -> None:
    once = masked("password=hunter2 /home/ann 10.0.0.1 a@b.example")
    assert masked(*once) == once


def test_a_long_line_costs_its_length() -> None:
    start = time.monotonic()
    masked("a:" * 100_000, "1." * 100_000, "token=" * 50_000, "x@" * 100_000, "/home/" * 50_000, "a." * 100_000)
    assert time.monotonic() - start < 10
