# SPDX-License-Identifier: MIT
"""The families of compute programs once more, in fragment programs: each work-item becomes a fragment, and its result a
colour. Arguments and expected values are the same. Where a function takes a level of detail from its neighbours, the
texture has one level, and both filters are the same one (OpenGL 4.5, 8.14.2 and 8.15)."""

import dataclasses
import re
from collections.abc import Iterator

from testgen.model import Case, Suite, TestFile

_RESULTS = re.compile(r"layout\(std430, binding = 0\) writeonly buffer Results \{ (\w+) results\[\]; \};")
_STORED = re.compile(r"results\[[\w.]+\] =")
_GROUP = re.compile(r"layout\(local_size_x = \d+\) in;\n")


def fragment_program(source: str) -> str:
    """A compute program as a fragment program. What it stores elsewhere than in results at binding 0 it still stores."""
    text, coloured = _RESULTS.subn(r"layout(location = 0) out \1 result;", source)
    if coloured:
        text = _STORED.sub("result =", text)
    text = _GROUP.sub("", text).replace("gl_GlobalInvocationID.x", "uint(gl_FragCoord.x)")
    assert "local_size" not in text and "gl_Global" not in text, source
    assert not coloured or "results" not in text, source
    return text


class Fragments:
    """A family of compute programs' tests, in fragment programs."""

    def __init__(self, suite: Suite) -> None:
        self._suite = suite
        self.NAME = suite.NAME.replace("gl-", "fs-", 1)
        self.SECTION = suite.SECTION
        self.AXES = suite.AXES

    def cases(self) -> Iterator[Case]:
        return (case._replace(suite=self.NAME) for case in self._suite.cases())

    def build(self, cases: list[Case], strict: bool) -> TestFile:
        made = self._suite.build([case._replace(suite=self._suite.NAME) for case in cases], strict)
        title = f"{self.NAME} {cases[0].file}"
        return dataclasses.replace(made, title=title, source=fragment_program(made.source))
