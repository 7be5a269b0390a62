# SPDX-License-Identifier: MIT
"""Families of images and textures of OpenGL."""

from testgen.model import Suite

from . import atomic, fetch, mip, size, store, texture
from .fragments import Fragments

_COMPUTE: tuple[Suite, ...] = (texture, fetch, store, atomic, size, mip)
SUITES: tuple[Suite, ...] = (*_COMPUTE, *map(Fragments, _COMPUTE))
