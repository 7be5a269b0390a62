# SPDX-License-Identifier: MIT
"""Mesa's clover from Debian's packages, on Rootle's simulated card: a driver and a compiler of
others over the same device."""

import os
from pathlib import Path

from .debian import PackageError, unpacked

PACKAGES = (
    "mesa-opencl-icd",
    "libclc-15",
    "libclc-15-dev",
    "libclang-cpp15",
    "libllvm15",
    "libllvmspirvlib15",
)
# Folders that clover has by name; the preloaded library looks for their files below the root.
_MOVED = ("/usr/lib/clc", "/usr/include/clc", "/usr/lib/llvm-15/lib/clang")
# It says 1.1 by itself; what 1.2 asks for beyond is checked by the tests.
_VERSIONS = ("PLATFORM_VERSION", "DEVICE_VERSION", "DEVICE_CLC_VERSION")


def _libraries(root: Path) -> Path:
    """The folder of the machine's own architecture that has the driver."""
    for found in root.glob("usr/lib/*/libMesaOpenCL.so.1"):
        return found.parent
    raise PackageError(f"{root}: there is no libMesaOpenCL.so.1 in Debian's mesa-opencl-icd")


def clover() -> tuple[str, dict[str, str]]:
    """The library for the ICD loader, and the environment that it needs. PackageError says what is
    missing."""
    root = unpacked("mesa-clover", PACKAGES)
    libraries = _libraries(root)
    path = [str(libraries), str(root / "usr/lib/llvm-15/lib"), os.environ.get("LD_LIBRARY_PATH", "")]
    environment = {
        "LD_LIBRARY_PATH": ":".join(filter(None, path)),
        "GALLIUM_PIPE_SEARCH_DIR": str(libraries / "gallium-pipe"),
        "ROOTLE_DRM_REDIRECT": ":".join(f"{folder}={root}{folder}" for folder in _MOVED),
        "ROOTLE_DRM_FATAL": "1",  # a stream that fails must not go unnoticed
    }
    environment.update({f"CLOVER_{name}_OVERRIDE": "1.2" for name in _VERSIONS})
    return str(libraries / "libMesaOpenCL.so.1"), environment
