"""Matches to a Diagnosis: the order of entries, and what a hint can and cannot say."""

from faultbook.diagnosis.verdict import diagnose
from faultbook.signatures.compiled import CompiledSignature
from faultbook.signatures.matcher import Matcher
from faultbook.signatures.template import compile_template
from faultbook.vocabulary import Role, Strength


def signature(entry, line, role="initiating", strength="likely", name="message"):
    return CompiledSignature(entry, name, Role(role), Strength(strength), (compile_template(line),), 20, ())


def entries(log, *signatures):
    return [item.entry for item in diagnose(log.encode(), Matcher(signatures)).diagnoses]


def test_a_log_without_a_match_is_no_match():
    diagnosis = diagnose(b"all is well", Matcher([signature("broken", "it is broken for good")]))

    assert (diagnosis.verdict, diagnosis.diagnoses, diagnosis.hints, diagnosis.signatures) == ("no-match", (), (), ())


def test_an_empty_book_and_an_empty_log_are_no_match():
    assert diagnose(b"", Matcher([])).verdict == "no-match"
    assert diagnose(b"it is broken for good\n", Matcher([])).verdict == "no-match"


def test_a_hint_alone_is_inconclusive():
    diagnosis = diagnose(
        b"it is broken for good", Matcher([signature("broken", "it is broken for good", strength="hint")])
    )

    assert (diagnosis.verdict, diagnosis.diagnoses) == ("inconclusive", ())
    assert [item.entry for item in diagnosis.hints] == ["broken"]


def test_a_hint_beside_a_diagnosis_stays_a_hint():
    signatures = [
        signature("hinted", "it may be broken", strength="hint"),
        signature("broken", "it is broken for good"),
    ]
    diagnosis = diagnose(b"it may be broken\nit is broken for good", Matcher(signatures))

    assert diagnosis.verdict == "diagnosed"
    assert [item.entry for item in diagnosis.diagnoses] == ["broken"]
    assert [item.entry for item in diagnosis.hints] == ["hinted"]


def test_initiating_comes_before_collateral_that_is_stronger_and_earlier():
    assert entries(
        "the watchdog has ended the job at last\nthe host is out of memory",
        signature("watchdog", "the watchdog has ended the job at last", "collateral", "certain"),
        signature("memory", "the host is out of memory"),
    ) == ["memory", "watchdog"]


def test_certain_comes_before_likely_that_says_more_and_earlier():
    assert entries(
        "a long message that is only likely this\nthe certain one",
        signature("likely", "a long message that is only likely this"),
        signature("certain", "the certain one", strength="certain"),
    ) == ["certain", "likely"]


def test_more_literal_text_comes_before_less_on_the_same_line():
    assert entries(
        "it is broken for good and for ever",
        signature("general", "it is broken for good"),
        signature("special", "it is broken for good and for ever"),
    ) == ["special", "general"]


def test_of_equals_the_earlier_line_comes_first():
    assert entries(
        "it is broken for bad\nit is broken for all",
        signature("second", "it is broken for all"),
        signature("first", "it is broken for bad"),
    ) == ["first", "second"]


def test_an_entry_stands_once_by_its_best_signature_and_every_signature_is_listed():
    signatures = [
        signature("broken", "it may be broken", strength="likely", name="weak"),
        signature("broken", "that it <what:word> broken for good", strength="certain", name="strong"),
    ]
    diagnosis = diagnose(b"it may be broken\nthat it is broken for good", Matcher(signatures))

    [found] = diagnosis.diagnoses
    assert (found.signature, found.line, dict(found.captures)) == ("strong", 2, {"what": "is"})
    assert diagnosis.signatures == (("broken", "weak"), ("broken", "strong"))


def test_a_collateral_signature_alone_is_a_diagnosis():
    diagnosis = diagnose(
        b"the watchdog has ended it", Matcher([signature("w", "the watchdog has ended it", "collateral")])
    )

    assert diagnosis.verdict == "diagnosed"
