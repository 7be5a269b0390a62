# SPDX-License-Identifier: MIT
"""All cases, in the order in which they run."""

from .case import Case
from .cases import calc, clblast, darktable, encoders, examples, ffmpeg, gegl, hashcat, headers, opencv, openmm, programs, pytests, qgis, tools, ufo

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
    *calc.CASES,
    *qgis.CASES,
    *encoders.CASES,
    *examples.CASES,
    *headers.CASES,
)
