# SPDX-License-Identifier: MIT
"""Files that people name and that may have no end."""

import stat
from pathlib import Path


def is_device(path: Path) -> bool:
    """Whether it is a device, as /dev/zero and disks are: nothing of ours, and read without end. Pipes end, and so does
    what is typed at a terminal."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISBLK(mode):
            return True
        if not stat.S_ISCHR(mode):
            return False
        with open(path, "rb", buffering=0) as file:
            return not file.isatty()
    except OSError:
        return False  # whoever opens it says why it cannot be read
