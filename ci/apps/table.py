# SPDX-License-Identifier: MIT
"""All cases, in the order in which they run."""

from __future__ import annotations

from .case import Case
from .cases import ffmpeg, hashcat, opencv

CASES: tuple[Case, ...] = (*ffmpeg.CASES, *opencv.CASES, *hashcat.CASES)
