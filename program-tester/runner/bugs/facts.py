# SPDX-License-Identifier: MIT
"""What a bug report says of the machine: versions of Rootle, the system, drivers and compilers."""

import platform
import subprocess
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SECONDS = 60.0
# Debian packages that results may depend on, by glob.
PACKAGES = ("ocl-icd-libopencl1", "libllvm*", "libclang-cpp*", "libclc*", "pocl-opencl-icd", "libpocl2", "oclgrind",
            "mesa-opencl-icd", "*-opencl-icd", "libdrm2", "rootle*")  # fmt: skip


def output_of(command: list[str], environment: Mapping[str, str] | None = None, limit: float = SECONDS) -> str:
    """What a command prints, or a line that says why there is nothing."""
    try:
        done = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=limit, check=False,
        )  # fmt: skip
    except OSError as error:
        return f"({command[0]}: {error.strerror})\n"
    except subprocess.TimeoutExpired as expired:
        printed = (expired.stdout or b"").decode("utf-8", "replace")
        return f"{printed}\n({command[0]} did not end in {limit:g} s)\n"
    return done.stdout.decode("utf-8", "replace")


def _system() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "")
    except OSError:
        return platform.system()


def _packages() -> list[str]:
    query = ["dpkg-query", "--show", "--showformat=${db:Status-Abbrev}${Package} ${Version}\n", *PACKAGES]
    lines = output_of(query).splitlines()
    return sorted({line[3:].strip() for line in lines if line.startswith("ii ")})


def versions() -> str:
    """A line each: Rootle, the system, and packages."""
    commit = ""
    if (ROOT / ".git").exists():
        commit = output_of(["git", "-C", str(ROOT), "describe", "--always", "--dirty"]).strip()
    lines = [
        f"Rootle {(ROOT / 'VERSION').read_text(encoding='ascii').strip()}{f', commit {commit}' if commit else ''}",
        f"{_system()}, {platform.system()} {platform.release()}, {platform.machine()}",
        f"Python {platform.python_version()}",
        *_packages(),
    ]
    return "".join(f"{line}\n" for line in lines)
