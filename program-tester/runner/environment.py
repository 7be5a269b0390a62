# SPDX-License-Identifier: MIT
"""Which of the environment's variables a driver's results may depend on, for commands that are to
give the same results when somebody pastes them."""

import re
import shlex
from typing import Mapping

# Variables of loaders, drivers, their compilers and sanitizers; all are unset by default.
MATTERS = re.compile(
    "(?:AMD|CLOVER|CUDA|EGL|GALLIUM|GPU|HSA|INTEL|LIBGL|LLVM|LP|MESA|NEO|NIR|OCL|OCLGRIND"
    "|OPENCL|PIGLIT_CL|POCL|R600|RADEON|ROCR|ROOTLE|RUSTICL|SYCL|VK|ZE|_?_?GL)_[A-Za-z0-9_]+"
    "|LD_LIBRARY_PATH|LD_PRELOAD|(?:A|L|T|UB)SAN_OPTIONS"
)
# Read by no tester and no driver, but by our runner, by compilers of CUDA, and by what starts containers.
UNREAD = frozenset({"ROOTLE_BUILD_DIR", "CUDA_HOME", "CUDA_PATH", "CUDA_VERSION"})


def that_matters(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that are set, by name."""
    names = sorted(name for name in environment if MATTERS.fullmatch(name) and name not in UNREAD)
    return {name: environment[name] for name in names}


def assignments(environment: Mapping[str, str]) -> list[str]:
    """Words of a shell command that set variables."""
    return [f"{name}={shlex.quote(value)}" for name, value in environment.items()]
