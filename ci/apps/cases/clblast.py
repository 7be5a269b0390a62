# SPDX-License-Identifier: MIT
"""CLBlast's own tests of its routines, from Debian's package clblast-tests: against a BLAS on the CPU."""

from __future__ import annotations

import re
from functools import partial

from ..bench import Bench
from ..case import Case, Finding, WrongError

_COUNT = re.compile(r"(\d+) test\(s\) (passed|skipped|failed)")
_ROUTINES = """
    xaxpy xscal xcopy xdot xnrm2 xasum xamax xswap xgemv xger xsymv xtrmv xgemm xsymm xsyrk xtrmm xomatcopy
    xim2col xhad"""
_QUICK = ("xscal",)


def judge(text: str) -> Finding:
    """What a test says of all its precisions and options. WrongError where any failed, or nothing was run."""
    counts = {"passed": 0, "skipped": 0, "failed": 0}
    for number, kind in _COUNT.findall(text):
        counts[kind] += int(number)
    said = ", ".join(f"{number} {kind}" for kind, number in counts.items())
    if counts["failed"] or not counts["passed"]:
        raise WrongError(said)
    return Finding(said)


def _check(routine: str, bench: Bench) -> Finding:
    return judge(bench.on_driver_ending(range(256), f"clblast_test_{routine}").text)


CASES = tuple(
    Case(
        f"clblast/{routine}",
        ("clblast-tests",),
        partial(_check, routine),
        "CLBlast's own tests",
        limit=1800,
        is_quick=routine in _QUICK,
    )
    for routine in _ROUTINES.split()
)
