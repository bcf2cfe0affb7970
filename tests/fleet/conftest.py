"""One cluster for the tests of this folder, and never two at a time: each is several processes."""

from collections.abc import Iterator
from typing import Any

import pytest
from filelock import FileLock
from small_cluster import cluster, free_port, node, pretended_gpus


@pytest.fixture(scope="package")
def nodes(tmp_path_factory: pytest.TempPathFactory, worker_id: str, client_port: int) -> Iterator[Any]:
    """A head that takes no work, a node without GPUs, and one that seems to have two of sm_90."""
    base = tmp_path_factory.getbasetemp()
    # --dist loadgroup keeps the tests of a group in one worker, but for xdist 3.8 under pytest 9.2, which looks elsewhere.
    with (
        FileLock((base if worker_id == "master" else base.parent) / "cluster.lock"),
        cluster(
            node(), node(**pretended_gpus(tmp_path_factory.mktemp("nvml"))), ray_client_server_port=client_port
        ) as made,
    ):
        yield made


@pytest.fixture(scope="package")
def client_port() -> int:
    """Where the cluster's head answers Ray's client."""
    return free_port()
