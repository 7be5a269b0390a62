#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Everything that shapes a compile comes with its request: in the compiler only main.c and command.c, the command
line, read the environment.

Usage: test_environment.py LLVM-FOLDER."""

import pathlib
import re
import sys

READERS = re.compile(r"\b(secure_)?getenv\b|\benviron\b|\benv_(get|number)\b|\bdebug_enabled\b|"
                     r"\bcompiler_settings_read\b|\bGetEnv\b|\bsetenv\b")
TREE = pathlib.Path(sys.argv[1])


def readers(path: pathlib.Path) -> list[str]:
    return [f"{path.relative_to(TREE)}:{number}: {line.strip()}"
            for number, line in enumerate(path.read_text().splitlines(), 1) if READERS.search(line)]


sources = [path for path in sorted(TREE.rglob("*")) if path.suffix in (".c", ".h", ".cpp", ".def")
           and "tests" not in path.relative_to(TREE).parts]
allowed = [TREE / "command.c", TREE / "main.c"]
for path in allowed:
    if not readers(path):
        sys.exit(f"{path.name} reads no environment: does this test still know how it would?")
found = [line for path in sources if path not in allowed for line in readers(path)]
print("\n".join(found) or f"{len(sources)} files read no environment")
sys.exit(bool(found))
