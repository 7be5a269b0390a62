# SPDX-License-Identifier: MIT
"""Where things are: in a checkout with its build folder, or installed below a prefix."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path


@dataclasses.dataclass(frozen=True)
class Places:
    """The paths a run needs."""

    root: Path  # of the checkout; installed: PREFIX/share/rootle
    build: Path | None  # None when installed: nothing can be built
    tester: Path
    rootle_icd: Path

    @property
    def suite(self) -> Path:
        return self.root / "program-tester" / "tests"

    @property
    def expectations(self) -> Path:
        return self.root / "ci" / "expectations"


def find_places(root: Path, build: Path | None = None) -> Places:
    """The places below a root. The build folder is the one given, else $ROOTLE_BUILD_DIR, else
    build."""
    if (root / "CMakeLists.txt").exists():
        build = (build or Path(os.environ.get("ROOTLE_BUILD_DIR") or root / "build")).resolve()
        tester = build / "program-tester" / "program-tester"
        return Places(root, build, tester, build / "driver" / "rootle.icd")
    prefix = root.parents[1]
    own_icd = prefix / "etc" / "OpenCL" / "vendors" / "rootle.icd"
    icd = own_icd if own_icd.exists() else Path("/etc/OpenCL/vendors/rootle.icd")
    return Places(root, None, prefix / "bin" / "program-tester", icd)
