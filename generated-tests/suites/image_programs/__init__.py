# SPDX-License-Identifier: MIT
"""The family of image programs."""

from testgen.model import Suite

from . import image_program

SUITES: tuple[Suite, ...] = (image_program,)
