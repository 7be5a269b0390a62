# SPDX-License-Identifier: MIT
"""What the operating system's kernel says while tests run: segmentation faults, GPU hangs, memory
that ran out."""

import os
import re
from pathlib import Path

DEVICE = Path("/dev/kmsg")
RECORD_BYTES = 8192  # the kernel gives one record a read, and none is larger

# The subjects that GPU drivers and the memory manager put into their lines.
SUBJECTS = re.compile(
    r"\b(?:drm|amdgpu|radeon|i915|xe|nouveau|NVRM|panfrost|msm|etnaviv|oom-kill|Out of memory)\b"
)


class KernelLog:
    """Reads the kernel's log from now on. Where that is not allowed, it stays empty."""

    def __init__(self, device: Path = DEVICE) -> None:
        self._fd = -1
        try:
            self._fd = os.open(device, os.O_RDONLY | os.O_NONBLOCK)
            os.lseek(self._fd, 0, os.SEEK_END)
        except OSError:
            pass

    def take(self, pid: int) -> str:
        """The lines since the last call that name a process, or a GPU."""
        lines = [line for line in self._new_lines() if _concerns(line, pid)]
        return "".join(f"{line}\n" for line in lines)

    def _new_lines(self) -> list[str]:
        lines: list[str] = []
        while self._fd >= 0:
            try:
                record = os.read(self._fd, RECORD_BYTES)
            except BrokenPipeError:
                continue  # records were overwritten before they were read
            except OSError:
                break
            if not record:
                break
            for line in record.decode("utf-8", "replace").split("\n"):
                head, separator, text = line.partition(";")
                if separator and head[:1].isdigit():
                    lines.append(text)
        return lines

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def _concerns(line: str, pid: int) -> bool:
    return f"[{pid}]" in line or SUBJECTS.search(line) is not None
