# SPDX-License-Identifier: MIT
"""Vulkan's drivers: files of JSON that the loader is told of."""

from collections.abc import Iterable
from pathlib import Path

TESTER = "vk-tester"
ICD_FOLDERS = (Path("/usr/share/vulkan/icd.d"), Path("/usr/local/share/vulkan/icd.d"), Path("/etc/vulkan/icd.d"))
# Drivers by name, as their files begin; nothing: those that the loader finds.
NAMES = {"lavapipe": "lvp_icd", "vulkan": ""}
PACKAGE = "mesa-vulkan-drivers"


def icd_files(name: str) -> Iterable[Path]:
    """The files of a driver, whose names end with the machine's name or do not."""
    return (path for folder in ICD_FOLDERS for path in sorted(folder.glob(f"{NAMES[name]}*.json")))


def variables(icd: Path | None) -> dict[str, str]:
    """What makes the loader, of any version, use this driver alone, and no layer but the tester's."""
    chosen = {} if icd is None else {"VK_DRIVER_FILES": str(icd), "VK_ICD_FILENAMES": str(icd)}
    return {**chosen, "VK_LOADER_LAYERS_DISABLE": "~implicit~"}
