# SPDX-License-Identifier: MIT
"""x264, which looks ahead by OpenCL: at costs and motion of frames to come, of which it chooses their types."""

import re

from ..bench import Bench
from ..case import Case, Finding, WrongError
from ..compare import digest_of

_CLIP = ("ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=1", "-pix_fmt", "yuv420p", "in.y4m")
_X264 = ("x264", "--threads", "1", "--lookahead-threads", "1", "--psnr")
_TYPES = re.compile(r"frame ([IPB]):(\d+)")
_PSNR = re.compile(r"PSNR Mean .*?Avg:([\d.]+)")


def measured(text: str) -> tuple[dict[str, str], float]:
    """The frames of each type, and the average of the signal to noise ratios of all. WrongError where there are none."""
    types, ratio = dict(_TYPES.findall(text)), _PSNR.findall(text)
    if not types or not ratio:
        raise WrongError("x264 does not say what it has written")
    return types, float(ratio[-1])


def _check(bench: Bench) -> Finding:
    """The same types of frames as by the CPU's lookahead, as good to 0.5 dB, in as many bytes to 2 %: motion may differ."""
    bench.without_driver(*_CLIP)
    done = bench.on_driver(*_X264, "--opencl", "-o", "device.264", "in.y4m")
    if "OpenCL acceleration enabled" not in done.text:
        raise WrongError(f"x264 uses no device: {done.last_words}")
    cpu = bench.without_driver(*_X264, "-o", "cpu.264", "in.y4m")
    (types, ratio), (wanted, its_ratio) = measured(done.text), measured(cpu.text)
    data, its_data = ((bench.folder / name).read_bytes() for name in ("device.264", "cpu.264"))
    larger = len(data) / len(its_data) - 1
    if types != wanted or abs(ratio - its_ratio) > 0.5 or abs(larger) > 0.02:
        raise WrongError(f"frames {types}, not {wanted}; {ratio - its_ratio:+.2f} dB; {larger:+.2%} bytes")
    return Finding(f"the same types; {ratio - its_ratio:+.2f} dB; {larger:+.2%} bytes", digest_of(data))


CASES = (Case("x264/lookahead", ("x264", "ffmpeg"), _check, "x264's CPU lookahead", limit=300),)
