# SPDX-License-Identifier: MIT
"""Whether a program of GLSL or SPIR-V reads a variable that nothing was written to: what a driver gives of it then is no fault. Passes of
spirv-opt (package spirv-tools), which follow each variable from writes to reads, leave an OpUndef in the place of such a read. Two sets of passes
are asked, as one tells of elements of arrays, and the other of components of vectors."""

import dataclasses
import shutil
import subprocess
import tempfile
from pathlib import Path

from .source_file import END

_PASSES = (
    ("--merge-return", "--inline-entry-points-exhaustive", "--eliminate-dead-functions", "--scalar-replacement=0", "--convert-local-access-chains",
     "--eliminate-local-single-block", "--eliminate-local-single-store", "--ssa-rewrite", "--eliminate-dead-code-aggressive"),
    ("-O",),
)  # fmt: skip
_OP_UNDEF, _HEADER = 1, 5  # its number, and the words before the first instruction
_SECONDS = 20.0


def _opcodes(module: bytes) -> set[int]:
    """The instructions that a module has."""
    found, at = set(), _HEADER
    words = memoryview(module[: len(module) // 4 * 4]).cast("I")
    while at < len(words) and words[at] >> 16:
        found.add(words[at] & 0xFFFF)
        at += words[at] >> 16
    return found


def _run(*command: str) -> bool:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=_SECONDS, check=False)
    return done.returncode == 0


def _compiled(folder: Path, program: str, suffix: str) -> bool:
    source, module = folder / f"program{Path(suffix).suffix}", folder / "module"
    source.write_text(program, encoding="utf-8")
    if suffix.endswith(".spvasm"):
        return _run("spirv-as", "--target-env", "vulkan1.1", "-o", str(module), str(source))
    return _run("glslangValidator", "--quiet", "-V", "--target-env", "vulkan1.1", "-S", "comp", "-o", str(module), str(source))


def is_told(suffix: str) -> bool:
    """Whether it can be said of files whose names end so, with what is installed."""
    makes = "spirv-as" if suffix.endswith(".spvasm") else "glslangValidator"
    return suffix.startswith(".vk.") and bool(shutil.which(makes) and shutil.which("spirv-opt"))


def reads_undefined(text: str, suffix: str) -> bool:
    """Whether a test's program does; no, where it cannot be said."""
    program = text.rpartition(END)[2].lstrip("\n")
    with tempfile.TemporaryDirectory(prefix="run-tests-reduce-") as name:
        folder = Path(name)
        try:
            if not _compiled(folder, program, suffix):
                return False
            for passes in _PASSES:
                if _run("spirv-opt", *passes, str(folder / "module"), "-o", str(folder / "after")) and _OP_UNDEF in _opcodes((folder / "after").read_bytes()):
                    return True
        except (OSError, subprocess.TimeoutExpired):
            return False
    return False


@dataclasses.dataclass(frozen=True)
class Undefined:
    """Says so of a test file."""

    suffix: str  # of its language

    def __call__(self, text: str) -> bool:
        return reads_undefined(text, self.suffix)
