# SPDX-License-Identifier: MIT
"""All cases, in the order in which they run."""

from .case import Case
from .cases import clblast, darktable, ffmpeg, gegl, hashcat, opencv, pytests, tools

CASES: tuple[Case, ...] = (
    *tools.CASES,
    *ffmpeg.CASES,
    *opencv.CASES,
    *gegl.CASES,
    *darktable.CASES,
    *hashcat.CASES,
    *pytests.CASES,
    *clblast.CASES,
)
