"""The Monitor model: an alert of an entry, the metrics that it asks for, and its two cases."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from faultbook.model import Part, Text, key

__all__ = ["Fires", "Metric", "Monitor", "Silent"]


class Metric(Part):
    """A metric that an alert asks for: who exports it, and since when."""

    name: Annotated[str, StringConstraints(pattern=r"^[a-zA-Z_:][a-zA-Z0-9_:]*$")] = key(
        "Name of the metric, as Prometheus stores it.", "DCGM_EXP_XID_ERRORS_TOTAL"
    )
    exporter: Text = key("The software that exports it.", "dcgm-exporter")
    versions: Text = key("Its releases that have the metric, as a PEP 440 specifier in quotes.", ">=4.8.3")
    enable: Text | None = key(
        "What switches it on, where it is off by default.",
        "DCGM_EXP_XID_ERRORS_TOTAL, counter, Xid errors since the start",
        default=None,
    )
    note: Text | None = key("What the range cannot say.", "needs Linux 4.13", default=None)


class Silent(Part):
    """Series on which the alert must stay silent: what looks alike and is no alarm."""

    series: dict[Text, Text] = key(
        "Series and their values, one a minute, in the notation of promtool.",
        {'DCGM_EXP_XID_ERRORS_TOTAL{gpu="3",xid="31"}': "0x5 1x30"},
        min_length=1,
    )
    at: Annotated[str, StringConstraints(pattern=r"^[0-9]+[smhd]$")] = key(
        "When the alert is looked at, from the first value on.", "20m", default="30m"
    )


class Fires(Silent):
    """Series on which the alert must fire, and what it then says."""

    alerts: tuple[dict[str, str], ...] = key(
        "Labels of each alert that fires then, beside those that the rule sets.",
        [{"gpu": "3", "xid": "79"}],
        min_length=1,
    )


class Monitor(Part):
    """An alert for the failure, which becomes a Prometheus rule, with a case that fires it and one that does not."""

    alert: Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Za-z0-9]+$")] = key(
        "Name of the alert.", "GpuFallenOffBus"
    )
    expr: Text = key("PromQL expression.", "increase(DCGM_EXP_XID_ERRORS_TOTAL{xid='79'}[5m]) > 0")
    for_: Text = Field(default="0m", alias="for", description="How long it must hold.", examples=["10m"])
    because: Text = key("What the metric says, and what it cannot.", "dcgm-exporter counts each Xid.")
    metrics: tuple[Metric, ...] = key(
        "Every metric of the expression, with the releases that have it.",
        [{"name": "DCGM_EXP_XID_ERRORS_TOTAL", "exporter": "dcgm-exporter", "versions": ">=4.8.3"}],
        min_length=1,
    )
    fires: Fires = key("A case in which it fires.", {"series": {"...": "0x5 1x30"}, "alerts": [{"gpu": "3"}]})
    silent: Silent = key("A case in which it stays silent, near the other.", {"series": {"...": "0x40"}})
