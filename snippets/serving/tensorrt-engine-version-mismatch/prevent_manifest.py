# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""Can this container's TensorRT read a plan? Its builder has written a manifest beside it, for the start to check.

Plans of the reports: a build with the newer or older library is refused, even by the fourth number.

>>> [loads(Build("9.2.0.5"), "9.2.0.4"), loads(Build("8.2.3"), "8.2.4"), loads(Build("10.13.3.9"), "10.13.3.9")]
[False, False, True]

A version-compatible plan runs on newer releases of its major version, and else only from 8 on 10 and from 10 on 11:

>>> build = Build("10.3.0.26", version_compatible=True)
>>> [loads(build, runtime) for runtime in ("10.13.3.9", "11.1.0.106", "10.0.1.6", "8.6.1.6")]
[True, True, False, False]
>>> loads(Build("8.6.1.6", version_compatible=True), "11.1.0.106")
False
"""

import dataclasses

NEXT_MAJOR = {8: 10, 10: 11}


@dataclasses.dataclass(frozen=True)
class Build:
    """What the builder of a plan writes into its manifest; the GPU belongs there too, and is another check."""

    tensorrt: str
    version_compatible: bool = False


def loads(build: Build, runtime: str) -> bool:
    """Return whether TensorRT *runtime* reads a plan of this build, as NVIDIA documents it."""
    built, running = ([int(number) for number in version.split(".")] for version in (build.tensorrt, runtime))
    if not build.version_compatible:
        return built == running
    if built < [8, 6]:
        return False
    return (built[0] == running[0] and built <= running) or NEXT_MAJOR.get(built[0]) == running[0]
