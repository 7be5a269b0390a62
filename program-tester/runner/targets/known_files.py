# SPDX-License-Identifier: MIT
"""What is known of files that targets need: the hash of each, and the words in it that may be paths of others. It is kept from run
to run, and counts as long as a file is as it was: reading all files of a suite takes as long as some of its tests."""

import hashlib
import json
import os
import re
import time
from collections.abc import Iterable
from pathlib import Path

from ..places import cache_folder, make_folder

MOST = 200_000  # files; of more, those of this run are kept
YOUNG_NS = 2_000_000_000  # a file that has just been written may be written again at the same time, as clocks are coarse
_HINT = re.compile(rb"/|\.[A-Za-z_\x80-\xff]")  # has to be in the line of a path
_WORD = re.compile(r"[\w./+-]+")
_NUMBER = re.compile(r"[+-]?\.?\d(?!.*\.[^\W\d])")  # such words have no folder, and no ending that begins with a letter

_Known = tuple[list[int], str, list[str]]  # how the file is, its hash, its words


def paths_in(text: bytes) -> list[str]:
    """Words of a text that may be paths relative to its folder. Most words of tests are numbers."""
    if b"\0" in text:
        return []
    text += b"\n"
    lines = {text.rfind(b"\n", 0, hint.start()) + 1 for hint in _HINT.finditer(text)}
    named = b"\n".join(text[start : text.index(b"\n", start)] for start in lines)
    words = set(_WORD.findall(named.decode("utf-8", "replace")))
    return sorted(word for word in words if not word.startswith("/") and ("/" in word or ("." in word and not _NUMBER.match(word))))


class KnownFiles:
    """Asked from one thread at a time."""

    def __init__(self) -> None:
        self._file = cache_folder() / "files-of-targets.json"
        self._known: dict[str, _Known] = {}
        self._used: dict[str, _Known] = {}
        self._has_changed = False
        try:
            known = json.loads(self._file.read_bytes())
        except (OSError, ValueError):
            return
        if isinstance(known, dict):
            self._known = known

    def _look(self, path: str) -> _Known:
        status = os.stat(path)
        how = [status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino]
        known = self._known.get(path)
        if not (isinstance(known, list | tuple) and len(known) == 3 and known[0] == how):
            data = Path(path).read_bytes()
            known = (how, hashlib.sha256(data).hexdigest(), paths_in(data))
            self._has_changed = True
        self._used[path] = known
        return known

    def hash(self, path: str) -> str:
        return self._look(path)[1]

    def with_neighbours(self, paths: Iterable[str]) -> set[str]:
        """Test files, and the files that they name, and so on: those whose path from the folder stands in the text."""
        found: set[str] = set()
        left = [os.path.abspath(path) for path in paths]
        while left:
            path = left.pop()
            if path in found:
                continue
            found.add(path)
            words = self._look(path)[2]
            neighbours = [os.path.normpath(os.path.join(os.path.dirname(path), word)) for word in words]
            left += filter(os.path.isfile, neighbours)
        return found

    def keep(self) -> None:
        """For the next run. What cannot be kept is read again then."""
        if not self._has_changed:
            return
        now = time.time_ns()
        self._has_changed = False
        self._known |= self._used
        if len(self._known) > MOST:
            self._known = self._used
        old = {path: known for path, known in self._known.items() if known[0][1] < now - YOUNG_NS}
        part = self._file.with_suffix(f".{os.getpid()}")
        try:
            make_folder(self._file.parent)
            part.write_text(json.dumps(old), encoding="utf-8")
            part.replace(self._file)
        except OSError:
            return
