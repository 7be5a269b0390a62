#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds machine code against that which must be the same: same_code.py ROOTLE_CC FOLDER.

With ROOTLE_DEBUG=verify each pass of the code generator gets what the one before it made as read back from
text: what text does not say is either missed at once, or makes other code. With nolines no source line is
known: they are for messages, and change no code, optimised or not. With variables it is known where variables are, for
debuggers: that changes no optimised code either. (Without optimisation they stay in memory then.)

Every eighth file is held to one of these, in turn. With ROOTLE_LONG_TESTS=1 each is held to verify, nolines and variables,
and a third to nolines without optimisation."""
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

OPTIONS = re.compile(r"^\s*build_options:\s*(.*?)\s*$", re.MULTILINE)


def compile_kernel(program: str, path: Path, debug: str) -> tuple[int, str]:
    """The exit status, and the machine code or what is wrong."""
    options = OPTIONS.search(path.read_text(encoding="utf-8", errors="replace"))
    command = [program, str(path), "--emit=asm", *(options.group(1).split() if options else [])]
    done = subprocess.run(
        command, env={**os.environ, "ROOTLE_DEBUG": debug}, capture_output=True, text=True, timeout=300, check=False
    )
    return done.returncode, done.stdout if done.returncode == 0 else done.stderr


PAIRS = [("", "verify"), ("", "nolines"), ("", "variables"), ("noopt", "noopt,nolines")]
TURNS = [0, 1, 2, 0, 3, 2]  # pairs of six files that follow each other
LONG = os.environ.get("ROOTLE_LONG_TESTS") == "1"


def pairs_of(number: int) -> list[tuple[str, str]]:
    """The ways in which a file is compiled."""
    turn = TURNS[number % len(TURNS)]
    return [pair for i, pair in enumerate(PAIRS) if i == turn or (LONG and i < 3)]


def main() -> int:
    program, folder = sys.argv[1], Path(sys.argv[2])
    paths = sorted(folder.rglob("*.cl"))[:: 1 if LONG else 8]
    pairs = {path: pairs_of(number) for number, path in enumerate(paths)}
    wrong = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {
            (path, flag): pool.submit(compile_kernel, program, path, flag)
            for path in paths
            for flag in sorted({flag for pair in pairs[path] for flag in pair})
        }
    for path in paths:
        for plain, other in pairs[path]:
            expected, got = jobs[path, plain].result(), jobs[path, other].result()
            if expected[0] == 0 and got != expected:
                wrong.append(f"{path}: {other}: {'other code' if got[0] == 0 else got[1].strip()}")
    compiled = sum(jobs[path, pairs[path][0][0]].result()[0] == 0 for path in paths)
    print("\n".join([*wrong, f"{compiled} of {len(paths)} programs compiled, {len(wrong)} differ"]))
    return 1 if wrong or compiled < len(paths) / 2 else 0


if __name__ == "__main__":
    sys.exit(main())
