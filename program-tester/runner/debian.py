# SPDX-License-Identifier: MIT
"""Debian packages downloaded and unpacked beside the system, into the user's cache, because they
cannot be installed together with what is installed."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from .places import cache_folder, make_folder

# The system's apt, which knows the system's sources; the lists must have been fetched.
_DOWNLOAD = [
    "apt-get",
    "-q",
    "-o=APT::Sandbox::User=root",
    "-o=Acquire::Retries=1",
    "-o=Acquire::http::Timeout=20",
    "-o=Acquire::https::Timeout=20",
    "download",
]
_LIMIT = 900.0  # seconds for one command
_MARK = "packages"  # in a folder that is complete: what it was made of


class PackageError(ValueError):
    """Packages that cannot be had; the message is for people."""


def _run(command: list[str], folder: Path, what: str) -> None:
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=_LIMIT,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PackageError(f"{what}: {error}") from None
    if done.returncode:
        lines = done.stdout.splitlines()
        errors = [line for line in lines if line.startswith("E:")]
        reason = (errors or lines[-1:] or [f"exit status {done.returncode}"])[0]
        raise PackageError(f"{what}: {reason}")


def unpacked(name: str, packages: tuple[str, ...]) -> Path:
    """The root folder of the packages' files, kept under this name until the list changes.
    PackageError says why they cannot be had."""
    wanted = "\n".join(packages) + "\n"
    folder = cache_folder() / "debian" / name
    mark = folder / _MARK
    if mark.is_file() and mark.read_text(encoding="utf-8") == wanted:
        return folder / "root"
    try:
        make_folder(folder.parent)
        fresh = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=folder.parent))
    except OSError as error:
        raise PackageError(f"cannot keep packages: {error}") from None
    try:
        return _make(fresh, folder, packages, wanted)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _make(fresh: Path, folder: Path, packages: tuple[str, ...], wanted: str) -> Path:
    """Fills a new folder, and puts it in the place of an older one."""
    _run([*_DOWNLOAD, *packages], fresh, f"apt-get download {packages[0]} and others")
    for package in sorted(fresh.glob("*.deb")):
        _run(["dpkg-deb", "--extract", package.name, "root"], fresh, f"unpacking {package.name}")
        package.unlink()
    (fresh / _MARK).write_text(wanted, encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    try:
        os.rename(fresh, folder)
    except OSError:
        if not (folder / _MARK).is_file():  # else another run was faster
            raise
    return folder / "root"
