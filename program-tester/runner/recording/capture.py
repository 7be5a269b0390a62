# SPDX-License-Identifier: MIT
"""Runs an application with the layer that records it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from ..drivers import Driver
from ..places import Places
from .replaying import RecordError, program


def environment_of(places: Places, folder: Path, driver: Driver | None, limits: dict[str, int]) -> dict[str, str]:
    """The environment in which an application is recorded: what it has besides stays."""
    layer = str(program(places, "librootle-record.so"))
    variables = {**os.environ, **(driver.environment() if driver else {})}
    layers = [layer, *filter(None, [variables.get("OPENCL_LAYERS", "")])]
    variables["OPENCL_LAYERS"] = ":".join(layers)
    variables["ROOTLE_RECORD_DIR"] = str(folder.resolve())
    variables |= {f"ROOTLE_RECORD_{name}": str(value) for name, value in limits.items() if value}
    return variables


def make_new(folder: Path) -> None:
    """Makes the folder of a recording; RecordError where it has one."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.glob("process-*.rec")):
        raise RecordError(f"{folder} has a recording already")


def capture(command: list[str], environment: dict[str, str], folder: Path) -> tuple[int, list[Path]]:
    """The status of the application, and the recordings of its processes."""
    make_new(folder)
    try:
        status = subprocess.run(command, env=environment, check=False).returncode
    except OSError as error:
        raise RecordError(f"{command[0]}: {error.strerror}") from None
    return status, sorted(folder.glob("process-*.rec"))
