# SPDX-License-Identifier: MIT
"""The families of tests. A module a family; testgen.model.Suite says what is in one."""

from __future__ import annotations

from collections.abc import Iterable

from testgen.model import Case, Suite

from . import (
    attributes,
    barrier,
    boxes,
    convert,
    fence,
    gl_atomic,
    gl_fetch,
    gl_mip,
    gl_size,
    gl_store,
    gl_texture,
    half_image,
    image_program,
    integer,
    later,
    listed,
    maths,
    mip_attributes,
    mip_errors,
    mip_gradients,
    mip_read,
    mip_transfer,
    mip_write,
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
    mip_read,
    mip_gradients,
    mip_write,
    mip_transfer,
    mip_attributes,
    mip_errors,
)
_GL_MODULES: tuple[Suite, ...] = (gl_texture, gl_fetch, gl_store, gl_atomic, gl_size, gl_mip)
GL_SUITES: dict[str, Suite] = {module.NAME: module for module in _GL_MODULES}
# OpenCL's are those that a run without a choice has.
SUITES: dict[str, Suite] = {module.NAME: module for module in _MODULES}
EVERY_SUITE = {**SUITES, **GL_SUITES}


def all_cases(names: Iterable[str] | None = None) -> list[Case]:
    """All tests of some suites, or of all of OpenCL."""
    return [case for name in names or SUITES for case in EVERY_SUITE[name].cases()]
