# SPDX-License-Identifier: MIT
"""What goes into a bug report's archive: texts with what is private left out, written as one tar.xz."""

import io
import json
import os
import re
import socket
import tarfile
import time
from collections.abc import Mapping
from pathlib import Path

from ..environment import that_matters

LONGEST_TEXT = 8 << 20  # bytes of one text; what is longer has its middle left out
SECRET_NAME = re.compile("(?i)token|secret|passw|credential|private|auth|api_?key|_key$|^key_|licen[cs]e")
LEFT_OUT = "(left out)"
SHORTEST_SECRET = 4  # characters; shorter values occur everywhere


class Privacy:
    """What a report must not tell: the home folder's path, the machine's name, and values of
    variables whose names sound secret."""

    def __init__(self, environment: Mapping[str, str], home: str, host: str) -> None:
        secrets = {
            value for name, value in environment.items()
            if SECRET_NAME.search(name) and len(value) >= SHORTEST_SECRET
        }  # fmt: skip
        replaced = {secret: LEFT_OUT for secret in secrets}
        if len(home) > 1:
            replaced.setdefault(home, "~")
        self._replaced = replaced
        longest_first = sorted(replaced, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, longest_first))) if replaced else None
        self._host = f'"host": {json.dumps(host)}'  # as records have it; elsewhere it may be any word

    def clean(self, text: str) -> str:
        if self._pattern:
            text = self._pattern.sub(lambda found: self._replaced[found[0]], text)
        return text.replace(self._host, f'"host": "{LEFT_OUT}"')


def of_this_machine() -> Privacy:
    return Privacy(os.environ, os.path.expanduser("~"), socket.gethostname())


def environment_text(environment: Mapping[str, str]) -> str:
    """Variables that results may depend on, a line each; no others, and no secrets."""
    lines = [
        f"{name}={LEFT_OUT if SECRET_NAME.search(name) else value}"
        for name, value in that_matters(environment).items()
    ]
    return "".join(f"{line}\n" for line in lines) or "(none that drivers are known to read is set)\n"


def shortened(data: bytes) -> bytes:
    """A text that is no longer than an archive may have it."""
    if len(data) <= LONGEST_TEXT:
        return data
    half = LONGEST_TEXT // 2
    return data[:half] + b"\n[%d bytes left out]\n" % (len(data) - 2 * half) + data[-half:]


class Archive:
    """A tar.xz that appears under its name when it is complete. Opening it fails (OSError) where it
    cannot be written or is there already, before any work is done for it."""

    def __init__(self, path: Path, privacy: Privacy) -> None:
        self.path = path
        self.names: list[str] = []
        self._privacy = privacy
        self._partial = path.with_name(f".{path.name}.partial")
        self._top = path.name.removesuffix(".tar.xz")
        if path.exists():
            raise FileExistsError(f"{path} is there already")
        try:
            self._file = open(self._partial, "xb")
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        self._tar = tarfile.open(fileobj=self._file, mode="w:xz")
        self._held: dict[str, bytes] = {}

    def add(self, name: str, text: str | bytes) -> None:
        """Adds a text under its name, or nothing when it is empty."""
        data = text if isinstance(text, bytes) else text.encode("utf-8", "replace")
        if not data:
            return
        clean = self._privacy.clean(shortened(data).decode("utf-8", "replace"))
        self._held[name] = clean.encode()
        self.names.append(name)

    def close(self, summary: str) -> None:
        """Writes all of it, the summary first."""
        self._write("SUMMARY.md", self._privacy.clean(summary).encode("utf-8", "replace"))
        for name, data in self._held.items():
            self._write(name, data)
        self._tar.close()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        os.link(self._partial, self.path)  # unlike a rename, replaces nothing
        self._partial.unlink()

    def _write(self, name: str, data: bytes) -> None:
        entry = tarfile.TarInfo(f"{self._top}/{name}")
        entry.size, entry.mtime, entry.mode = len(data), int(time.time()), 0o644
        self._tar.addfile(entry, io.BytesIO(data))

    def abandon(self) -> None:
        """Leaves nothing behind; harmless after close."""
        self._file.close()
        self._partial.unlink(missing_ok=True)
