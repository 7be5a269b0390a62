# SPDX-License-Identifier: MIT
"""The families of tests. A module is a family; testgen.model.Suite says what is in one."""

from __future__ import annotations

from collections.abc import Iterable

from testgen.model import Case, Suite

from . import (
    attributes,
    barrier,
    boxes,
    convert,
    fence,
    gl,
    half_image,
    image_program,
    integer,
    later,
    listed,
    maths,
    mips,
    objects,
    over,
    over_any,
    qualifiers,
    read,
    read_write,
    rectangles,
    relational,
    requirements,
    samplers,
    transfer,
    ulps,
    values,
    vectors,
    vk,
    write,
    written,
)

_MODULES: tuple[Suite, ...] = (
    read,
    samplers,
    image_program,
    values,
    write,
    written,
    read_write,
    transfer,
    boxes,
    listed,
    objects,
    rectangles,
    attributes,
    qualifiers,
    convert,
    integer,
    relational,
    vectors,
    maths,
    ulps,
    *later.SUITES,
    over,
    over_any,
    requirements,
    half_image,
    fence,
    barrier,
    *mips.SUITES,
)
GL_SUITES: dict[str, Suite] = {module.NAME: module for module in gl.SUITES}
VK_SUITES: dict[str, Suite] = {module.NAME: module for module in vk.SUITES}
# OpenCL's are those that a run without a choice has.
SUITES: dict[str, Suite] = {module.NAME: module for module in _MODULES}
EVERY_SUITE = {**SUITES, **GL_SUITES, **VK_SUITES}


def all_cases(names: Iterable[str] | None = None) -> list[Case]:
    """All tests of some suites, or of all of OpenCL."""
    return [case for name in names or SUITES for case in EVERY_SUITE[name].cases()]
