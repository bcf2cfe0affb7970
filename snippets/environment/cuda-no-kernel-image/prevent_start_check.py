# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""A start that ends with one sentence instead of a kernel error minutes later.

The inputs are what get_arch_list(), get_device_name() and get_device_capability() of torch.cuda return.

>>> cu124 = ["sm_50", "sm_60", "sm_70", "sm_75", "sm_80", "sm_86", "sm_90"]
>>> cu130 = ["sm_75", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120", "compute_120"]
>>> verdict(cu124, "RTX 5090", (12, 0))
'RTX 5090 is sm_120; this build has sm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90'
>>> verdict(cu130, "Tesla V100", (7, 0))
'Tesla V100 is sm_70; this build has sm_75 sm_80 sm_86 sm_90 sm_100 sm_120 compute_120'
>>> verdict(cu130, "L4", (8, 9)), verdict(cu130, "a later card", (13, 0))
(None, None)

Code for 8.0 does not run on the 8.7 of a Jetson Orin, and code for 100a runs on 10.0 alone:

>>> verdict(cu130, "Orin", (8, 7))
'Orin is sm_87; this build has sm_75 sm_80 sm_86 sm_90 sm_100 sm_120 compute_120'
>>> verdict(["sm_90a", "sm_100a"], "B300", (10, 3))
'B300 is sm_103; this build has sm_90a sm_100a'
"""

JETSON = {53, 62, 72, 87}


def runs(arch: str, device: int) -> bool:
    """Return whether code of *arch* runs: on its own chip, on the same major with no earlier minor, or as older PTX."""
    kind, number = arch.split("_")
    code = int(number.rstrip("af"))
    if number.endswith("a") or (kind == "sm" and device in JETSON):
        return code == device
    if kind == "compute" and not number.endswith("f"):
        return code <= device
    return code <= device and code // 10 == device // 10


def verdict(arch_list: list[str], name: str, capability: tuple[int, int]) -> str | None:
    """Return what is wrong with the pair, or None."""
    device = 10 * capability[0] + capability[1]
    if any(runs(arch, device) for arch in arch_list):
        return None
    return f"{name} is sm_{device}; this build has {' '.join(arch_list)}"


if __name__ == "__main__":
    import torch

    for index in range(torch.cuda.device_count()):
        found = verdict(
            torch.cuda.get_arch_list(), torch.cuda.get_device_name(index), torch.cuda.get_device_capability(index)
        )
        if found:
            raise SystemExit(found)
