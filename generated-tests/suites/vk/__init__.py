# SPDX-License-Identifier: MIT
"""Families of Vulkan's images."""

from testgen.model import Suite

from . import aspect, atomic, blit, block, border, compare, copy, cube, every, fetch, format, gather, linear, mip, null, pitch, robust, sample, samples, store

SUITES: tuple[Suite, ...] = (sample, fetch, mip, gather, compare, store, atomic, block, copy, blit, every, cube, samples, linear, pitch, robust, null, border, format, aspect)
