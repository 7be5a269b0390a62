# SPDX-License-Identifier: MIT
"""ffmpeg's OpenCL filters, all that Debian's build has, on frames of its test sources. A filter is held
against ffmpeg's filter of the same name that runs on the CPU, where both compute the same, and against the
OpenCL one on PoCL else; two of them run kernels of ours, whose results are known."""

import dataclasses
from functools import partial

import numpy

from ..bench import CLIENTS, Bench
from ..case import Case, Finding, WrongError
from ..compare import EXACT, Tolerance, apart, digest_of

_PACKAGES = ("ffmpeg",)
_FRAMES = 3
_SOURCES = ("testsrc2=size=320x240:rate=5", "mandelbrot=size=320x240:rate=5")
_STEP = Tolerance(most=1, share=0.0006)  # one step of eight bits in a few bytes
_CPU, _POCL, _NOTHING = "ffmpeg's CPU filter", "PoCL", "more than one colour"
_QUICK = ("avgblur", "dilation", "overlay", "transpose", "sobel")
# Each frame another cut of a larger one.
_SHAKEN = "mandelbrot=size=480x360:rate=5,crop=320:240:x=40+5*n:y=30+3*n"
# Where a texel comes from: mirrored, and turned upside down.
_MAPS = ("319-X", "239-Y")


@dataclasses.dataclass(frozen=True)
class Filter:
    """A filter and what it is compared with."""

    name: str
    options: str = ""
    held_against: str = _POCL
    pixels: str = "yuv420p"
    sources: tuple[str, ...] = _SOURCES[:1]
    before: str = ""  # what frames pass before they are uploaded
    out: str = ""  # pixels of the result, where not those of the input
    map_pixels: str = ""  # of the inputs behind the first, where not those of the first
    tolerance: Tolerance = _STEP
    cpu_options: str | None = None  # where the CPU's filter has other ones

    def _leg(self, number: int, upload: str) -> str:
        pixels = self.map_pixels if number and self.map_pixels else self.pixels
        return f"[{number}:v]format={pixels}{self.before}{upload}[i{number}]"

    def graph(self, opencl: bool) -> str:
        """The filter graph, from the inputs' frames to the frames that are written."""
        inputs = range(len(self.sources))
        legs = [self._leg(number, ",hwupload" if opencl else "") for number in inputs]
        joined = "".join(f"[i{number}]" for number in inputs)
        name = f"{self.name}_opencl" if opencl else self.name
        download = "hwdownload," if opencl else ""
        chosen = self.options if opencl or self.cpu_options is None else self.cpu_options
        options = f"={chosen}" if chosen else ""
        return ";".join([*legs, f"{joined}{name}{options},{download}format={self.out or self.pixels}"])


def _map(place: str) -> str:
    return f"nullsrc=size=320x240:rate=5,format=gray16le,geq=lum={place}"


_SHARPEN = ":".join(["0 -1 0 -1 5 -1 0 -1 0"] * 4)
FILTERS = (
    Filter("avgblur", "sizeX=3:sizeY=2"),
    Filter("boxblur", "luma_radius=3:luma_power=2"),
    Filter("colorkey", "color=0x00FF00:similarity=0.3:blend=0.1", pixels="rgba"),
    Filter("convolution", _SHARPEN),
    # The motion is found by comparing filtered texels, which may be an ulp apart.
    Filter("deshake", "tripod=1", sources=(_SHAKEN,), tolerance=Tolerance(most=2, share=0.05)),
    Filter("dilation", held_against=_CPU, tolerance=EXACT),
    Filter("erosion", held_against=_CPU, tolerance=EXACT),
    Filter("nlmeans", "s=4:p=5:r=7"),
    Filter("overlay", "x=40:y=30", _CPU, sources=_SOURCES, tolerance=EXACT),
    Filter("pad", "w=400:h=300:x=20:y=30:color=red"),
    Filter("prewitt"),
    Filter(
        "remap",
        "interp=near",
        _CPU,
        "rgba",
        (_SOURCES[0], *map(_map, _MAPS)),
        map_pixels="gray16le",
        tolerance=EXACT,
        cpu_options="",
    ),
    Filter("roberts"),
    Filter("sobel"),
    Filter(
        "tonemap",
        "tonemap=mobius:transfer=bt709:matrix=bt709:primaries=bt709:format=nv12",
        _NOTHING,  # PoCL has no images of two channels of 16 bits
        pixels="p010",
        before=",setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc",
        out="nv12",
    ),
    Filter("transpose", "dir=clock", _CPU, tolerance=EXACT),
    Filter("unsharp", "lx=5:ly=5:la=1"),
    # Half way between two frames a texel is half way between two steps: mix() need not be exact.
    Filter("xfade", "transition=fade:duration=0.4:offset=0.2", sources=_SOURCES, tolerance=Tolerance(1, 0.03)),
)


def _frames(sources: tuple[str, ...], graph: str, opencl: bool) -> list[str]:
    """The words of a command that writes frames to the file `frames`."""
    words = ["ffmpeg", "-hide_banner", "-loglevel", "error", "-y"]
    if opencl:
        words += ["-init_hw_device", "opencl=device:0.0", "-filter_hw_device", "device"]
    for source in sources:
        words += ["-f", "lavfi", "-i", source]
    return [*words, "-filter_complex", graph, "-frames:v", str(_FRAMES), "-f", "rawvideo", "frames"]


def _taken(bench: Bench) -> bytes:
    """The frames that a command has written."""
    path = bench.folder / "frames"
    if not path.exists():
        raise WrongError("ffmpeg wrote no frames")
    data = path.read_bytes()
    path.unlink()
    return data


def _as_array(data: bytes) -> numpy.typing.NDArray[numpy.uint8]:
    return numpy.frombuffer(data, dtype=numpy.uint8)


def _check_filter(kind: Filter, bench: Bench) -> Finding:
    bench.on_driver(*_frames(kind.sources, kind.graph(True), True))
    actual = _taken(bench)
    if kind.held_against == _NOTHING:
        colours = len(numpy.unique(_as_array(actual)))
        if colours < 16:
            raise WrongError(f"the frames have {colours} values")
        # Later frames depend on the order of work-items: the kernel reads totals of frames before while its last
        # group replaces them, with no barrier between. For the first one it takes what is set before.
        return Finding(f"{colours} values", digest_of(actual[: len(actual) // _FRAMES]))
    if kind.held_against == _POCL:
        bench.on_peer(*_frames(kind.sources, kind.graph(True), True))
    else:
        bench.without_driver(*_frames(kind.sources, kind.graph(False), False))
    said = apart(_as_array(actual), _as_array(_taken(bench)), kind.tolerance)
    return Finding(said, digest_of(actual))


def _check_program(bench: Bench) -> Finding:
    """A kernel that inverts colours."""
    graph = f"[0:v]format=rgba,hwupload,program_opencl=source={CLIENTS}/ffmpeg.cl:kernel=invert"
    bench.on_driver(*_frames(_SOURCES[:1], f"{graph},hwdownload,format=rgba", True))
    actual = _taken(bench)
    bench.without_driver(*_frames(_SOURCES[:1], "[0:v]format=rgba", False))
    expected = 255 - _as_array(_taken(bench))
    return Finding(apart(_as_array(actual), expected, EXACT), digest_of(actual))


def _check_source(bench: Bench) -> Finding:
    """A kernel that makes frames: each texel its position, and the number of the frame."""
    source = f"openclsrc=source={CLIENTS}/ffmpeg.cl:kernel=position:size=256x128:rate=5:format=rgba"
    bench.on_driver(*_frames((), f"{source},hwdownload,format=rgba", True))
    actual = _as_array(_taken(bench)).reshape(-1, 128, 256, 4)
    frames, rows, columns = numpy.mgrid[0:_FRAMES, 0:128, 0:256]
    expected = numpy.stack([columns, rows, frames, numpy.full_like(rows, 255)], axis=-1)
    return Finding(apart(actual, expected, EXACT), digest_of(actual.tobytes()))


CASES = (
    *(
        Case(f"ffmpeg/{kind.name}", _PACKAGES, partial(_check_filter, kind), kind.held_against, is_quick=kind.name in _QUICK)
        for kind in FILTERS
    ),
    Case("ffmpeg/program", _PACKAGES, _check_program, "inverted bytes"),
    Case("ffmpeg/openclsrc", _PACKAGES, _check_source, "positions"),
)
