# /// script
# requires-python = ">=3.11"
# dependencies = ["nvidia-ml-py>=13"]
# ///
"""What the mask of nvidia-smi --query-gpu=clocks_event_reasons.active means, by NVML's own constants, and what to do.

$ python confirm_reasons.py 0x4 0x8 0x20 0x48 0x88
0x04  leave   SwPowerCap
0x08  act     HwSlowdown
0x20  act     SwThermalSlowdown
0x48  act     HwSlowdown, HwThermalSlowdown
0x88  act     HwSlowdown, HwPowerBrakeSlowdown
"""

import sys

import pynvml

PREFIX = "nvmlClocksEventReason"
FAULTS = {"HwSlowdown", "HwThermalSlowdown", "HwPowerBrakeSlowdown", "SwThermalSlowdown"}
BITS = {
    name.removeprefix(PREFIX): value
    for name, value in vars(pynvml).items()
    if name.startswith(PREFIX) and value.bit_count() == 1 and "UserDefined" not in name
}


def reasons(mask: int) -> list[str]:
    """Return the names of the bits that are set in *mask*, in their order."""
    return sorted((name for name, value in BITS.items() if mask & value), key=BITS.__getitem__)


if __name__ == "__main__":
    for text in sys.argv[1:]:
        found = reasons(int(text, 16))
        print(f"{int(text, 16):#04x}  {'act    ' if FAULTS & set(found) else 'leave  '} {', '.join(found)}")
