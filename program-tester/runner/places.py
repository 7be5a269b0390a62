# SPDX-License-Identifier: MIT
"""Where things are: in a checkout with its build folder, or installed below a prefix."""

import dataclasses
import errno
import os
import sys
from pathlib import Path

from .drivers import Driver

HAND_WRITTEN = "hand-written"
# Generated suites -> the generator's profile, which names the folder and the CMake target, too.
GENERATED = {
    "quick": "quick",
    "quick-strict": "quick-strict",
    "generated": "full",
    "strict": "strict",
    "gl": "gl",
    "gl-full": "gl-full",
    "fs": "fs",
    "fs-full": "fs-full",
    "vk": "vk",
    "vk-full": "vk-full",
}
SUITES = (HAND_WRITTEN, *GENERATED)
SHIM_TARGET = "rootle_drm"  # librootle-drm.so
# The bundled driver: its library and its compiler process, which needs the builtins to be there. Less
# than all that can be built, so that the first run is soon there and ninja has little to look at.
COMPILER_TARGET = "rootle-cc"
DRIVER_TARGETS = ("rootle", COMPILER_TARGET)
FAULTS_TARGET = "rootle_faulty_builtins"  # what some of ROOTLE_FAULT's are


class PlaceError(ValueError):
    """What is asked for is not where it should be; the message is for people."""


@dataclasses.dataclass(frozen=True)
class Places:
    """The paths a run needs."""

    root: Path  # of the checkout; installed: PREFIX/share/rootle
    build: Path | None  # None when installed: nothing can be built
    tester: Path
    rootle_icd: Path
    suite_name: str = HAND_WRITTEN

    @property
    def suite(self) -> Path:
        """The folder of the suite; generated ones are in the build folder, or in the user's cache."""
        if self.suite_name == HAND_WRITTEN:
            return self.root / "program-tester" / "tests"
        folder = cache_folder() / "tests" if self.build is None else self.build / "generated-tests"
        return folder / GENERATED[self.suite_name]

    @property
    def generator(self) -> Path:
        return self.root / "generated-tests" / "generate"

    def targets(self, driver: Driver) -> list[str]:
        """What the build must make: the tester, the bundled driver or card if it is tested, the
        suite."""
        targets = [driver.tester, *(DRIVER_TARGETS if driver.is_bundled else ())]
        if driver.is_bundled and os.environ.get("ROOTLE_FAULT"):
            targets.append(FAULTS_TARGET)
        if driver.preload:
            targets += [SHIM_TARGET, COMPILER_TARGET]  # the card has programs recompiled
        if self.suite_name != HAND_WRITTEN:
            targets.append(f"generated-tests-{GENERATED[self.suite_name]}")
        return list(dict.fromkeys(targets))

    @property
    def compiler_files(self) -> list[Path]:
        """The bundled driver's compiler and what it reads."""
        if self.build is None:
            return [self.root.parents[1] / "libexec" / "rootle"]
        return [self.build / "llvm" / "rootle-cc", self.build / "libclc"]

    @property
    def compiler(self) -> Path:
        """rootle-cc, or what ROOTLE_CC names in its place."""
        named = os.environ.get("ROOTLE_CC")
        return Path(named) if named else self.compiler_files[0] / ("" if self.build else "rootle-cc")

    @property
    def expectations(self) -> Path:
        return self.root / "ci" / "expectations"


def cache_folder() -> Path:
    """Where the user's cache of the runner is."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "run-tests"


def make_folder(folder: Path) -> None:
    """As mkdir -p, but a home that is not there is nobody's to make. OSError: it could not."""
    home = Path.home()
    if home in (folder, *folder.parents) and not home.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(home))
    folder.mkdir(parents=True, exist_ok=True)


def _default_build(root: Path) -> Path:
    """$ROOTLE_BUILD_DIR, else the build folder whose bin this command was called from, else build."""
    chosen = os.environ.get("ROOTLE_BUILD_DIR")
    if chosen:
        return Path(chosen)
    called = Path(sys.argv[0]).absolute().parent.parent
    return called if (called / "CMakeCache.txt").is_file() else root / "build"


def find_places(root: Path, build: Path | None = None, suite: str = HAND_WRITTEN) -> Places:
    """The places below a root. The build folder is the one given, or the default; where Rootle is
    installed, to give one is a PlaceError."""
    if (root / "CMakeLists.txt").exists():
        build = (build or _default_build(root)).resolve()
        tester = build / "bin" / "program-tester"
        return Places(root, build, tester, build / "driver" / "rootle.icd", suite)
    if build:
        raise PlaceError(f"--build-dir is for checkouts of Rootle, and {root} is none")
    prefix = root.parents[1]
    own_icd = prefix / "etc" / "OpenCL" / "vendors" / "rootle.icd"
    icd = own_icd if own_icd.exists() else Path("/etc/OpenCL/vendors/rootle.icd")
    return Places(root, None, prefix / "bin" / "program-tester", icd, suite)
