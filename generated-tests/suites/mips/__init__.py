# SPDX-License-Identifier: MIT
"""Families of mipmapped images (cl_khr_mipmap_image)."""

from testgen.model import Suite

from . import attributes, errors, gradients, read, transfer, write

SUITES: tuple[Suite, ...] = (read, gradients, write, transfer, attributes, errors)
