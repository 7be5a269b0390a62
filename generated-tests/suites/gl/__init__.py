# SPDX-License-Identifier: MIT
"""Families of images and textures of OpenGL."""

from testgen.model import Suite

from . import atomic, fetch, mip, size, store, texture

SUITES: tuple[Suite, ...] = (texture, fetch, store, atomic, size, mip)
