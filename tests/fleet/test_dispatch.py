"""Which task goes to a cluster when, and what becomes of one that a machine failed."""

import pytest

from faultbook.fleet.dispatch import Dispatch, Given, Happened, Task
from faultbook.fleet.messages import Cancel, Ended, Fault, Started, Submit, Told
from faultbook.fleet.needs import Demand, Node, unmet

GIB = 1 << 30
A, B = (Node(letter * 6, f"node-{letter}", 2, 0, 8 * GIB) for letter in "ab")
GPU = Node("gggggg", "gpu-1", 8, 4, 64 * GIB, frozenset({"sm_90"}))
H100 = Node("hhhhhh", "gpu-2", 8, 8, 64 * GIB, frozenset({"accelerator_type:H100"}))


def task(name="one", seconds=1.0, **demand):
    return Task(name, Demand(**({"memory": GIB} | demand)), "run_here", name, seconds)


def submitted(dispatch, *nodes):
    return [order for order in dispatch.orders(nodes) if isinstance(order, Submit)]


def take(dispatch, *events):
    return [word for event in events for word in dispatch.take(event)]


def test_the_longest_task_goes_first():
    dispatch = Dispatch([task("short", 1), task("long", 90), task("middle", 5)], [A])
    assert [order.argument for order in submitted(dispatch, A)] == ["long", "middle", "short"]


def test_ray_holds_few_tasks_more_than_it_has_processors_for_and_gets_others_as_these_end():
    dispatch = Dispatch([task(str(number)) for number in range(50)], [A])
    first = submitted(dispatch, A)
    assert len(first) == 12
    assert submitted(dispatch, A) == []
    take(dispatch, Ended(first[0].key, "value", A.id))
    assert len(submitted(dispatch, A)) == 1


def test_a_queue_of_cpu_tasks_keeps_none_for_a_gpu_waiting():
    tasks = [task(str(number), 9) for number in range(50)] + [task("gpu", 1, target="sm_90", gpus=1)]
    assert "gpu" in [order.argument for order in submitted(Dispatch(tasks, [A, GPU]), A, GPU)]


def test_a_demand_becomes_the_options_of_a_ray_task():
    demand = Demand("sm_90", 1, 2, 24 * GIB)
    assert demand.options([A, GPU]) == {
        "num_cpus": 1, "num_gpus": 2, "memory": 24 * GIB, "resources": {"sm_90": 0.001}
    }  # fmt: skip
    assert demand.options([A, H100])["resources"] == {"accelerator_type:H100": 0.001}
    assert demand.options([GPU, H100], {GPU.id})["resources"] == {"accelerator_type:H100": 0.001}
    assert demand.options([GPU], {"b", "a"})["label_selector"] == {"ray.io/node-id": "!in(a,b)"}


@pytest.mark.parametrize(
    ("demand", "reason"),
    [
        (Demand("sm_120", gpus=1), "needs a GPU of target sm_120; no node declares one"),
        (Demand("sm_90", gpus=8), "needs 8 GPUs, 1 CPU and 0.0 GiB of memory on one node; gpu-1 has 4 GPUs"),
        (
            Demand(memory=99 * GIB),
            "needs 1 CPU and 99.0 GiB of memory on one node; node-a has 8.0 GiB for tasks, node-b has 8.0 GiB for tasks",
        ),
        (Demand("sm_90", gpus=4), None),
    ],
)
def test_what_no_node_can_take_is_said_with_what_they_have(demand, reason):
    assert unmet(demand, [A, B] if demand.target == "cpu" else [A, B, GPU]) == reason


def test_what_no_node_ever_had_is_skipped_and_never_sent():
    dispatch = Dispatch([task(target="sm_120", gpus=1)], [A])
    (given,) = dispatch.orders([A])
    assert (given.state, given.reason) == ("skipped", "needs a GPU of target sm_120; no node declares one")
    assert dispatch.over


def test_what_waits_for_a_node_that_is_gone_is_taken_back_and_lost():
    dispatch = Dispatch([task(target="sm_90", gpus=1)], [A, GPU])
    (order,) = submitted(dispatch, A, GPU)
    cancel, given = dispatch.orders([A])
    assert cancel == Cancel(order.key)
    assert (given.state, given.reason) == ("lost", "needs a GPU of target sm_90; no node declares one any more")
    assert take(dispatch, Fault(order.key, "cancelled", "")) == []


@pytest.mark.parametrize("kind", ["worker", "node", "setup"])
def test_a_fault_of_a_machine_is_tried_three_times(kind):
    dispatch = Dispatch([task()], [A, B])
    for _ in range(2):
        (order,) = submitted(dispatch, A, B)
        (word,) = take(dispatch, Fault(order.key, kind, ""))
        assert isinstance(word, Happened)
        assert word.text.endswith("; it is tried again")
    (order,) = submitted(dispatch, A, B)
    (given,) = take(dispatch, Fault(order.key, kind, ""))
    assert given.state == "lost"
    assert given.reason.endswith("; given up after 3 tries")


def test_a_part_that_fails_is_never_tried_again():
    dispatch = Dispatch([task()], [A])
    (order,) = submitted(dispatch, A)
    (given,) = take(dispatch, Started(order.key, A.id), Ended(order.key, "failed", A.id))
    assert given == Given(order.key, given.task, "done", "failed", "", "node-a")
    assert dispatch.over


def test_an_error_of_our_own_code_is_not_tried_again():
    dispatch = Dispatch([task()], [A])
    (order,) = submitted(dispatch, A)
    (given,) = take(dispatch, Started(order.key, A.id), Fault(order.key, "code", "KeyError: 'x'"))
    assert (given.state, given.reason) == ("lost", "it could not be run on node-a: KeyError: 'x'")


def test_a_node_with_a_full_disk_gets_nothing_more_and_without_another_the_rest_is_lost():
    dispatch = Dispatch([task("one"), task("two")], [A, B])
    one, two = submitted(dispatch, A, B)
    (word,) = take(dispatch, Started(one.key, A.id), Fault(one.key, "disk", "0 MiB free"))
    assert word.text == "the disk of node-a is full: 0 MiB free; it is tried again"
    (again,) = submitted(dispatch, A, B)
    assert again.options["label_selector"] == {"ray.io/node-id": f"!in({A.id})"}
    take(dispatch, Started(two.key, B.id), Fault(two.key, "disk", "0 MiB free"))
    given = [word for word in dispatch.orders([A, B]) if isinstance(word, Given)]
    end = "no more is sent to node-a, node-b, where a disk is full or nothing could be set up"
    assert [(word.state, word.reason) for word in given] == [("lost", f"no node is left; {end}")] * 2


def test_what_was_killed_for_memory_gets_twice_as_much_the_next_time():
    dispatch = Dispatch([task(memory=3 * GIB)], [A])
    (order,) = submitted(dispatch, A)
    take(dispatch, Started(order.key, A.id), Fault(order.key, "memory", "23.9 of 24 GiB"))
    (again,) = submitted(dispatch, A)
    assert again.options["memory"] == 6 * GIB
    take(dispatch, Started(order.key, A.id), Fault(order.key, "memory", "23.9 of 24 GiB"))
    (given,) = dispatch.orders([A])
    assert given.state == "lost"
    assert given.reason.startswith(
        "it was killed for memory, and no node has twice as much for it: needs 1 CPU and 12.0"
    )


def test_a_part_that_one_node_is_not_fit_for_is_taken_to_the_next_and_skipped_after_the_last():
    dispatch = Dispatch([task()], [A, B])
    (order,) = submitted(dispatch, A, B)
    assert take(dispatch, Started(order.key, A.id), Fault(order.key, "unfit", "needs root")) == []
    (order,) = submitted(dispatch, A, B)
    assert order.options["label_selector"] == {"ray.io/node-id": f"!in({A.id})"}
    (given,) = take(dispatch, Started(order.key, B.id), Fault(order.key, "unfit", "needs root"))
    assert (given.state, given.reason) == ("skipped", "needs root")


def test_what_runs_where_is_known_while_it_runs():
    dispatch = Dispatch([task("one"), task("two")], [A])
    one, _ = submitted(dispatch, A)
    (word,) = take(dispatch, Started(one.key, A.id), Told(one.key, "Collecting vllm"))
    assert (word.text, word.fault) == ("Collecting vllm", False)
    assert [(item.name, node) for item, node in dispatch.running] == [("one", "node-a")]
    assert dispatch.waiting == 1
