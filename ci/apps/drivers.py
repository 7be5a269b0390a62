# SPDX-License-Identifier: MIT
"""Drivers as environments: those of run-tests, rusticl, and the bundled driver by its interpreter or recompiler alone."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from runner import debian, drivers

# The bundled driver, and how it runs machine code: by default interpreted, and recompiled where it runs for long.
_WAYS = {"rootle-interpret": "interpret", "rootle-recompile": "recompile"}
BUNDLED = ("rootle", *_WAYS)
_RUSTICL = ("mesa-opencl-icd", "libclc-15", "libclang-cpp15", "libllvm15", "libllvmspirvlib15")
_RUSTICL_BUILTINS = Path("/usr/lib/clc/spirv64-mesa3d-.spv")
NAMES = (*BUNDLED, "pocl", "rusticl", "rootle-drm", "oclgrind", "mesa-clover", "system")

DriverError = drivers.DriverError


def _rusticl() -> Mapping[str, str]:
    """Mesa's rusticl on llvmpipe, unpacked from Debian's packages."""
    if not _RUSTICL_BUILTINS.exists():
        raise DriverError(f"driver rusticl: there is no {_RUSTICL_BUILTINS} (docs/performance.md)")
    try:
        root = debian.unpacked("rusticl", _RUSTICL)
    except debian.PackageError as error:
        raise DriverError(f"driver rusticl: {error}") from None
    library = next(root.glob("usr/lib/*/libRusticlOpenCL.so.1"), None)
    if library is None:
        raise DriverError(f"driver rusticl: {root} has no libRusticlOpenCL.so.1")
    return {
        "OCL_ICD_VENDORS": str(library),
        "LD_LIBRARY_PATH": str(library.parent),
        "GALLIUM_PIPE_SEARCH_DIR": str(library.parent / "gallium-pipe"),
        "RUSTICL_ENABLE": "swrast,llvmpipe",
    }


def environment(name: str, rootle_icd: Path) -> dict[str, str]:
    """What makes the ICD loader use a driver, by its name or the path of its ICD file. DriverError."""
    if name == "rusticl":
        return dict(_rusticl())
    if name in _WAYS:
        return drivers.find("rootle", rootle_icd).environment() | {"ROOTLE_EXEC": _WAYS[name]}
    found = drivers.find(name, rootle_icd)
    if not found.is_opencl:
        raise DriverError(f"driver {name} is none of OpenCL")
    return found.environment()


def listed(shown: str) -> str:
    """Whose list has the known failures of a driver with this name in results: the bundled one has one for all ways."""
    return BUNDLED[0] if shown in BUNDLED else shown


def alike(names: Sequence[str]) -> dict[str, str]:
    """Which of the drivers must have the same bits as which: the bundled one, in all ways, as in the first of them."""
    first, *others = [name for name in names if name in BUNDLED] or [""]
    return dict.fromkeys(others, first)


def display_name(name: str) -> str:
    """How a driver is called in results and in ci/expectations/applications: of a path, the stem."""
    return name if name in NAMES else Path(name).name.partition(".")[0]


def of_a_run(folder: Path, name: str) -> dict[str, str]:
    """What is so for a whole run: folders for a driver's compiled programs, so that it starts with none; and
    no limits of time of the driver's own, as each case has one."""
    variables = ("ROOTLE_CACHE_DIR", "POCL_CACHE_DIR", "MESA_SHADER_CACHE_DIR")
    kept = {variable: str(folder / f"cache-{display_name(name)}") for variable in variables}
    for path in kept.values():
        Path(path).mkdir(exist_ok=True)
    return kept | {"ROOTLE_TIMEOUT": "0", "ROOTLE_CC_TIMEOUT": "0"}
