# SPDX-License-Identifier: MIT
"""Tests of Python packages, run by pytest: silx (images of X-ray experiments) and gpyfft (Fourier transforms by
clFFT), which have them in Debian's packages, and pyopencl, whose sources have them: PYOPENCL_TESTS names the folder
`test` of version 2022.3.1, the one that Debian 12 has. They know what is right by numpy and scipy."""

import os
import re
from functools import partial
from pathlib import Path

from ..bench import PYTHON, Bench
from ..case import Case, Finding, NotHereError, WrongError

_FOLDER = Path("/usr/lib/python3/dist-packages")
_COUNT = re.compile(r"(\d+) (passed|failed|error|skipped)")
_FAILED = re.compile(r"^(?:FAILED|ERROR) \S*::(\S+)", re.MULTILINE)
_SKIPPED = re.compile(r"^SKIPPED \[\d+\] \S+: (.*)", re.MULTILINE)
_ENDS = (0, 1, 5)  # of pytest: all passed, some failed, none found

# Package -> its folder of tests, the Debian packages, and its files.
_SUITES = {
    "silx": (
        "silx/opencl/test",
        ("python3-silx", "python3-pyopencl", "python3-pytest"),
        """addition array_utils backprojection convolution doubleword image kahan linalg medfilt projection sparse
        stats""",
    ),
    "gpyfft": (
        "gpyfft/test",
        ("python3-gpyfft", "python3-pyopencl", "python3-pytest"),
        "batched gpyfft gpyfftlib",
    ),
    "pyopencl": (
        "",
        ("python3-pyopencl", "python3-pytest", "python3-scipy"),
        "algorithm array arrays_in_structs clmath clrandom enqueue_copy wrapper",
    ),
}
_QUICK = ("silx/addition",)
# Not these: they take a million arguments up to 1e5 each through loops of as many steps, hours on a simulator.
_WITHOUT = {"pyopencl/clmath": "not bessel and not hankel"}


def judge(text: str) -> Finding:
    """What pytest's output says. WrongError where a test failed, NotHereError where none ran."""
    last = (text.strip().splitlines() or [""])[-1]
    counts = {kind: int(number) for number, kind in _COUNT.findall(last)}
    said = ", ".join(f"{number} {kind}" for kind, number in counts.items()) or "no tests"
    failed = _FAILED.findall(text)
    if failed or counts.get("failed") or counts.get("error"):
        raise WrongError(f"{said}: {', '.join(failed[:6])}")
    if not counts.get("passed"):
        raise NotHereError(": ".join([said, *sorted(set(_SKIPPED.findall(text)))]))
    return Finding(said)


def _file(folder: str, name: str) -> Path:
    where = str(_FOLDER / folder) if folder else os.environ.get("PYOPENCL_TESTS", "")
    file = Path(where) / f"test_{name}.py"
    if not where or not file.exists():
        raise NotHereError("needs: PYOPENCL_TESTS=FOLDER, the folder test of pyopencl's source 2022.3.1")
    return file


def _check(suite: str, folder: str, name: str, bench: Bench) -> Finding:
    file, chosen = _file(folder, name), _WITHOUT.get(f"{suite}/{name}", "")
    words = (PYTHON, "-m", "pytest", "-q", "-rfEs", "--color=no", "-p", "no:cacheprovider", "-k", chosen, file)
    return judge(bench.on_driver_ending(_ENDS, *words, PYOPENCL_NO_CACHE="1").text)


CASES = tuple(
    Case(
        f"{suite}/{name}",
        packages,
        partial(_check, suite, folder, name),
        "its own tests",
        limit=3600 if suite == "pyopencl" else 900,
        is_quick=f"{suite}/{name}" in _QUICK,
    )
    for suite, (folder, packages, names) in _SUITES.items()
    for name in names.split()
)
