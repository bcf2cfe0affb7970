"""Figures: read from the lines of trainers and servers, held against a baseline, dated."""

import pytest

from faultbook.diagnosis.figures import Point, find, series_of
from faultbook.signatures.compiled import CompiledFigure

FALLS = CompiledFigure("", "speed", "throughput", "falls", 0.6)
NAN = CompiledFigure("", "loss", "loss", "not-finite", 1.0)
INF = CompiledFigure("", "norm", "grad-norm", "not-finite", 1.0)
FLAT = CompiledFigure("", "loss", "loss", "flat", 1.0)


def points(*texts):
    return [Point(number, text, None) for number, text in enumerate(texts, 1)]


def since(signature, texts, baseline=()):
    finding = find(signature, points(*texts), points(*baseline))
    return None if finding is None else finding.point.line


@pytest.mark.parametrize(
    ("line", "figures", "step"),
    [
        (
            (
                " [2026-11-30 02:00:00] iteration      100/  500000 | elapsed time per iteration (ms): 11020.4 |"
                " lm loss: 2.113E+00 | loss scale: 1.0 | grad norm: 0.913 | throughput per GPU (TFLOP/s/GPU): 412.7 |"
            ),
            {
                "step-time": "11020.4",
                "loss": "2.113E+00",
                "loss-scale": "1.0",
                "grad-norm": "0.913",
                "throughput": "412.7",
            },
            "100",
        ),
        ("{'loss': 2.1134, 'grad_norm': 0.9134, 'epoch': 0.12}", {"loss": "2.1134", "grad-norm": "0.9134"}, None),
        ("{'loss': '0', 'grad_norm': 'nan', 'epoch': '0.1'}", {"loss": "0", "grad-norm": "nan"}, None),
        (
            "step: 100  loss:  2.1134  grad_norm: 0.9134  memory: 41.2GiB(43%)  tps: 5,123  mfu: 41.20%",
            {"loss": "2.1134", "grad-norm": "0.9134", "throughput": "5,123", "mfu": "41.20"},
            "100",
        ),
        (
            (
                "Training epoch 0, iteration 10/99 | lr: 0.0001 | global_step: 10 | reduced_train_loss: nan |"
                " train_step_timing in s: 3.22"
            ),
            {"loss": "nan", "step-time": "3.22"},
            "10",
        ),
        (
            (
                "INFO 11-03 10:12:31 [loggers.py:127] Engine 000: Avg prompt throughput: 9.0 tokens/s, Avg generation"
                " throughput: 120.5 tokens/s, Running: 1 reqs"
            ),
            {"serving-throughput": "120.5"},
            None,
        ),
        ("Decode batch. #running-req: 1, gen throughput (token/s): 345.62", {"serving-throughput": "345.62"}, None),
        ("Epoch 3:  12%|#2 | 12/100 [00:10<01:12,  1.22it/s]", {}, None),
    ],
)
def test_a_line_gives_its_figures(line, figures, step):
    found = series_of([(7, line)])

    assert {name: series[0].text for name, series in found.items()} == figures
    assert {series[0].step for series in found.values()} <= {step}


def test_a_fall_that_stays_is_dated_by_the_first_line_below():
    assert since(FALLS, ["100"] * 30 + ["98"] + ["45"] * 20) == 32


def test_a_dip_that_ends_is_no_fall():
    assert since(FALLS, ["100"] * 30 + ["45"] * 10 + ["100"] * 20) is None


def test_a_fall_to_more_than_the_factor_is_none():
    assert since(FALLS, ["100"] * 30 + ["61"] * 20) is None


def test_few_points_have_no_level():
    assert since(FALLS, ["100"] * 5 + ["45"] * 6) is None


def test_slow_first_steps_are_not_the_baseline():
    assert since(FALLS, ["1000", "900"] + ["100"] * 40) is None


def test_a_good_run_tells_what_the_own_start_cannot():
    assert since(FALLS, ["45"] * 40) is None
    assert since(FALLS, ["45"] * 40, ["100"] * 40) == 1


def test_a_loss_that_is_nan_at_the_end_is_found_where_it_began():
    assert since(NAN, ["2.0", "1.9", "nan", "nan"]) == 3


def test_a_nan_that_passes_is_none():
    assert since(NAN, ["2.0", "nan", "1.9"]) is None


def test_one_skipped_step_of_mixed_precision_is_none():
    assert since(INF, ["0.9", "0.8", "inf"]) is None
    assert since(INF, ["0.9", "inf", "inf", "inf"]) == 2


def test_a_loss_that_does_not_move_is_flat():
    assert since(FLAT, ["0.6931"] * 40) == 1
    assert since(FLAT, ["0.6931"] * 39 + ["0.6900"]) is None
    assert since(FLAT, ["0.6931"] * 20) is None
