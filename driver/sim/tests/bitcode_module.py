#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds lanes.bc against what driver/sim/lanes/bitcode.h says: one function for each row of the tables, with
its signature, to be inlined, without memory or state, calling intrinsics alone.

    bitcode_module.py LANES.BC FOLDER-OF-THE-TABLES
"""
from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

DEFINE = re.compile(r"^define [^@]*?(i\d+) @(\w+)\(([^)]*)\).* (#\d+) \{$", re.MULTILINE)
ATTRIBUTES = re.compile(r"^attributes (#\d+) = \{(.*)\}$", re.MULTILINE)


def wanted(folder: Path) -> dict[str, tuple[str, list[str]]]:
    """Each function's result and parameters."""
    alu = re.findall(r"^(?:\w+_)?(?:OP|TEST|SAME_OP)\((\w+),", (folder / "alu_ops.def").read_text(), re.MULTILINE)
    doubles = re.findall(r"^SIM_DOUBLE_OP\((\w+),", (folder / "double_ops.def").read_text(), re.MULTILINE)
    functions = {f"sim_alu_{name}": ("i32", ["i32"] * 4) for name in alu}
    functions |= {f"sim_double_{name}": ("i64", ["i64"] * 3) for name in doubles}
    return functions | {"sim_flush": ("i32", ["i32"]), "sim_finish": ("i32", ["i32"] * 2)}


def faults(text: str, functions: dict[str, tuple[str, list[str]]]) -> list[str]:
    attributes = dict(ATTRIBUTES.findall(text))
    found = {}
    result = [f"a variable: {line}" for line in re.findall(r"^@.*", text, re.MULTILINE)]
    for line in re.findall(r"^declare .*", text, re.MULTILINE):
        if "@llvm." not in line:
            result.append(f"calls what is not there: {line}")
    for kind, name, parameters, group in DEFINE.findall(text):
        found[name] = (kind, re.findall(r"\b(i\d+)\b", parameters))
        for word in ("alwaysinline", "memory(none)", "nounwind", "willreturn"):
            if word not in attributes[group]:
                result.append(f"{name} is not {word}")
    for name in sorted(found.keys() ^ functions.keys()):
        result.append(f"{name}: {'no row has it' if name in found else 'is missing'}")
    for name in found.keys() & functions.keys():
        if found[name] != functions[name]:
            result.append(f"{name} is {found[name]}, not {functions[name]}")
    if re.search(r"\b(?:fast|contract|nnan|ninf|nsz|arcp|afn|reassoc) ", text):
        result.append("arithmetic that need not be exact")
    return result


def main() -> int:
    module, folder = sys.argv[1:]
    text = subprocess.run(["llvm-dis-19", "-o", "-", module], stdout=subprocess.PIPE, text=True, check=True).stdout
    functions = wanted(Path(folder))
    found = faults(text, functions)
    print("\n".join(found) or f"{len(functions)} functions")
    return bool(found) or len(functions) < 100


if __name__ == "__main__":
    sys.exit(main())
