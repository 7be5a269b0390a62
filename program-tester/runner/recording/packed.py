# SPDX-License-Identifier: MIT
"""A recording as one file: a tar of its processes, behind a member that says the version of the format. Of what comes from somebody else,
nothing is written to a path that it names: members have one kind of name, and are copied, within limits, to a folder of our own."""

import io
import json
import re
import shutil
import tarfile
import tempfile
from pathlib import Path
from typing import IO

from .replaying import RecordError

FORMAT, FIRST = 1, "rootle-recording.json"
MOST_FILES, MOST_BYTES = 256, 64 << 30
_NAME = re.compile(r"process-\d{1,10}\.rec")
_unpacked: list[tempfile.TemporaryDirectory[str]] = []  # which go when we end


def pack(folder: Path, target: Path) -> int:
    """Writes the recording of a folder as one file; returns how many processes it has. Owners and times are left out."""
    files = sorted(file for file in folder.iterdir() if _NAME.fullmatch(file.name)) if folder.is_dir() else []
    if not files:
        raise RecordError(f"{folder} has no recording")
    first = json.dumps({"format": FORMAT, "files": [file.name for file in files]}).encode()
    with tarfile.open(target, "w", format=tarfile.PAX_FORMAT) as tar:
        _add(tar, FIRST, len(first), io.BytesIO(first))
        for file in files:
            with file.open("rb") as stream:
                _add(tar, file.name, file.stat().st_size, stream)
    return len(files)


def _add(tar: tarfile.TarFile, name: str, size: int, stream: IO[bytes]) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o644
    tar.addfile(member, stream)


def _is_known(first: tarfile.TarInfo | None, tar: tarfile.TarFile) -> bool:
    """Whether the first member says a version of the format that we read."""
    stream = tar.extractfile(first) if first and first.name == FIRST and first.isreg() and first.size < 1 << 20 else None
    try:
        said = json.loads(stream.read()) if stream else None
    except ValueError:
        said = None
    if not isinstance(said, dict):
        raise RecordError("it is no recording")
    return said.get("format") == FORMAT


def unpacked(path: Path) -> Path:
    """A folder with the files of a recording that is one file."""
    room = tempfile.TemporaryDirectory(prefix="rootle-record-")
    _unpacked.append(room)
    left = MOST_BYTES
    try:
        with tarfile.open(path, "r:") as tar:
            if not _is_known(tar.next(), tar):
                raise RecordError("it has another version of the format")
            for number, member in enumerate(iter(tar.next, None)):
                left -= member.size
                if not member.isreg() or not _NAME.fullmatch(member.name) or number >= MOST_FILES or left < 0:
                    raise RecordError(f"member {number + 1} is no part of a recording, or too much")
                if (to := Path(room.name) / member.name).exists():
                    raise RecordError(f"member {number + 1} is there twice")
                stream = tar.extractfile(member)
                assert stream
                with to.open("xb") as copy:
                    shutil.copyfileobj(stream, copy)
    except (tarfile.TarError, EOFError, OSError, RecordError) as error:
        raise RecordError(f"{path}: {error}") from None
    return Path(room.name)


def is_packed(path: Path) -> bool:
    return path.is_file() and tarfile.is_tarfile(path)
