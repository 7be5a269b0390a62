# SPDX-License-Identifier: MIT
"""GEGL's operations, which GIMP is made of: with OpenCL against without."""

import re
from functools import partial
from pathlib import Path

import numpy
import numpy.typing

from ..bench import Bench
from ..case import Case, Finding, WrongError
from ..compare import Tolerance, apart

_STEP = Tolerance(most=257, share=0.02)  # of 16 bits: one step of 8
_WIDTH, _HEIGHT = 320, 240
# Operations that Debian's GEGL does by OpenCL, and their settings, as the command's words have them.
_OPERATIONS = (
    "box-blur radius=3",
    "brightness-contrast contrast=1.4 brightness=0.1",
    "levels in-low=0.1 in-high=0.8",
    "bilateral-filter blur-radius=3",
    "pixelize size-x=8 size-y=8",
    "motion-blur-linear length=9 angle=30",
    "snn-mean radius=3",
    "color-temperature original-temperature=6500 intended-temperature=4500",
    "threshold value=0.4",
    "posterize levels=5",
    "vignette",
    "oilify",
    "texturize-canvas",
)


def write_picture(path: Path) -> None:
    """A picture with areas, edges and noise, as a PPM file."""
    rows, columns = numpy.mgrid[0:_HEIGHT, 0:_WIDTH]
    noise = numpy.random.default_rng(5).integers(0, 24, (_HEIGHT, _WIDTH, 3))
    waves = numpy.stack([100 + 80 * numpy.sin(columns / n) * numpy.cos(rows / n) for n in (9, 14, 21)], -1)
    disc = ((columns - 150) ** 2 + (rows - 110) ** 2 < 60**2)[..., None] * 50
    header = f"P6\n{_WIDTH} {_HEIGHT}\n255\n".encode()
    path.write_bytes(header + (waves + disc + noise).astype(numpy.uint8).tobytes())


def read_picture(path: Path) -> numpy.typing.NDArray[numpy.uint16]:
    """The channels of a PPM file of the same size and 16 bits."""
    data = path.read_bytes() if path.exists() else b""
    wanted = _WIDTH * _HEIGHT * 3 * 2
    if not data.startswith(b"P6") or len(data) < wanted:
        raise WrongError(f"{path.name} is no picture of {_WIDTH} by {_HEIGHT} and 16 bits")
    return numpy.frombuffer(data[-wanted:], dtype=">u2").astype(numpy.uint16)


def kind_of(raw: str) -> str:
    """What makes GEGL use a device, by what clinfo --raw says of it: with `yes` it passes over CPUs, silently."""
    return "cpu" if re.search(r"CL_DEVICE_TYPE +CL_DEVICE_TYPE_CPU", raw) else "yes"


def kind_on(bench: Bench) -> str:
    """The same of the driver that is tried."""
    return "yes" if bench.is_bundled else kind_of(bench.asked("clinfo", "--raw"))


def _check(operation: str, bench: Bench) -> Finding:
    source, result = bench.folder / "in.ppm", bench.folder / "out.ppm"
    write_picture(source)
    words = ["gegl", str(source), "-o", str(result), "--", *f"gegl:{operation}".split()]
    done = bench.on_driver(*words, GEGL_USE_OPENCL=kind_on(bench), ROOTLE_DEBUG="dispatch")
    if bench.is_bundled and "rootle: launch" not in done.text:
        raise WrongError("GEGL launched no kernel")
    actual = read_picture(result)
    result.unlink()
    bench.without_driver(*words, GEGL_USE_OPENCL="no")
    # No digest: bits of bilateral-filter were seen to change with what the home folder keeps of babl.
    return Finding(apart(actual, read_picture(result), _STEP))


CASES = tuple(
    Case(f"gegl/{words.split()[0]}", ("gegl", "clinfo"), partial(_check, words), "GEGL's CPU path") for words in _OPERATIONS
)
