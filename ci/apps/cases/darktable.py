# SPDX-License-Identifier: MIT
"""darktable's modules, which develop photographs: by OpenCL against its CPU path. darktable compiles the kernels
of all its modules when it starts."""

import re
import struct
from functools import partial
from pathlib import Path

import numpy
import numpy.typing

from ..bench import Bench
from ..case import Case, Finding, WrongError
from ..compare import Tolerance, apart, digest_of
from ..nonlocal_means import Settings, smooth
from .gegl import write_picture

# One step of 8 bits, for channels from 0 to 1: the kernels take the nearest entry of tables of 65,536 for
# profiles of colours, the CPU path interpolates, and both approximate powers and logarithms by themselves.
_STEP = Tolerance(most=1 / 255, share=1)

# The CPU path of sharpen leaves so many texels at each edge as they are: its settings' radius, 2.5 times.
_EDGE = {"sharpen": 5}

# (Not highpass, soften and bloom, which blur in one go by OpenCL, and by eight boxes on the CPU.)
# Module -> version and layout of its settings, as `darktable:params` has them, and the settings.
_MODULES: dict[str, tuple[int, str, tuple[float, ...]]] = {
    "exposure": (6, "=iffffi", (0, 0.01, 0.7, 50, -4, 0)),
    "sharpen": (1, "=fff", (2, 0.9, 0.5)),
    "lowpass": (4, "=iffffii", (0, 5, 1, 0, 1, 0, 1)),
    "bilat": (3, "=iffff", (1, 0.5, 0.5, 0.5, 0.2)),
    "shadhi": (5, "=iffffffffIfi", (0, 20, 50, 0, -50, 0, 50, 100, 50, 127, 1e-6, 0)),
    "velvia": (2, "=ff", (50, 1)),
    "vibrance": (2, "=f", (40,)),
    "colorcontrast": (2, "=ffffi", (1.5, 0, 0.8, 0, 1)),
    "monochrome": (2, "=ffff", (5, -8, 2.3, 0.2)),
    "splittoning": (1, "=ffffff", (0.1, 0.6, 0.6, 0.5, 0.4, 33)),
    "nlmeans": (2, "=ffff", (2, 50, 0.5, 1)),
    "vignette": (4, "=ffffffiffii", (60, 50, -0.6, -0.4, 0.1, 0, 0, 1, 1, 2, 0)),
}
# The module whose two paths have equations of their own each: it is held against these.
_BY_EQUATIONS = "nlmeans"
# Modules that sum floats by atomic_cmpxchg, in the order of work-items: no two runs need have the same
# bits.
_UNORDERED = ("monochrome",)
_QUICK = ("exposure",)
_ON_DEVICE = re.compile(r"processed `[^']*' on (GPU|CPU)")


def history(module: str, is_on: bool = True) -> str:
    """The file that tells darktable to do a module, or not, beside what it does with every picture."""
    version, layout, settings = _MODULES[module]
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:darktable="http://darktable.sf.net/" darktable:xmp_version="4"
 darktable:auto_presets_applied="1" darktable:history_end="1" darktable:iop_order_version="2">
<darktable:history><rdf:Seq><rdf:li darktable:num="0" darktable:operation="{module}" darktable:enabled="{int(is_on)}"
 darktable:modversion="{version}" darktable:params="{struct.pack(layout, *settings).hex()}"
 darktable:multi_name="" darktable:multi_priority="0"/></rdf:Seq></darktable:history>
</rdf:Description></rdf:RDF></x:xmpmeta>
"""


def read_floats(path: Path) -> numpy.typing.NDArray[numpy.float32]:
    """The channels of a PFM file: rows, columns, colours."""
    parts = path.read_bytes().split(b"\n", 3) if path.exists() else []
    if len(parts) != 4 or parts[0] != b"PF":
        raise WrongError(f"{path.name} is no picture of floats")
    columns, rows = map(int, parts[1].split())
    texels = numpy.frombuffer(parts[3], dtype="<f4" if parts[2].startswith(b"-") else ">f4")
    return texels.astype(numpy.float32).reshape(rows, columns, 3)


def _words(history_name: str, result: Path, *more: str) -> list[str]:
    folder = result.parent
    kept = ["--library", ":memory:", "--configdir", str(folder / "settings"), "--cachedir", str(folder / "kept")]
    return ["darktable-cli", "in.ppm", f"{history_name}.xmp", str(result), "--core", *kept, *more]


def _on_host(history_name: str, bench: Bench) -> numpy.typing.NDArray[numpy.float32]:
    result = bench.folder / f"{history_name}-host.pfm"  # darktable writes over no file
    bench.without_driver(*_words(history_name, result, "--disable-opencl"), DISPLAY="")
    return read_floats(result)


def _by_equations(
    module: str, bench: Bench, on_host: numpy.typing.NDArray[numpy.float32]
) -> numpy.typing.NDArray[numpy.float64]:
    """What OpenCL shall make of the picture. WrongError where the CPU path is not what its equations are, so
    that they cannot be those of the version that is here."""
    (bench.folder / "off.xmp").write_text(history(module, is_on=False), encoding="utf-8")
    picture = _on_host("off", bench)[::-1].astype(numpy.float64)  # a PFM file begins with the last row
    radius, strength, luma, chroma = _MODULES[module][2]
    settings = Settings(int(radius), strength, luma, chroma)
    apart(on_host[::-1], smooth(picture, settings, is_opencl=False), _STEP)
    return smooth(picture, settings, is_opencl=True)[::-1]


def _check(module: str, bench: Bench) -> Finding:
    write_picture(bench.folder / "in.ppm")
    (bench.folder / f"{module}.xmp").write_text(history(module), encoding="utf-8")
    on_device = bench.folder / "device.pfm"
    wanted = ("--conf", "opencl=TRUE", "--conf", "opencl_memory_requirement=0", "-d", "opencl", "-d", "perf")
    done = bench.on_driver(*_words(module, on_device, *wanted), DISPLAY="")
    places = _ON_DEVICE.findall(done.text)
    if places.count("GPU") < 3 or "CPU" in places:
        raise WrongError(f"darktable processed modules on {', '.join(places) or 'nothing'}")
    actual, expected = read_floats(on_device), _on_host(module, bench)
    if module == _BY_EQUATIONS:
        return Finding(apart(actual, _by_equations(module, bench, expected), _STEP), digest_of(actual.tobytes()))
    inner = slice(_EDGE.get(module, 0), -_EDGE.get(module, 0) or None)
    said = apart(actual[inner, inner], expected[inner, inner], _STEP)
    return Finding(said, "" if module in _UNORDERED else digest_of(actual.tobytes()))


CASES = tuple(
    Case(
        f"darktable/{module}",
        ("darktable",),
        partial(_check, module),
        "its equations" if module == _BY_EQUATIONS else "darktable's CPU path",
        limit=900,
        is_quick=module in _QUICK,
    )
    for module in _MODULES
)
