#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds what the driver says of wrong kernels against the places that their source marks:
test_faults.py PROGRAM_TESTER ICD FOLDER, from the root of the checkout.

/*@*/ stands before what a fault must name, /*@1*/ before the call of its function, /*@2*/ before the call of
that, in the file or one that it includes; "// functions:" has the functions' names, innermost first, and
"// says:" what the message must hold besides. Optimised or not, interpreted or recompiled, places are the same.

A program that has no test of its own is run as PLAIN says, but for the keys that it has in lines like
"// global_size: 1 0 0": as often as it has one, "ones" being the argument of PLAIN, and "none" for no such
argument."""
from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

MARK = re.compile(r"/\*@(\d*)\*/")
INCLUDE = re.compile(r'^#include "(.*)"', re.MULTILINE)
SETTINGS = [{"ROOTLE_CHECK": "all", "ROOTLE_DEBUG": debug} for debug in ("", "noopt")] + [
    {"ROOTLE_DEBUG": debug, "ROOTLE_EXEC": execution}
    for debug in ("", "noopt")
    for execution in ("interpret", "recompile")
]
ONES = f"1 buffer int[16]{' 1' * 16}"
PLAIN = {"global_size": "16 0 0", "local_size": "none", "arg_out": f"0 buffer int[16]{' 0' * 16}", "arg_in": ONES}


def run_of(text: str) -> str:
    """What a program without a test is run with."""
    lines = ["[config]", "kernel_name: kern", "build_options: -I driver/tests/faults/include", "[test]", "name: faults"]
    for key, plain in PLAIN.items():
        values = re.findall(rf"^// {key}: (.*)$", text, re.MULTILINE) or [plain]
        lines += [f"{key}: {ONES if value == 'ones' else value}" for value in values if value != "none"]
    return "\n".join(lines) + "\n"


def marks(path: Path, name: str) -> dict[int, str]:
    """Places by number, as a message has them."""
    found = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for mark in MARK.finditer(line):
            found[int(mark[1] or 0)] = f"{name}:{number}:{mark.end() + 1}"
    return found


def expected(path: Path) -> list[str]:
    """What the message must hold, in this order."""
    text = path.read_text(encoding="utf-8")
    places = marks(path, "<source>")
    for name in INCLUDE.findall(text):
        header = path.parent / "include" / name
        places |= marks(header, os.path.relpath(header))
    found = re.search(r"^// functions: (.*)$", text, re.MULTILINE)
    functions = found[1].split() if found else []
    said = re.findall(r"^// says: (.*)$", text, re.MULTILINE)
    if any(said_of.startswith("at ") for said_of in said):
        return said
    return said + [
        f"{'inlined at' if i else 'at'} {places[i]} in {function}" for i, function in enumerate(functions)
    ]


def message(tester: str, icd: str, path: Path, setting: dict[str, str]) -> str:
    environment = {**os.environ, **setting, "OCL_ICD_VENDORS": icd, "ROOTLE_TIMEOUT": "4"}
    text = path.read_text(encoding="utf-8")
    with tempfile.NamedTemporaryFile("w", suffix=".program_test", encoding="utf-8") as config:
        config.write(run_of(text))
        config.flush()
        words = [] if "/*!" in text else ["-config", config.name]
        done = subprocess.run(
            [tester, *words, str(path)], env=environment, capture_output=True, text=True, timeout=300, check=False
        )
    results = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    told = [text for result in results for text in result.get("details", {}).get("driver_messages", [])]
    return "\n".join(told) or done.stdout + done.stderr


def wrong(tester: str, icd: str, path: Path, setting: dict[str, str]) -> str:
    text = message(tester, icd, path, setting)
    missing = [part for part in expected(path) if part not in text]
    return f"{path.name} with {setting}: no {missing} in:\n{text}\n" if missing else ""


def main() -> int:
    tester, icd, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    jobs = [(path, setting) for path in sorted(folder.glob("*.cl")) for setting in SETTINGS]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda job: wrong(tester, icd, *job), jobs))
    print("\n".join(filter(None, results)))
    print(f"{len(jobs)} runs, {sum(map(bool, results))} wrong")
    return 1 if any(results) or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())
