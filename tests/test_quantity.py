"""Quantities and comparisons: what texts are worth, what is refused and in which words."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faultbook.signatures.quantity import WhereError, parse_where, read_quantity
from faultbook.vocabulary import HoleKind

KINDS = {
    "wanted": HoleKind.SIZE,
    "spare": HoleKind.SIZE,
    "held": HoleKind.SIZE,
    "used": HoleKind.SIZE,
    "waited": HoleKind.DURATION,
    "count": HoleKind.INT,
    "ratio": HoleKind.FLOAT,
    "address": HoleKind.HEX,
    "state": HoleKind.WORD,
    "file": HoleKind.PATH,
}


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("512 bytes", "size", 512), ("1 byte", "size", 1), ("7B", "size", 7), ("7 b", "size", 7),
        ("1 KiB", "size", 2**10), ("1 kB", "size", 2**10), ("1KB", "size", 2**10), ("1.5 MiB", "size", 1.5 * 2**20),
        ("1 MB", "size", 2**20), ("8.66 GiB", "size", 8.66 * 2**30), ("2 GB", "size", 2**31), ("3 T", "size", 3 * 2**40),
        ("1 TiB", "size", 2**40), ("1 PiB", "size", 2**50),
        ("5 ns", "duration", 5e-9), ("5 us", "duration", 5e-6), ("5ms", "duration", 0.005), ("5 s", "duration", 5),
        ("5 secs", "duration", 5), ("5 m", "duration", 300), ("5 min", "duration", 300), ("2h", "duration", 7200),
        ("2 hrs", "duration", 7200), ("1 day", "duration", 86400), ("600043 milliseconds", "duration", 600.043),
        ("30 seconds", "duration", 30), ("10 minutes", "duration", 600), ("1 hour", "duration", 3600),
        ("-17", "int", -17), ("+4", "int", 4), ("1e-05", "float", 1e-05), ("inf", "float", math.inf),
        ("-inf", "float", -math.inf), ("0xff", "hex", 255), ("FF", "hex", 255), ("DONE", "word", "DONE"), ("/a b", "path", "/a b"),
    ],
)  # fmt: skip
def test_a_quantity_is_worth_its_number_in_its_unit(text, kind, value):
    assert read_quantity(text, HoleKind(kind)) == value


def test_nan_is_read():
    assert math.isnan(read_quantity("NaN", HoleKind.FLOAT))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("512", "size"), ("GiB", "size"), ("5 GiBs", "size"), ("5 X", "size"), ("5 s", "size"), ("", "size"),
        ("5", "duration"), ("5 GiB", "duration"), ("5 mss", "duration"), ("1_000", "int"), ("٣", "int"), ("", "int"),
        ("five", "float"), ("infinite", "float"), (" 5", "float"), ("0x", "hex"), ("xyz", "hex"), ("1_f", "hex"),
    ],
)  # fmt: skip
def test_what_is_no_quantity_of_its_kind_raises(text, kind):
    with pytest.raises(ValueError, match=r".*"):
        read_quantity(text, HoleKind(kind))


@pytest.mark.parametrize(
    ("where", "captured", "holds"),
    [
        ("spare >= wanted", {"spare": "8.66 GiB", "wanted": "888.00 MiB"}, True),
        ("spare >= wanted", {"spare": "8.66 MiB", "wanted": "888.00 MiB"}, False),
        ("spare>=wanted", {"spare": "1 GiB", "wanted": "1024 MiB"}, True),
        ("spare > wanted", {"spare": "1 GiB", "wanted": "1024 MiB"}, False),
        ("wanted < 1 GiB", {"wanted": "1023 MiB"}, True),
        ("wanted <= 1GiB", {"wanted": "1024 MiB"}, True),
        ("waited == 600000 ms", {"waited": "10 min"}, True),
        ("waited != 600000 ms", {"waited": "10 min"}, False),
        ("count > -1", {"count": "0"}, True),
        ("count == address", {"count": "255", "address": "0xff"}, True),
        ("ratio > 0.05", {"ratio": "nan"}, False),
        ("ratio != ratio", {"ratio": "nan"}, True),
        ("ratio < 1e3", {"ratio": "999.9"}, True),
        ("state == DONE", {"state": "DONE"}, True),
        ("state == 'DONE'", {"state": "DONE"}, True),
        ("state != DONE", {"state": "done"}, True),
        ("state in [RUNNING, DONE]", {"state": "DONE"}, True),
        ('state in["RUNNING","DONE"]', {"state": "DONE"}, True),
        ("state in [RUNNING]", {"state": "DONE"}, False),
        ("count in [1, 2, 0x3]", {"count": "2"}, None),
        ("count in [1, 2, 3]", {"count": "3"}, True),
        ("state == file", {"state": "/a", "file": "/a"}, True),
        ("held - used >= wanted", {"held": "30.70 GiB", "used": "24.89 GiB", "wanted": "152.00 MiB"}, True),
        ("held - used < wanted", {"held": "10.86 GiB", "used": "10.85 GiB", "wanted": "128.00 MiB"}, True),
        ("held-used>=wanted", {"held": "2 GiB", "used": "1024 MiB", "wanted": "1 GiB"}, True),
        ("held - used > 1 GiB", {"held": "2 GiB", "used": "1024 MiB"}, False),
        ("held - used == 0 B", {"held": "1 MiB", "used": "1024 KiB"}, True),
        ("held - used < held", {"held": "1 MiB", "used": "0 bytes"}, False),
        ("count - count in [0, 1]", {"count": "7"}, True),
        ("count - address < 0", {"count": "7", "address": "0xff"}, True),
        ("ratio - ratio != 0", {"ratio": "inf"}, True),
    ],
)  # fmt: skip
def test_a_comparison_holds_as_its_numbers_say(where, captured, holds):
    if holds is None:
        with pytest.raises(WhereError):
            parse_where(where, KINDS)
        return
    comparison = parse_where(where, KINDS)

    assert set(comparison.names) == set(captured)
    assert comparison.holds({name: read_quantity(text, KINDS[name]) for name, text in captured.items()}) is holds


OPERATORS = "< <= > >= == != or in"
HINT = f"write 'capture op value' or 'capture - capture op value', op one of {OPERATORS}"


@pytest.mark.parametrize(
    ("where", "sentence", "hint"),
    [
        ("", "'' is no comparison", HINT),
        ("spare", "'spare' is no comparison", HINT),
        ("5 > count", "'5 > count' is no comparison", HINT),
        ("held - 5 MiB > wanted", "'held - 5 MiB > wanted' is no comparison", HINT),
        ("held - used - spare > wanted", "'held - used - spare > wanted' is no comparison", HINT),
        ("held - usde >= wanted", "'usde' is captured by no line", "did you mean 'used'?"),
        ("held - waited > wanted", "'held' is a size and 'waited' a duration; they have no difference", None),
        ("held - used > waited", "'held' is a size and 'waited' a duration; they cannot be compared", None),
        ("state - file == DONE", "'state' and 'file' are words; they have no difference", None),
        ("held - used >= 512", "'512' is neither a capture nor a size to compare 'held' with", "write a size with its unit: 512 MiB"),
        ("sapre >= wanted", "'sapre' is captured by no line", "did you mean 'spare'?"),
        ("zzz >= wanted", "'zzz' is captured by no line", None),
        ("spare => wanted", f"'=>' compares nothing: {OPERATORS}", "did you mean '>='?"),
        ("spare ~ wanted", f"'~' compares nothing: {OPERATORS}", None),
        ("spare = wanted", f"'=' compares nothing: {OPERATORS}", "did you mean '=='?"),
        ("state is DONE", f"'is' compares nothing: {OPERATORS}", "did you mean '=='?"),
        ("spare >=", "'spare' is compared with nothing", "write a size after the operator"),
        ("spare >= waited", "'spare' is a size and 'waited' a duration; they cannot be compared", None),
        ("state == count", "'state' is a word and 'count' an int; they cannot be compared", None),
        ("state < DONE", "'state' is a word; it can only be compared by ==, != or in", None),
        ("state in DONE", "'DONE' is no list", "write 'capture in [a, b]'"),
        ("state in []", "'state' is compared with nothing", "write a word after the operator"),
        ("spare >= 512", "'512' is neither a capture nor a size to compare 'spare' with", "write a size with its unit: 512 MiB"),
        ("spare >= 5 min", "'5 min' is neither a capture nor a size to compare 'spare' with", "write a size with its unit: 512 MiB"),
        ("spare >= wantd", "'wantd' is neither a capture nor a size to compare 'spare' with", "did you mean 'wanted'?"),
        ("waited > 600", "'600' is neither a capture nor a duration to compare 'waited' with", "write a duration with its unit: 600000 ms"),
        ("count > many", "'many' is neither a capture nor an int to compare 'count' with", "write a number"),
        ("ratio < inf", "'inf' is no finite number", "'ratio != ratio' holds for nan only"),
        ("ratio == nan", "'nan' is no finite number", "'ratio != ratio' holds for nan only"),
    ],
)  # fmt: skip
def test_a_faulty_comparison_is_refused_with_a_hint(where, sentence, hint):
    with pytest.raises(WhereError) as caught:
        parse_where(where, KINDS)

    assert (caught.value.sentence, caught.value.hint) == (sentence, hint)


@given(st.text(alphabet="spare wntd-<>=!in[],.0123456789GiB'\"x\n", max_size=40))
def test_any_text_is_a_comparison_or_is_refused(text):
    try:
        comparison = parse_where(text, KINDS)
    except WhereError as error:
        assert error.sentence  # noqa: PT017 - either outcome is right
    else:
        assert comparison.left in KINDS
