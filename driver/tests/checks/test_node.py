#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds what is told behind rootle-drm, where only machine code is known, against what kernels are:
test_node.py LAUNCH ICD ROOTLE-DRM. Each wrong kernel of barriers.cl is reported with an instruction, no right one is;
without ROOTLE_CHECK nothing is."""

import re
import sys

import corpus

FILE = corpus.FOLDER / "barriers.cl"
PLACE = re.compile(r"barrier: .*\n    at byte 0x[0-9a-f]+ of the program's machine code")


def run(variant: str, check: str) -> dict[str, str]:
    launch, icd, node = sys.argv[1:]
    environment = {"OCL_ICD_VENDORS": icd, "ROOTLE_WINSYS": "radeon", "ROOTLE_CHECK": check}
    return corpus.run([node, launch], FILE, variant, environment)


def main() -> int:
    wrong, right, unchecked = run("wrong", "barriers"), run("right", "barriers"), run("right", "memory")
    cases = [case for case in corpus.read(FILE) if case.kind == "barrier"]
    problems = [f"{case.key}: {wrong[case.name]!r}" for case in cases if not PLACE.search(wrong[case.name])]
    problems += [f"right: {name}: {text}" for name, text in [*right.items(), *unchecked.items()] if not corpus.silent(text)]
    print("\n".join(problems) or f"{len(cases)} wrong kernels are told of")
    return 1 if problems or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
