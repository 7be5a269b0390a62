# SPDX-License-Identifier: MIT
"""Lines of code of the core's rooms and of each annex, tests apart; assertions of the folders in C."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from annexes import ROOT, Annex, annex_of, read_annexes

# The core on one page: docs/architecture.md says what each room is.
ROOMS = {
    "tester": ("program-tester",),
    "generator": ("generated-tests",),
    "API": ("driver/clover",),
    "compiler": ("llvm", "driver/compiler"),
    "built-ins": ("libclc",),
    "hardware driver": ("driver/r600", "driver/winsys"),
    "simulator": ("driver/sim",),
    "facts": ("driver/base", "driver/abi", "driver/hw"),
    "icd": ("driver",),
}
CHECKS = "ci"
FOLDERS = ("program-tester", "generated-tests", "driver", "libclc", "llvm", "ci")
CODE = {".c", ".h", ".cpp", ".def", ".py", ".cl", ".ll", ".mako", ".js", ".css", ".html", ".cmake", ".bash", ""}
ASSERTED = ("driver", "llvm")  # the folders in C, whose assertions are counted
ASSERTION = re.compile(rb"^[ \t]*(?:static_)?assert\(", re.MULTILINE)
C_CODE = {".c", ".h", ".cpp", ".def"}
TESTS = {"tests", "unit", "findings", "findings-gl", "findings-vk"}  # folders that hold tests, not what they test


def files(root: Path) -> Iterator[Path]:
    """All that is written by hand, relative to the tree."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and path.name.count("__") < 2 and "__pycache__" not in path.parts:
                if path.suffix in CODE or path.name == "CMakeLists.txt":
                    yield path.relative_to(root)


def room_of(path: Path) -> str:
    """The core's room that has a file: the one with the longest folder; or that of the checks."""
    found = [(len(f), room) for room, folders in ROOMS.items() for f in folders if path.is_relative_to(f)]
    return max(found)[1] if found else CHECKS


def owner(path: Path, annexes: list[Annex]) -> tuple[str, bool]:
    """Whose a file is, by name of an annex or room, and whether it is one of tests."""
    tester = next((annex for annex in annexes if annex.tests_with(path)), None)
    annex = annex_of(path, annexes) or tester
    is_test = tester is not None or not TESTS.isdisjoint(path.parts) or path.name.startswith("test_")
    return annex.name if annex else room_of(path), is_test


def count(root: Path = ROOT) -> tuple[Counter[str], Counter[str]]:
    """Lines by room or annex: of code, and of tests."""
    annexes = read_annexes(root)
    code: Counter[str] = Counter()
    tests: Counter[str] = Counter()
    for path in files(root):
        name, is_test = owner(path, annexes)
        (tests if is_test else code)[name] += (root / path).read_bytes().count(b"\n")
    return code, tests


def assertions(folder: str, root: Path = ROOT) -> tuple[int, int]:
    """How many assertions a folder's C has outside of tests and fuzzers, and in how many lines."""
    annexes = read_annexes(root)
    found = lines = 0
    for path in files(root):
        if path.parts[0] == folder and path.suffix in C_CODE:
            name, is_test = owner(path, annexes)
            if not is_test and name != "fuzzers":
                text = (root / path).read_bytes()
                found += len(ASSERTION.findall(text))
                lines += text.count(b"\n")
    return found, lines


def table(root: Path = ROOT) -> str:
    """For people: the core's rooms, their sum, each annex, the checks, and all."""
    code, tests = count(root)
    annexes = [annex.name for annex in read_annexes(root)]
    core = list(ROOMS)

    def row(name: str, names: list[str]) -> str:
        return f"{name:<18} {sum(code[n] for n in names):>9,} {sum(tests[n] for n in names):>9,}"

    lines = [f"{'':<18} {'lines':>9} {'of tests':>9}", *(row(name, [name]) for name in core), row("core", core), ""]
    lines += [row(name, [name]) for name in annexes]
    lines += [row("annexes", annexes), "", row("ci", [CHECKS]), row("all", [*core, *annexes, CHECKS]), ""]
    for folder in ASSERTED:
        found, of = assertions(folder, root)
        lines.append(f"{folder}: {found} assertions, {1000 * found / of:.2f} in 1,000 lines")
    return "\n".join(lines)
