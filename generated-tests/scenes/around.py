# SPDX-License-Identifier: MIT
"""Reads of images in the midst of a kernel by chance, of the generator of random kernels (llvm/tests/random): what that computes is
not looked at, and what is read must be what it is without it. The coordinates depend on what the kernel has computed, times an argument
that is 0, and reads stand behind conditions that hold, neither of which a compiler can know."""

import importlib
import sys
from pathlib import Path
from typing import Any

from .model import SceneError

FOLDER = Path(__file__).resolve().parents[2] / "llvm" / "tests" / "random"
MOST_STATEMENTS = 9


def _generator() -> Any:
    """The module that makes kernels. SceneError where it is not there."""
    if not (FOLDER / "generator.py").exists():
        raise SceneError(f"{FOLDER} has no generator of kernels")
    if str(FOLDER) not in sys.path:
        sys.path.append(str(FOLDER))
    return importlib.import_module("generator")


def sizes() -> tuple[int, int, int]:
    """Work-items of a launch and of a group, and the dwords that a launch needs for what it computes."""
    made = _generator()
    return made.ITEMS, made.GROUP, made.ITEMS * made.OUTPUTS


def program(seed: int, statements: int, parameters: list[str], first: list[str], read: str, vector: str) -> str:
    """A program with the kernel `mixed`, which begins with the lines `first`. Work-item `id` of the first `count` carries out `read` with
    `place`, of the type `vector`, behind some of the statements. Behind `parameters` come `count`, PARAMETERS, and `zero`, which is 0."""
    made = _generator()
    kernel = made.Kernel(seed)
    text: str = made.head(kernel)
    kernel.declare_all()
    at = kernel.random.randint(0, statements)
    for number in range(statements + 1):
        if number == at:
            _insert(kernel, read, vector)
        if number < statements:
            kernel.statement()
    kernel.finish()
    told = ", ".join([*parameters, "uint count", made.PARAMETERS, "uint zero"])
    lines = [*(f"    {line}" for line in first), *kernel.lines]
    return f"{text}kernel void mixed({told})\n{{\n{made.FIRST}" + "\n".join(lines) + "\n}\n"


def _insert(kernel: Any, read: str, vector: str) -> None:
    scalar = vector.rstrip("234")
    kernel.line(f"if (id < count && (({kernel.uint(1)}) & zero) == 0u) {{")
    kernel.line(f"    {vector} place = where[id] + ({vector})(({scalar})(({kernel.uint(1)}) & zero));")
    kernel.line(f"    {read}")
    kernel.line("}")
