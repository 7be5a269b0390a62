#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds machine code against that which must be the same: same_code.py ROOTLE_CC FOLDER.

With ROOTLE_DEBUG=verify each pass of the code generator gets what the one before it made as read back from
text: what text does not say is either missed at once, or makes other code. With nolines no source line is
known: they are for messages, and change no code, optimised or not."""
from __future__ import annotations

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


PAIRS = [("", "verify"), ("", "nolines"), ("noopt", "noopt,nolines")]
SAMPLE = {"noopt": 4, "noopt,nolines": 4}  # one file of so many


def main() -> int:
    program, folder = sys.argv[1], Path(sys.argv[2])
    paths = sorted(folder.rglob("*.cl"))
    flags = sorted({flag for pair in PAIRS for flag in pair})
    wrong = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {
            flag: {path: pool.submit(compile_kernel, program, path, flag) for path in paths[:: SAMPLE.get(flag, 1)]}
            for flag in flags
        }
    for plain, other in PAIRS:
        for path, job in jobs[other].items():
            expected, got = jobs[plain][path].result(), job.result()
            if expected[0] == 0 and got != expected:
                wrong.append(f"{path}: {other}: {'other code' if got[0] == 0 else got[1].strip()}")
    compiled = sum(job.result()[0] == 0 for job in jobs[""].values())
    print("\n".join([*wrong, f"{compiled} of {len(paths)} programs compiled, {len(wrong)} differ"]))
    return 1 if wrong or compiled < len(paths) / 2 else 0


if __name__ == "__main__":
    sys.exit(main())
