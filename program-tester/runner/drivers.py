# SPDX-License-Identifier: MIT
"""How a driver's name becomes the environment that makes a loader, of OpenCL or Vulkan, or EGL, use it and only it."""

import dataclasses
from collections.abc import Mapping
from pathlib import Path

from . import vulkan
from .command_line import like, meant

VENDOR_FOLDERS = (Path("/etc/OpenCL/vendors"), Path("/usr/local/etc/OpenCL/vendors"))
OCLGRIND_LIBRARIES = (
    "/usr/lib/oclgrind/liboclgrind-rt-icd.so",
    "/usr/local/lib/oclgrind/liboclgrind-rt-icd.so",
    "/usr/local/lib/liboclgrind-rt-icd.so",
)
CL_TESTER, GL_TESTER = "program-tester", "gl-tester"
# OpenGL drivers: the variables that choose each. What is not set here is the caller's: a build of Mesa's
# own comes by LIBGL_DRIVERS_PATH and LD_LIBRARY_PATH.
GL_DRIVERS: dict[str, dict[str, str]] = {
    "llvmpipe": {"LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "llvmpipe"},
    "mesa-r600": {"ROOTLE_DRM_FATAL": "1"},
    "opengl": {},
}
NAMES = ("rootle", "rootle-drm", "pocl", "oclgrind", "mesa-clover", "mesa-rusticl", "system", *GL_DRIVERS, *vulkan.NAMES)
# Testers that CMake leaves out where a package is missing, with it.
OPTIONAL_TESTERS = {GL_TESTER: "libepoxy-dev", vulkan.TESTER: "libvulkan-dev"}


class DriverError(ValueError):
    """A driver that cannot be used; the message is for people."""


@dataclasses.dataclass(frozen=True)
class Driver:
    """A driver under test."""

    name: str  # names its expectation lists
    icd: str | None  # value of OCL_ICD_VENDORS; None: whatever the system has, or OpenGL
    tester: str = CL_TESTER
    variables: Mapping[str, str] = dataclasses.field(default_factory=dict)
    preload: Path | None = None  # a library that serves the device

    @property
    def is_bundled(self) -> bool:
        return self.name in ("rootle", "rootle-drm")

    def environment(self) -> dict[str, str]:
        """Variables to set for a tester that shall use this driver."""
        found = dict(self.variables)
        if self.icd is not None:
            found["OCL_ICD_VENDORS"] = self.icd
        if self.preload:
            found["LD_PRELOAD"] = str(self.preload)
        return found

    def environment_of_programs(self) -> dict[str, str]:
        """The same for any program. Loaders that take a folder for OCL_ICD_VENDORS, as Khronos's does,
        load this driver by OCL_ICD_FILENAMES; the tester sets that by itself."""
        if self.icd is None or not Path(self.icd).is_file():
            return self.environment()
        is_library = Path(self.icd).suffix == ".so"
        library = self.icd if is_library else Path(self.icd).read_text(encoding="utf-8").strip()
        return {**self.environment(), "OCL_ICD_FILENAMES": library}

    @property
    def is_opencl(self) -> bool:
        return self.tester == CL_TESTER


def _card_library(rootle_icd: Path) -> Path:
    """librootle-drm.so: beside the bundled driver's ICD file, or below the installed library."""
    beside = rootle_icd.parent / "librootle-drm.so"
    if beside.exists() or not rootle_icd.exists():
        return beside
    library = Path(rootle_icd.read_text(encoding="utf-8").strip())
    return library.parent / "rootle" / "librootle-drm.so"


def _first_existing(name: str, candidates: list[Path], package: str) -> Path:
    for candidate in candidates:
        if candidate.exists():
            return candidate
    places = ", ".join(str(candidate) for candidate in candidates)
    raise DriverError(f"driver {name} is not installed (package {package}); looked for {places}")


def _mesa_clover(name: str, rootle_icd: Path) -> Driver:
    """Mesa's older OpenCL on our simulated card, from packages that are unpacked beside."""
    from . import debian, mesa  # which look for places, and these for drivers

    try:
        icd, variables = mesa.clover()
    except debian.PackageError as error:
        raise DriverError(f"driver {name}: {error}") from None
    return Driver(name, icd, variables=variables, preload=_card_library(rootle_icd))


def _vendor_file(name: str, file: str, package: str) -> str:
    return str(_first_existing(name, [folder / file for folder in VENDOR_FOLDERS], package))


def _mesa_rusticl(name: str, rootle_icd: Path) -> Driver:
    """Mesa's newer OpenCL, as it is installed, over its r600 on our simulated card."""
    variables = {"RUSTICL_ENABLE": "r600", "ROOTLE_DRM_FATAL": "1"}
    icd = _vendor_file(name, "rusticl.icd", "mesa-opencl-icd")
    return Driver(name, icd, variables=variables, preload=_card_library(rootle_icd))


def _vulkan(name: str) -> Driver:
    """A Vulkan driver by its name, or by the path of its file."""
    if name not in vulkan.NAMES:
        path = Path(name)
        return Driver(path.name.partition(".")[0], None, vulkan.TESTER, vulkan.variables(path.resolve()))
    if not vulkan.NAMES[name]:
        return Driver(name, None, vulkan.TESTER, vulkan.variables(None))
    found = next(iter(vulkan.icd_files(name)), None)
    if found is None:
        places = ", ".join(map(str, vulkan.ICD_FOLDERS))
        raise DriverError(f"driver {name} is not installed (package {vulkan.PACKAGE}); looked into {places}")
    return Driver(name, None, vulkan.TESTER, vulkan.variables(found))


def find(name: str, rootle_icd: Path) -> Driver:
    """The driver of a name, or of the path of an ICD file or library. The library that serves the
    simulated card lies beside the bundled driver's ICD file."""
    if name == "mesa-clover":
        return _mesa_clover(name, rootle_icd)
    if name == "mesa-rusticl":
        return _mesa_rusticl(name, rootle_icd)
    if name in GL_DRIVERS:
        shim = _card_library(rootle_icd) if name == "mesa-r600" else None
        return Driver(name, None, GL_TESTER, GL_DRIVERS[name], shim)
    if name == "rootle":
        return Driver(name, str(rootle_icd))
    if name == "rootle-drm":
        # The driver tells of each stream that fails.
        radeon = {"ROOTLE_WINSYS": "radeon", "ROOTLE_DRM_FATAL": "0"}
        return Driver(name, str(rootle_icd), variables=radeon, preload=_card_library(rootle_icd))
    if name == "system":
        return Driver(name, None)
    if name == "pocl":
        return Driver(name, _vendor_file(name, "pocl.icd", "pocl-opencl-icd"))
    if name == "oclgrind":
        # Its package installs no ICD file; the loader takes the library itself as well.
        libraries = [Path(path) for path in OCLGRIND_LIBRARIES]
        return Driver(name, str(_first_existing(name, libraries, "oclgrind")))
    path = Path(name)
    if path.is_dir():
        raise DriverError(f"driver {name}: a folder; its .icd file is needed, or its library")
    if name in vulkan.NAMES or path.suffix == ".json" and path.exists():
        return _vulkan(name)
    if path.suffix not in (".icd", ".so", ".json") and ".so." not in path.name:
        known = ", ".join(NAMES)
        raise DriverError(f"unknown driver {name}: choose {known}, or the path of an .icd file or of a Vulkan driver's .json{meant(like(name, NAMES))}")
    if not path.exists():
        raise DriverError(f"driver {name}: no such file")
    return Driver(path.name.partition(".")[0], str(path.resolve()))
