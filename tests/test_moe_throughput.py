"""The detector of the MoE entry: it fires on injected faults, stays quiet without, and its rules say what they should."""

import importlib
import json
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="the detector measures with torch")

SNIPPETS = Path(__file__).parents[1] / "snippets" / "kernels" / "moe-grouped-gemm-slow-path"
NAMES = ("confirm_moe_throughput", "moe_dispatch", "moe_faults", "moe_paths", "moe_shapes", "moe_verdict")

sys.path.insert(0, str(SNIPPETS))
confirm, dispatching, faults, paths, shapes, verdicts = map(importlib.import_module, NAMES)
sys.path.remove(str(SNIPPETS))


@pytest.fixture(autouse=True)
def _keeps_settings():
    threads, tf32 = torch.get_num_threads(), torch.backends.cuda.matmul.allow_tf32
    yield
    torch.set_num_threads(threads)
    torch.backends.cuda.matmul.allow_tf32 = tf32


def run(*arguments):
    quick = ["--device", "cpu", "--repeats", "15", "--warmup", "3", "--only", "tiny", "--tokens", "64", "--check"]
    return confirm.main([*quick, *arguments])


def problem(counts=(3, 0, 5, 2), k=64, n=96, dtype=None):
    return paths.GroupedProblem(counts, k, n, device=torch.device("cpu"), dtype=dtype or torch.bfloat16)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("fault", "status"), [("none", 0), ("repeat", 1), ("wrong", 2)])
def test_detector_fires_on_the_fault_and_only_then(fault, status, seed, capsys):
    """Over several seeds: four times the work is REGRESSED, an expert 5 % off is INCORRECT, no fault is neither."""
    assert status == run("--inject", fault, "--seed", str(seed))

    output = capsys.readouterr().out
    assert ("INJECTED" in output) == (fault != "none")
    assert {0: "verdict ok", 1: "verdict REGRESSED", 2: "verdict INCORRECT"}[status] in output.replace("SUSPECT", "ok")


def test_exit_status_says_only_that_it_measured_without_check(capsys):
    """Without --check a found fault is in the verdict line, and the exit status is 0."""
    arguments = ["--device", "cpu", "--repeats", "5", "--warmup", "1", "--only", "tiny-ep2", "--tokens", "8"]

    assert confirm.main([*arguments, "--inject", "wrong"]) == 0
    assert "verdict INCORRECT on cpu" in capsys.readouterr().out


@pytest.mark.parametrize("dtype", ["float16", "float32"])
@pytest.mark.parametrize("routing", ["balanced", "zipf"])
def test_other_dtypes_and_routings_are_quiet(dtype, routing):
    """Rounding of each dtype stays under its tolerance, whatever the routing."""
    assert run("--dtype", dtype, "--routing", routing) == 0


def test_json_and_measures_hold_the_same_layers(tmp_path, capsys):
    """The JSON names the injected fault and every case; the line for the book has one figure a layer and path."""
    file = tmp_path / "figures.json"
    run("--json", str(file))

    document = json.loads(file.read_text())
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("faultbook-measures: "))
    figures = json.loads(line.partition(": ")[2])["figures"]
    assert document["injected_fault"] == "none"
    assert [case["projection"] for case in document["cases"]] == ["up", "down"]
    assert set(document["cases"][0]["timings"]) == {"grouped", "loop", "padded bmm", "dense"}
    assert [figure["series"] for figure in figures] == ["grouped", "loop", "padded bmm", "dense"]
    assert {figure["label"] for figure in figures} == {"tiny, 64 tokens"}
    assert all(figure["value"] > 0 for figure in figures)


def test_dispatch_of_grouped_mm_on_a_cpu_is_the_loop():
    """PyTorch's own fallback, not an injected one: one aten::mm for each expert, the idle one included."""
    subject = problem()

    dispatch = dispatching.inspect_dispatch(subject.grouped, torch.device("cpu"), len(subject.spans))

    assert (dispatch.kind, dispatch.nested_products, dispatch.waits_for_device) == (dispatching.LOOP, 4, None)


def test_dispatch_of_a_padded_bmm_is_no_loop():
    """One bmm makes no aten::mm call."""
    path = problem().padded_bmm()

    dispatch = dispatching.inspect_dispatch(path, torch.device("cpu"), 3)

    assert dispatch.kind != dispatching.LOOP
    assert dispatch.nested_products == 0
    assert dispatching.count_products(path) == 1


FUSED_KERNELS = [
    "void at::cuda::detail::prepare_grouped_gemm_data<__nv_bfloat16>(...)",
    "void cutlass::device_kernel<cutlass::gemm::kernel::GemmUniversal<cutlass::gemm::GroupProblemShape<...>>>",
]


@pytest.mark.parametrize(
    ("nested", "groups", "kernels", "kind"),
    [
        (0, 128, FUSED_KERNELS, "fused"),
        (0, 8, ["nvjet_tst_128x256"], "fused"),
        (128, 100, ["cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_64x64_32x6_tn_align8"] * 100, "per-expert loop"),
        (1, 1, [], "per-expert loop"),
        (0, 128, ["gemm"] * 128, "unknown"),
        (0, 8, [], "unknown"),
    ],
)
def test_kernels_are_classified(nested, groups, kernels, kind):
    """The nested calls decide; a cuBLAS kernel named cutlass_80_* is no sign of the grouped path."""
    assert dispatching.classify(nested, groups, kernels) == kind


@pytest.mark.parametrize(
    ("error", "speed", "fell_back", "verdict", "status"),
    [
        (0.001, 1.0, False, "ok", 0),
        (0.001, 0.79, False, "SUSPECT", 0),
        (0.001, 1.0, True, "FALLBACK", 3),
        (0.001, 0.49, True, "REGRESSED", 1),
        (0.02, 0.1, True, "INCORRECT", 2),
        (float("nan"), 1.0, False, "INCORRECT", 2),
    ],
)
def test_verdict_is_the_worst_that_holds(error, speed, fell_back, verdict, status):
    """A wrong result outweighs a slow one; a fallback that keeps up with the loop is still told."""
    found = verdicts.judge(error, 0.008, speed, fell_back=fell_back)

    assert (found, found.exit_status) == (verdict, status)


def test_one_bad_expert_does_not_average_away():
    """A NaN in one row is the error of the whole; so is one expert's swapped result."""
    subject = problem(counts=(400, 1))
    output = subject.loop().clone()
    assert subject.worst_error(output) < 0.008
    output[-1] = output[0]
    assert subject.worst_error(output) > 0.5
    output[-1, 0] = float("nan")
    assert subject.worst_error(output) == float("inf")


def test_injected_loop_with_a_sync_gives_the_right_result():
    """The fault that reads each row range from the device is slow, never wrong."""
    healthy = problem(dtype=torch.float32)

    assert healthy.worst_error(faults.subject(healthy, "loop-sync")()) < 1e-5


@pytest.mark.parametrize("routing", ["uniform", "balanced", "zipf"])
def test_routing_places_every_row(routing):
    """Each token reaches top_k experts; a rank that holds a share of them has at least one row."""
    for shape in (*shapes.MODELS, *shapes.TINY):
        counts = shapes.route(shape, 7, routing)
        assert len(counts) == shape.experts
        assert 0 < sum(counts) <= 7 * shape.top_k
        if shape.experts == shape.routed_experts:
            assert sum(counts) == 7 * shape.top_k
