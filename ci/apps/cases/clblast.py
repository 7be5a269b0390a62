# SPDX-License-Identifier: MIT
"""CLBlast's own tests of its routines, from Debian's package clblast-tests: against a BLAS on the CPU."""

import re
from functools import partial

from ..bench import Bench
from ..case import Case, Finding, NotHereError, WrongError

_COUNT = re.compile(r"(\d+) test\(s\) (passed|skipped|failed)")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_DONE = re.compile(r"[1-9]\d* test\(s\) (passed|failed)")
_ROUTINES = """
    xaxpy xscal xcopy xdot xnrm2 xasum xamax xamax-half xswap xgemv xger xsymv xtrmv xgemm xsymm xsyrk xtrmm xomatcopy
    xim2col xhad"""
_QUICK = ("xscal",)


def judge(text: str) -> Finding:
    """What a test says of its precisions and options. WrongError where any failed, or nothing was run."""
    counts = {"passed": 0, "skipped": 0, "failed": 0}
    for number, kind in _COUNT.findall(text):
        counts[kind] += int(number)
    said = ", ".join(f"{number} {kind}" for kind, number in counts.items())
    if counts["failed"] or not counts["passed"]:
        raise WrongError(said)
    return Finding(said)


def parts(text: str, name: str) -> tuple[str, str]:
    """What a test says of one routine, as halves have a name of their own, and of all others."""
    found = re.split(r"(?=\* Starting tests for the ')", _COLOUR.sub("", text))
    return "".join(t for t in found if f"'{name}'" in t), "".join(t for t in found if f"'{name}'" not in t)


def _check(routine: str, bench: Bench) -> Finding:
    return judge(bench.on_driver_ending(range(256), f"clblast_test_{routine}").text)


def _check_amax(halves: bool, bench: Bench) -> Finding:
    ours, others = parts(bench.on_driver_ending(range(256), "clblast_test_xamax").text, "iHAMAX")
    if halves and not _DONE.search(ours):
        raise NotHereError("the device has no halves")
    return judge(ours if halves else others)


# Checks of routines that need another than the one of all: the test of the place of the greatest half
# writes an index of four bytes, and takes the last two of them for what nothing may be written to.
_SPLIT = {"xamax": partial(_check_amax, False), "xamax-half": partial(_check_amax, True)}

CASES = tuple(
    Case(
        f"clblast/{routine}",
        ("clblast-tests",),
        _SPLIT.get(routine) or partial(_check, routine),
        "CLBlast's own tests",
        limit=1800,
        is_quick=routine in _QUICK,
    )
    for routine in _ROUTINES.split()
)
