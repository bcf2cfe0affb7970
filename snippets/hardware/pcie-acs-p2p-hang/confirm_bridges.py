# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""Which bridges above a GPU redirect its peer-to-peer traffic? grep ACSCtl alone shows lines without addresses.

Give it `sudo lspci -vvv` as a file, or none for the excerpt below: three GPUs, each behind a bridge of its own. The
last bridge is as lspci shows it without root: its capabilities cannot be read, which says nothing of them. Its bus has
the number of the first one's, in another PCI domain.

$ python confirm_bridges.py
GPU 0000:41:00.0 below 0000:40:01.1: redirects
GPU 0000:61:00.0 below 0000:60:03.1: free
GPU 0001:41:00.0 below 0001:40:01.1: unreadable
"""

import re
import sys
from pathlib import Path

EXCERPT = """
0000:40:01.1 PCI bridge: Advanced Micro Devices, Inc. [AMD] Starship/Matisse GPP Bridge (prog-if 00 [Normal decode])
\tBus: primary=40, secondary=41, subordinate=41, sec-latency=0
\tCapabilities: [2a0 v1] Access Control Services
\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-
0000:41:00.0 VGA compatible controller: NVIDIA Corporation AD102GL [RTX 5880 Ada Generation] (rev a1)
0000:60:03.1 PCI bridge: Advanced Micro Devices, Inc. [AMD] Starship/Matisse GPP Bridge (prog-if 00 [Normal decode])
\tBus: primary=60, secondary=61, subordinate=61, sec-latency=0
\tCapabilities: [2a0 v1] Access Control Services
\t\tACSCtl:\tSrcValid- TransBlk- ReqRedir- CmpltRedir- UpstreamFwd- EgressCtrl- DirectTrans-
0000:61:00.0 VGA compatible controller: NVIDIA Corporation AD102GL [RTX 5880 Ada Generation] (rev a1)
0001:40:01.1 PCI bridge: Advanced Micro Devices, Inc. [AMD] Starship/Matisse GPP Bridge (prog-if 00 [Normal decode])
\tBus: primary=40, secondary=41, subordinate=41, sec-latency=0
\tCapabilities: <access denied>
0001:41:00.0 VGA compatible controller: NVIDIA Corporation AD102GL [RTX 5880 Ada Generation] (rev a1)
"""
GPU = re.compile(r"(?:VGA compatible|3D) controller: NVIDIA")
BUS = re.compile(r"secondary=(\w+), subordinate=(\w+)")


def domain(address: str) -> str:
    return address[:-8] or "0000"


def state(details: str) -> str:
    if "<access denied>" in details:
        return "unreadable"
    return "redirects" if "ReqRedir+" in details.partition("ACSCtl")[2] else "free"


if __name__ == "__main__":
    text = Path(sys.argv[1]).read_text() if len(sys.argv) > 1 else EXCERPT
    devices = [part for part in re.split(r"\n(?=\S)", text) if ":" in part]
    bridges = [(part.split()[0], part, found) for part in devices if (found := BUS.search(part))]
    for part in devices:
        if GPU.search(part.splitlines()[0]):
            address = part.split()[0]
            bus = int(address[-7:-5], 16)
            for bridge, details, found in bridges:
                if domain(bridge) == domain(address) and int(found[1], 16) <= bus <= int(found[2], 16):
                    print(f"GPU {address} below {bridge}: {state(details)}")
