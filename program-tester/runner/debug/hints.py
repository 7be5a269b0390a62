# SPDX-License-Identifier: MIT
"""Breakpoints on lines without code: which lines near them have some, and which build has more."""

import os
import re
from pathlib import Path

from .places import Kernel
from .stops import Breakpoint


def _last_line(lines: list[str], first: int) -> int:
    """The line of the brace that ends a function; 0: there is none."""
    depth = 0
    text = re.sub(r"/\*.*?\*/|//[^\n]*", lambda m: "\n" * m[0].count("\n"), "\n".join(lines[first - 1 :]), flags=re.DOTALL)
    for number, line in enumerate(text.split("\n"), first):
        for brace in re.findall(r"[{}]", line):
            depth += 1 if brace == "{" else -1
            if not depth:
                return number
    return 0


def hint(kernel: Kernel, b: Breakpoint) -> str:
    """"": the breakpoint's line has code, or is in no function of the kernel."""
    lines = kernel.lines_with_code()
    if b.line <= 0 or b.line in lines or (b.file and Path(b.file).name != Path(kernel.main_file).name):
        return ""
    source = kernel.source.splitlines()
    own = [(s.line, _last_line(source, s.line)) for s in kernel.scopes if s.name and s.file == kernel.main_file]
    around = next(((first, last) for first, last in own if first <= b.line <= last), None)
    if not around:
        return ""
    near = [line for line in (max((n for n in lines if around[0] <= n < b.line), default=0),
                              min((n for n in lines if b.line < n <= around[1]), default=0)) if line]  # fmt: skip
    where = f"; nearest {'line' if len(near) == 1 else 'lines'} {', '.join(map(str, near))}" if near else ""
    if "noopt" in os.environ.get("ROOTLE_DEBUG", "").split(","):
        return f"line {b.line} has no code{where}"
    return f"line {b.line} has no code in the optimised build{where}; with --noopt more lines have code"
