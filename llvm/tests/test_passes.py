#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The tables of passes say what is: files and functions are of their names, and every pass runs behind those it needs.

Usage: test_passes.py LLVM-FOLDER.
"""

import pathlib
import re
import sys

TREE = pathlib.Path(sys.argv[1])
IR_ROW = re.compile(r'^IR_PASS\((\w+), "([\w ]*)", \w+, "(.*)"\)$', re.M)
IR_PART_ROW = re.compile(r'^IR_PART\((\w+), (\w+), "', re.M)
MIR_ROW = re.compile(r"^MIR_PASS\((\w+),", re.M)
PART_ROW = re.compile(r'^MIR_PART\((\w+), "([^"]+)"', re.M)


def order(path: str, prefix: str, array: str = "order") -> list[str]:
    """The names in an array of that file."""
    found = re.search(rf"\b{array}\[\] = \{{(.*?)^\}};", (TREE / path).read_text(), re.S | re.M)
    assert found, f"{path} has no {array}[]"
    return re.findall(rf"\b{prefix}(\w+)", found[1])


def defines(path: pathlib.Path, function: str) -> bool:
    return path.is_file() and re.search(rf"^(?:int|void|bool) {function}\(", path.read_text(), re.M) is not None


def ir_faults() -> list[str]:
    faults, rows = [], IR_ROW.findall((TREE / "passes/passes.def").read_text())
    evergreen = order("compile.c", "IR_PASS_", "order_of_evergreen")
    r500 = order("compile.c", "IR_PASS_", "order_of_r500")
    for name, after, text in rows:
        other = re.search(r"\((\w+\.c)\)$", text)
        file = other[1] if other else f"{name}.c"
        if not defines(TREE / "passes" / file, f"pass_{name}"):
            faults.append(f"{name}: {file} does not define pass_{name}")
        if name not in evergreen + r500:
            faults.append(f"{name}: compile.c does not run it")
            continue
        runs = evergreen if name in evergreen else r500
        faults += [f"{name} runs before {n}" for n in after.split() if n not in runs[: runs.index(name)]]
    for name, of in IR_PART_ROW.findall((TREE / "passes/passes.def").read_text()):
        if not defines(TREE / "passes" / f"{name}.c", f"pass_{name}"):
            faults.append(f"{name}: {name}.c does not define pass_{name}")
        if f"pass_{name}" not in (TREE / "passes" / f"{of}.c").read_text():
            faults.append(f"{name}: {of}.c does not call it")
    return faults or ([] if rows else ["no row in passes/passes.def"])


def mir_faults() -> list[str]:
    text = (TREE / "evergreen/mir/passes.def").read_text()
    names, runs = MIR_ROW.findall(text), order("evergreen/evergreen.c", "EVG_PASS_")
    faults = [f"{name}: evergreen.c does not run it" for name in names if name not in runs]
    for name in names:
        files = [TREE / "evergreen" / room / f"{name}.c" for room in ("opt", "alloc", "sched")]
        if not any(defines(file, f"mir_{name}") for file in files):
            faults.append(f"{name}: no {name}.c defines mir_{name}")
    faults += [f"{name}: no file {place}" for name, place in PART_ROW.findall(text) if not (TREE / "evergreen" / place).is_file()]
    return faults or ([] if names else ["no row in evergreen/mir/passes.def"])


found = ir_faults() + mir_faults()
print("\n".join(found) or "every row is true")
sys.exit(bool(found))
