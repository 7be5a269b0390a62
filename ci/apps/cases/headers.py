# SPDX-License-Identifier: MIT
"""C++ headers whose kernels are made when a program runs: Boost.Compute's algorithms, ViennaCL's linear algebra, and VkFFT's
transforms, each in a small program that holds them against the host's own."""

import re
from functools import partial

from ..bench import CLIENTS, Bench
from ..case import Case, Finding, WrongError

_COMPILER = ("g++", "-std=c++14", "-w", "-O1", "-DCL_TARGET_OPENCL_VERSION=120", "-o", "program")
_LINE = re.compile(r"^(right|wrong) (.*)$", re.MULTILINE)


def judge(text: str) -> Finding:
    """A line for each result: right or wrong. WrongError where one is wrong, or there are none."""
    lines = _LINE.findall(text)
    wrong = [what for verdict, what in lines if verdict == "wrong"]
    if wrong or not lines:
        raise WrongError(f"{len(wrong)} of {len(lines)} results are wrong: {'; '.join(wrong[:6])}")
    return Finding(f"{len(lines)} results")


def _check(source: str, bench: Bench) -> Finding:
    bench.without_driver(*_COMPILER, CLIENTS / source, "-lOpenCL")
    return judge(bench.on_driver_ending((0, 1), "./program").text)


_OPENCL = ("g++", "ocl-icd-opencl-dev")
CASES = (
    Case("boost/algorithms", ("libboost-dev", *_OPENCL), partial(_check, "boost_compute.cpp"), "the standard library", limit=900),
    Case("viennacl/algebra", ("libviennacl-dev", *_OPENCL), partial(_check, "viennacl.cpp"), "loops in double precision", limit=900),
    Case("vkfft/transforms", ("libvkfft-dev", *_OPENCL), partial(_check, "vkfft.cpp"), "sums in double precision", limit=900),
)
