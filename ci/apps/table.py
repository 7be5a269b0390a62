# SPDX-License-Identifier: MIT
"""All cases, in the order in which they run."""

from .case import Case
from .cases import clblast, darktable, ffmpeg, gegl, hashcat, opencv, openmm, programs, pytests, tools, ufo

CASES: tuple[Case, ...] = (
    *tools.CASES,
    *ffmpeg.CASES,
    *opencv.CASES,
    *gegl.CASES,
    *darktable.CASES,
    *hashcat.CASES,
    *pytests.CASES,
    *clblast.CASES,
    *ufo.CASES,
    *openmm.CASES,
    *programs.CASES,
)
