"""A Problem's forms, exactly."""

from faultbook.place import Place, Problem, did_you_mean, excerpt

PLACE = Place("entries/memory/x.yaml", 21, 15, 19)


def test_text_holds_sentence_excerpt_and_hint():
    problem = Problem(PLACE, "sample-missed", "no match", "fix the sample", excerpt("        text: oops!", PLACE))

    assert problem.text() == (
        "entries/memory/x.yaml:21:15: sample-missed: no match\n"
        "   21 |         text: oops!\n"
        "      |               ^^^^\n"
        "      hint: fix the sample"
    )


def test_github_form_escapes_what_would_end_the_command():
    problem = Problem(Place("a,b:c.yaml", 2, 3), "links", "100% of\nlines", "try")

    assert problem.as_github() == "::error file=a%2Cb%3Ac.yaml,line=2,col=3,title=links::100%25 of%0Alines%0Ahint: try"


def test_json_form_names_line_and_column():
    assert Problem(PLACE, "r", "s").as_json() == {
        "path": "entries/memory/x.yaml",
        "line": 21,
        "column": 15,
        "end_column": 19,
        "rule": "r",
        "sentence": "s",
        "hint": None,
    }


def test_a_long_line_is_cut_around_the_caret():
    place = Place("x", 1, 5000, 5003)
    shown = excerpt("a" * 4999 + "bad" + "c" * 5000, place).splitlines()

    assert len(shown[0]) < 200
    assert shown[0][shown[1].index("^") :].startswith("bad")


def test_terminal_escapes_of_a_file_are_shown_not_sent():
    assert "\x1b" not in excerpt("a: \x1b[31mred", Place("x", 1, 4))


def test_a_near_word_is_offered_and_a_far_one_is_not():
    assert did_you_mean("memroy", ["memory", "kernels"]) == "did you mean 'memory'?"
    assert did_you_mean("zzz", ["memory"]) is None
