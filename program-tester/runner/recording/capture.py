# SPDX-License-Identifier: MIT
"""Runs an application with the layer that records it."""

import os
import subprocess
import sys
from pathlib import Path

from ..drivers import Driver
from ..places import Places
from .replaying import RecordError, program

PROGRESS_SECONDS = 1.0  # between two words of it


def environment_of(places: Places, folder: Path, driver: Driver | None, limits: dict[str, int]) -> dict[str, str]:
    """The environment in which an application is recorded: what it has besides stays."""
    layer = str(program(places, "librootle-record.so"))
    variables = {**os.environ, **(driver.environment_of_programs() if driver else {})}
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


def _wait(process: subprocess.Popen[bytes], folder: Path) -> int:
    """The status of a process; meanwhile a terminal is told how large its recording is."""
    is_told = False
    while True:
        try:
            status = process.wait(PROGRESS_SECONDS if sys.stderr.isatty() else None)
        except subprocess.TimeoutExpired:
            size = sum(file.stat().st_size for file in folder.glob("process-*.rec"))
            print(f"\rrootle-record: {size:,} bytes so far", end="", file=sys.stderr, flush=True)
            is_told = True
        else:
            if is_told:
                print(file=sys.stderr)
            return status


def capture(command: list[str], environment: dict[str, str], folder: Path) -> tuple[int, list[Path]]:
    """The status of the application, and the recordings of its processes."""
    make_new(folder)
    try:
        process = subprocess.Popen(command, env=environment)
    except OSError as error:
        raise RecordError(f"{command[0]}: {error.strerror}") from None
    try:
        status = _wait(process, folder)
    except BaseException:
        process.kill()
        process.wait()
        raise
    return status, sorted(folder.glob("process-*.rec"))
