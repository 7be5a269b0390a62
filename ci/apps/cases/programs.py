# SPDX-License-Identifier: MIT
"""Programs that do on the device what they can do without: Leela Zero's neural network, and Mandelbulber's pictures of
fractals, whose kernels are among the longest that there are."""

import importlib
import re
from pathlib import Path

import numpy
import numpy.typing

from ..bench import Bench, Done
from ..case import Case, Finding, WrongError
from ..compare import Tolerance, apart, digest_of
from .gegl import kind_on

_LEELA = Path("/usr/lib/leelaz/bin/leelaz")
_CHANNELS, _BLOCKS = 16, 2
_POINTS = 19 * 19
# Probabilities of moves in thousandths, rounded down.
_ROUNDED = Tolerance(most=1, share=0.2)

_FRACTAL = Path("/usr/share/mandelbulber2/examples/IFS_001.fract")
_COLUMNS, _ROWS = 32, 24
# Rays end where they are near enough by sums of floats or doubles: some end at another place, and so have another colour.
_PICTURE = Tolerance(most=255, share=0.03, step=8)


def _layer(numbers: numpy.random.Generator, *counts: int) -> list[str]:
    """Lines of weights, of which the last are variances, where there are four."""
    lines = [numbers.normal(0, 0.1, count) for count in counts]
    if len(lines) == 4:
        lines[3] = abs(lines[3]) + 0.5
    return [" ".join(f"{weight:.5f}" for weight in line) for line in lines]


def network() -> str:
    """A small network that knows nothing, as Leela Zero's files have them: convolutions with a bias, means and
    variances, then one part for moves and one for the value."""
    numbers = numpy.random.default_rng(1)
    lines = ["1"]
    for inputs in (18, *[_CHANNELS] * 2 * _BLOCKS):
        lines += _layer(numbers, inputs * _CHANNELS * 9, _CHANNELS, _CHANNELS, _CHANNELS)
    lines += _layer(numbers, _CHANNELS * 2, 2, 2, 2)
    lines += _layer(numbers, 2 * _POINTS * (_POINTS + 1), _POINTS + 1)
    lines += _layer(numbers, _CHANNELS, 1, 1, 1)
    lines += _layer(numbers, _POINTS * 256, 256)
    lines += _layer(numbers, 256, 1)
    return "\n".join(lines) + "\n"


def moves(done: Done) -> numpy.typing.NDArray[numpy.int64]:
    """The board of probabilities. WrongError where there is none."""
    rows = re.findall(r"^((?: *\d+){19}) *$", done.text, re.MULTILINE)
    if len(rows) != 19:
        raise WrongError(f"there are {len(rows)} rows of a board of 19: {done.last_words}")
    return numpy.array([row.split() for row in rows], numpy.int64)


def _leela(bench: Bench) -> Finding:
    (bench.folder / "weights.txt").write_text(network())
    (bench.folder / "commands").write_text("heatmap\nquit\n")
    common = f"exec {_LEELA} -g -w weights.txt --noponder -t 1"
    done = bench.on_driver("sh", "-c", f"{common} --precision single < commands")
    if "Selected device" not in done.text:
        raise WrongError(f"no device was selected: {done.last_words}")
    actual = moves(done)
    expected = moves(bench.without_driver("sh", "-c", f"{common} --cpu-only < commands"))
    return Finding(apart(actual, expected, _ROUNDED))  # no digest: it chooses kernels by their speed


def _render(bench: Bench, settings: str, file: str) -> tuple[str, ...]:
    size = f"{_COLUMNS}x{_ROWS}"
    return ("mandelbulber2", "-n", "-C", "-O", settings, "-r", size, "-f", "png", "-o", str(bench.folder / file), str(_FRACTAL))


def pixels(path: Path) -> numpy.typing.NDArray[numpy.uint8]:
    """The channels of a picture."""
    library = importlib.import_module("PIL.Image")  # a package that need not be there
    return numpy.array(library.open(path).convert("RGB"))


def _mandelbulber(bench: Bench) -> Finding:
    # It takes devices of one kind, and GPUs where it is not told.
    settings = f"opencl_enabled=1#opencl_mode=3{'#opencl_device_type=3' if kind_on(bench) == 'cpu' else ''}"
    done = bench.on_driver(*_render(bench, settings, "device.png"), QT_QPA_PLATFORM="offscreen")
    if "OpenCl - rendering finished" not in done.text:
        raise WrongError(f"it rendered without a device: {done.last_words}")
    bench.without_driver(*_render(bench, "opencl_enabled=0", "cpu.png"), QT_QPA_PLATFORM="offscreen")
    actual = pixels(bench.folder / "device.png")
    return Finding(apart(actual, pixels(bench.folder / "cpu.png"), _PICTURE), digest_of(actual.tobytes()))


CASES = (
    Case("leela-zero/heatmap", ("leela-zero",), _leela, "its CPU path", limit=900),
    Case("mandelbulber/full", ("mandelbulber2", "mandelbulber2-data", "python3-pil", "clinfo"), _mandelbulber, "its CPU path", limit=1800),
)
