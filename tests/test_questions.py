from __future__ import annotations

from builders import entry

from faultbook.questions import Code, Items, Links, Markdown, Prose, QuestionAndAnswer, questions


def asked(**changes: object) -> dict[str, QuestionAndAnswer]:
    return {item.id: item for item in questions(entry(**changes))}


def test_the_smallest_entry_answers_with_its_own_fields_under_fixed_ids() -> None:
    assert list(asked()) == [
        "looks-like",
        "hardware-or-software",
        "training-or-inference",
        "cheapest-confirmation",
        "how-long",
        "next",
        "scale",
        "fingerprint",
        "recurrence",
        "documentation",
    ]


def test_a_question_whose_field_is_empty_is_not_asked() -> None:
    assert "working-code" not in asked()
    assert "documentation" not in asked(sources=[{"part": "reproduce", "title": "It ran", "supports": ["cause"]}])


def test_a_fix_with_code_answers_the_question_for_working_code() -> None:
    fixes = {"oil": {**entry().fixes["oil"].model_dump(), "code": "oil(1)"}}
    (links,) = asked(fixes=fixes)["working-code"].answer
    assert isinstance(links, Links)
    assert [(link.address, link.text) for link in links.links] == [("#fix-oil", "Oil the widget.")]


def test_the_cheapest_confirmation_is_the_first_with_both_outcomes() -> None:
    confirm = [
        {"ask": "Dry?", "run": "gauge --read", "yes_when": "0", "no_when": "more"},
        {"ask": "B?", "yes_when": "b"},
    ]
    assert asked(confirm=confirm)["cheapest-confirmation"].answer == (
        Prose("Dry?"),
        Code("gauge --read", "bash"),
        Items(("Yes: 0", "No: more")),
    )


def test_the_fingerprint_prefers_the_initiating_signature_and_adds_the_alert() -> None:
    one = entry().signatures["message"].model_dump(by_alias=True, exclude_none=True)
    signatures = {"late": {**one, "role": "collateral", "lines": ["widget pool is gone"]}, "first": one}
    series, metrics = {"oil": "0x5"}, [{"name": "oil", "exporter": "widget-exporter", "versions": ">=1"}]
    case = {"series": series, "at": "5m"}
    monitor = [{"alert": "Dry", "expr": "oil == 0", "because": "the exporter counts", "metrics": metrics}]
    monitor[0] |= {"fires": {**case, "alerts": [{}]}, "silent": case}
    answer = asked(signatures=signatures, monitor=monitor)["fingerprint"].answer
    assert answer == (Code("widget stopped at step <step:int>", "text"), Code("oil == 0", "promql"))


def test_own_questions_follow_with_numbered_ids() -> None:
    item = asked(faq=[{"q": "On ROCm?", "a": "Yes."}])["faq-1"]
    assert (item.question, item.answer) == ("On ROCm?", (Markdown("Yes."),))


def test_no_sentence_of_the_answers_is_shared_by_entries_that_share_no_field() -> None:
    other = entry(
        "data/gadget",
        layer="data",
        phase=["serving"],
        stacks=["vllm"],
        affects=[{"package": "gadget"}],
        symptoms=[{"see": "It smokes.", "because": "Heat."}],
        cause="Dust.",
        scale="Worse.",
        prevention=["Dust it."],
        confirm=[{"ask": "Is it warm?", "yes_when": "you cannot hold it"}],
        fixes={"dust": {**entry().fixes["oil"].model_dump(), "do": "Dust it off.", "takes": "1 h", "verify": "cool"}},
        perspectives={"executive": "e", "engineer": "Filter the air.", "on_call": "Dust it now."},
        sources=[{"url": "https://example.org/dust", "title": "Dust", "supports": ["cause"]}],
        signatures={
            "message": {
                "role": "initiating",
                "strength": "certain",
                "lines": ["gadget overheated"],
                "samples": [{"text": "gadget overheated", "origin": {"part": "reproduce"}}],
            }
        },
    )
    blocks = [{str(block) for item in questions(one) for block in item.answer} for one in (entry(), other)]
    assert not blocks[0] & blocks[1]
