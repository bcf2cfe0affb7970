"""Which interfaces this host has, and which of them leads to another host."""

import socket

import psutil


def addresses() -> dict[str, list[str]]:
    """Return each interface that has an IPv4 address, with its addresses."""
    found = {
        name: [item.address for item in items if item.family is socket.AF_INET]
        for name, items in psutil.net_if_addrs().items()
    }
    return {name: items for name, items in found.items() if items}


def towards(host: str) -> str:
    """Return the interface by which this host reaches *host*, as `ip -4 route get HOST` does."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((host, 9))  # sends nothing; only the route is looked up
        mine = probe.getsockname()[0]
    return next(name for name, items in addresses().items() if mine in items)
