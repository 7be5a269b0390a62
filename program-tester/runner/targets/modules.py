# SPDX-License-Identifier: MIT
"""Modules of Vulkan's tests. A board has no compiler of shaders: what this machine's makes goes along as a file."""

import concurrent.futures
import hashlib
import os
import platform
import subprocess
from collections.abc import Sequence
from pathlib import Path

from .. import vulkan
from ..places import Places, cache_folder
from .board import PROGRAMS, programs
from .transport import TargetError

VARIABLE = "VK_TESTER_MODULES"  # has the folder there
SHARE = 64  # tests that one process compiles


class Modules:
    """Modules below the build, which wrappers see, too; without a build in the user's cache."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self.folder = (places.build or cache_folder()) / "board-modules"

    def make(self, paths: Sequence[str]) -> dict[str, str]:
        """The modules of these tests, with their hashes. TargetError: they cannot be made."""
        name = PROGRAMS[vulkan.TESTER]
        found = programs(self._places, name, platform.machine())
        if not found:
            raise TargetError(f"modules for targets: {name} is not built here: ninja -C build {name}")
        self.folder.mkdir(parents=True, exist_ok=True)
        paths = sorted(set(paths))
        shares = [paths[i : i + SHARE] for i in range(0, len(paths), SHARE)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as beside:
            made = list(beside.map(lambda share: self._make_share(found[0], share), shares))
        return {path: hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in set().union(*made)}

    def _make_share(self, program: Path, paths: list[str]) -> set[str]:
        words = "".join(f"{path}\n" for path in paths)
        done = subprocess.run([str(program), "carry", str(self.folder)], input=words, capture_output=True, text=True, check=False)
        if done.returncode:
            raise TargetError(f"modules for targets: {done.stderr.strip() or f'exit status {done.returncode}'}")
        return set(done.stdout.splitlines())
