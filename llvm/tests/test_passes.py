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
IR_STEP = r"\b(?:PASS|OWN)\((\w+)\)"
FIR_ROW = re.compile(r"^FIR_PASS\((\w+),", re.M)
MIR_ROW = re.compile(r"^MIR_PASS\((\w+),", re.M)
PART_ROW = re.compile(r'^MIR_PART\((\w+), "([^"]+)"', re.M)


def order(path: str, row: str) -> list[str]:
    """The names in order[] of that file, by a pattern of the rows."""
    found = re.search(r"\border\[\] = \{(.*?)^\};", (TREE / path).read_text(), re.S | re.M)
    assert found, f"{path} has no order[]"
    return re.findall(row, found[1])


def defines(path: pathlib.Path, function: str) -> bool:
    return path.is_file() and re.search(rf"^(?:int|void|bool) {function}\(", path.read_text(), re.M) is not None


# Targets, with the folders of the passes over LLVM IR that stand in their order.
TARGETS = {"evergreen": ["passes"]}
if (TREE / "r500").is_dir():
    TARGETS["r500"] = ["passes", "r500/passes"]


def row_faults(folder: str) -> list[str]:
    """Rows of a table whose pass is not where they say, or that no target runs."""
    faults, text = [], (TREE / folder / "passes.def").read_text()
    runs = [name for target in TARGETS for name in order(f"{target}/target.c", IR_STEP)]
    for name, _, help_text in IR_ROW.findall(text):
        other = re.search(r"\((\w+\.c)\)$", help_text)
        file = other[1] if other else f"{name}.c"
        if not defines(TREE / folder / file, f"pass_{name}"):
            faults.append(f"{name}: {folder}/{file} does not define pass_{name}")
        if name not in runs:
            faults.append(f"{name}: no target runs it")
    for name, of in IR_PART_ROW.findall(text):
        if not defines(TREE / folder / f"{name}.c", f"pass_{name}"):
            faults.append(f"{name}: {name}.c does not define pass_{name}")
        if f"pass_{name}" not in (TREE / folder / f"{of}.c").read_text():
            faults.append(f"{name}: {of}.c does not call it")
    return faults if IR_ROW.search(text) else [f"no row in {folder}/passes.def"]


def order_faults(target: str) -> list[str]:
    """What a pass needs runs before it. A target with passes of its own may do without some that common passes name."""
    folders, runs = TARGETS[target], order(f"{target}/target.c", IR_STEP)
    rows = [(row, folder) for folder in folders for row in IR_ROW.findall((TREE / folder / "passes.def").read_text())]
    faults = [f"{target}: {name} has no row" for name in runs if name not in [row[0] for row, _ in rows]]
    for (name, after, _), folder in rows:
        if name not in runs:
            continue
        for need in after.split():
            may_lack = folder == "passes" and len(folders) > 1 and need not in runs
            if need not in runs[: runs.index(name)] and not may_lack:
                faults.append(f"{target}: {name} runs before {need}")
    return faults


def mir_faults() -> list[str]:
    text = (TREE / "evergreen/mir/passes.def").read_text()
    names, runs = MIR_ROW.findall(text), order("evergreen/evergreen.c", r"\bEVG_PASS_(\w+)")
    faults = [f"{name}: evergreen.c does not run it" for name in names if name not in runs]
    for name in names:
        files = [TREE / "evergreen" / room / f"{name}.c" for room in ("opt", "alloc", "sched")]
        if not any(defines(file, f"mir_{name}") for file in files):
            faults.append(f"{name}: no {name}.c defines mir_{name}")
    faults += [f"{name}: no file {place}" for name, place in PART_ROW.findall(text) if not (TREE / "evergreen" / place).is_file()]
    return faults or ([] if names else ["no row in evergreen/mir/passes.def"])


def fir_faults() -> list[str]:
    names = FIR_ROW.findall((TREE / "r500/fir/passes.def").read_text())
    runs = re.findall(r"\bR500_PASS_(\w+)", re.search(r"\border\[\] = \{(.*?)^\};", (TREE / "r500/run_passes.c").read_text(), re.S | re.M)[1])
    faults = [f"{name}: run_passes.c does not run it" for name in names if name not in runs]
    for name in names:
        if not any(defines(TREE / "r500" / room / f"{name}.c", f"fir_{name}") for room in ("opt", "sched")):
            faults.append(f"{name}: no {name}.c defines fir_{name}")
    return faults or ([] if names else ["no row in r500/fir/passes.def"])


found = [fault for folder in sorted({f for folders in TARGETS.values() for f in folders}) for fault in row_faults(folder)]
found += [fault for target in TARGETS for fault in order_faults(target)] + mir_faults()
found += fir_faults() if "r500" in TARGETS else []
print("\n".join(found) or "every row is true")
sys.exit(bool(found))
