# SPDX-License-Identifier: MIT
"""Piglit's OpenCL program tests from Debian's package, which lies unpacked in the user's cache."""

from pathlib import Path

from runner.debian import PackageError, unpacked


def arguments(expectations: Path, folders: tuple[str, ...]) -> list[str]:
    """Options and folders of run-tests; `folders` are Piglit's, such as tests/cl. PackageError says
    what is missing."""
    root = unpacked("piglit", ("piglit",))
    found = [path for folder in folders for path in root.glob(f"usr/lib/*/piglit/{folder}")]
    if len(found) != len(folders):
        raise PackageError(f"{root}: Debian's package piglit lacks one of {', '.join(folders)}")
    return ["--piglit-compare", f"--expectations={expectations / 'piglit'}", *map(str, found)]
