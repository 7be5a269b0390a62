# SPDX-License-Identifier: MIT
"""The files of a recording: a folder's, or those that are packed into one file."""

import sys
from pathlib import Path

from ..show import harmless
from . import packed
from .replaying import RecordError


def recordings_of(path: Path) -> list[Path]:
    """The recordings of all processes, the largest last; RecordError where there is none."""
    if packed.is_packed(path):
        path = packed.unpacked(path)
    if path.is_file():
        return [path]
    found = sorted(path.glob("process-*.rec"), key=lambda file: file.stat().st_size)
    if not found:
        raise RecordError(f"{path} has no recording")
    return found


def recording_of(path: Path) -> Path:
    """The one that is meant: a file, or the largest of several, which is told."""
    found = recordings_of(path)
    if len(found) > 1:
        print(harmless(f"rootle-record: {path} has {len(found)} processes; this is of the largest, {found[-1].name}"), file=sys.stderr)
    return found[-1]
