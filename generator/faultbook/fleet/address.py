"""Where ``--on`` leads: the cluster at hand, or one by its address."""

from __future__ import annotations

import dataclasses
import importlib.util
import os
import re
import socket

__all__ = ["INSTALL", "Address", "FleetError", "read_address"]

INSTALL = "pip install 'faultbook[fleet]'"
_FORM = re.compile(r"ray(?:://(?P<host>\[[0-9a-fA-F:]+\]|[^\s:/\[\]]+)(?::(?P<port>[0-9]{1,5}))?/?)?")
_CLIENT_PORT = 10001  # of Ray's client server; ``ray start --ray-client-server-port`` changes it
_PATIENCE = 10.0  # seconds for a first answer


class FleetError(Exception):
    """Why there is no cluster to work on, in one line."""


@dataclasses.dataclass(frozen=True, slots=True)
class Address:
    """A cluster: of the machine at hand when there is no host, else that of a Ray client server."""

    host: str | None = None
    port: int = _CLIENT_PORT

    @property
    def for_ray(self) -> str:
        """As ``ray.init`` takes it; without a host it is what RAY_ADDRESS says, as for Ray's own commands."""
        return os.environ.get("RAY_ADDRESS") or "auto" if self.host is None else f"ray://{self.host}:{self.port}"

    def __str__(self) -> str:
        where = self.for_ray
        return "the Ray cluster of this machine" if where == "auto" else f"the Ray cluster at {where}"

    def try_out(self) -> None:
        """Return when something listens at the address: Ray itself would only say so after half a minute.

        Raises:
            FleetError: when nothing does.

        """
        if self.host is None:
            return
        try:
            socket.create_connection((self.host.strip("[]"), self.port), _PATIENCE).close()
        except OSError as error:
            reason = error.strerror or str(error)
            head = "is the head up, with 'ray start --head' and its client port?"
            message = f"nothing answers at {self.for_ray}: {reason}; {head}"
            raise FleetError(message) from error


def read_address(on: str) -> Address:
    """Return the cluster that *on*, the value of ``--on``, names.

    Raises:
        FleetError: when it is no such value, or Ray is not installed here.

    """
    found = _FORM.fullmatch(on)
    if found is None or int(found["port"] or 1) not in range(1, 65536):
        message = f"'{on}' is no place to run on: write --on ray, or --on ray://HOST[:PORT]"
        raise FleetError(message)
    try:
        found_ray = importlib.util.find_spec("ray") is not None
    except ValueError:  # what import leaves behind of a package that is blocked
        found_ray = False
    if not found_ray:
        message = f"--on ray needs Ray, which is not installed: {INSTALL}"
        raise FleetError(message)
    return Address(found["host"], int(found["port"] or _CLIENT_PORT))
