# SPDX-License-Identifier: MIT
"""Copies of the files of tests that failed, in the folder `sources` of a results folder. Reports show
these and no others: a results folder may come from anybody, and could name any file of whoever reads
it."""

import os
import re
import stat
from pathlib import Path

from .journal import write_file

FOLDER = "sources"
NAME = re.compile(r"[0-9a-f]{32}\.(?:cl|program_test)")
MOST_BYTES = 1 << 20  # larger files are not kept


class Sources:
    """Keeps copies below a results folder, one of each content."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER
        self._names: dict[str, str] = {}  # path of a test's file -> name of its copy

    def keep(self, path: str) -> str:
        """The name of the copy of a test's file; "" when there is none."""
        if path not in self._names:
            self._names[path] = self._copy(Path(path))
        return self._names[path]

    def _copy(self, path: Path) -> str:
        data = _read_file(path)
        import hashlib  # which takes longest to load, and only failures need
        name = f"{hashlib.sha256(data or b'').hexdigest()[:32]}{path.suffix}"
        if data is None or not NAME.fullmatch(name):
            return ""
        self.add(name, data)
        return name

    def add(self, name: str, data: bytes) -> None:
        """A copy under its name."""
        self._folder.mkdir(parents=True, exist_ok=True)
        write_file(self._folder / name, data)


def read(folder: Path | None, name: str) -> bytes | None:
    """A copy in a results folder; None when there is none. Nothing outside the folder is read,
    whatever the name and the folder are made of."""
    if folder is None or not NAME.fullmatch(name) or (folder / FOLDER).is_symlink():
        return None
    return _read_file(folder / FOLDER / name, os.O_NOFOLLOW)


def _read_file(path: Path, flags: int = 0) -> bytes | None:
    """A file that is one, and not too large."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | flags)
    except OSError:
        return None
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        data = file.read(MOST_BYTES + 1)
    return data if len(data) <= MOST_BYTES else None
