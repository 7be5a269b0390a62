#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Every function that Clang's header declares for what the driver lists is in a library of builtins:
test_declared.py CLANG NM RESOURCES LANGUAGE.def LIBRARY..."""
import re
import subprocess
import sys
from pathlib import Path

# printf takes any arguments: a pass of the compiler has it.
ELSEWHERE = {"printf"}


def declared(clang: str, resources: str, language: Path) -> set[str]:
    """Their mangled names, in a program of OpenCL C 3.0."""
    names = re.findall(r"^(?:EXTENSION|FEATURE)\((\w+)", language.read_text(encoding="utf-8"), re.MULTILINE)
    command = [
        clang, "-cc1", "-triple", "r600-unknown-unknown", "-target-cpu", "cypress", "-cl-std=CL3.0", "-x", "cl",
        "-cl-ext=-all," + ",".join(f"+{name}" for name in names),
        *(f"-D{name}=1" for name in names if name.startswith("__")),
        "-D__opencl_c_named_address_space_builtins=1",
        "-finclude-default-header", "-internal-isystem", f"{resources}/include", "-ast-dump=json", "-",
    ]  # fmt: skip
    tree = subprocess.run(command, input="", capture_output=True, text=True, check=True).stdout
    return set(re.findall(r'"mangledName": "([^"]*)"', tree))


def defined(nm: str, library: str) -> set[str]:
    listing = subprocess.run([nm, "--defined-only", library], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1] for line in listing.splitlines() if line}


def named(wanted: set[str], there: set[str]) -> set[str]:
    """Without functions on generic pointers, which the compiler makes of those on pointers to one memory
    (llvm/frontend/generic_builtins.c), where all of these are there: no atomic object is in private memory,
    and get_fence is a pass's."""
    left = set()
    for name in wanted:
        parts = name.split("PU3AS0")
        if len(parts) == 1 or name in there or "get_fence" in name:
            left |= {name} - there if len(parts) == 1 else set()
            continue
        variants = {parts[0]}
        for part in parts[1:]:
            spaces = "13" if part.startswith("V") else "135"
            variants = {f"{start}PU3AS{space}{part}" for start in variants for space in spaces}
        left |= variants - there
    return left


def main() -> int:
    clang, nm, resources, language, *libraries = sys.argv[1:]
    wanted = declared(clang, resources, Path(language)) - ELSEWHERE
    missing = sorted(named(wanted, set().union(*(defined(nm, library) for library in libraries))))
    print(f"{len(wanted)} functions are declared, {len(missing)} are missing")
    print("\n".join(missing[:50]))
    # Names of these libraries end so.
    raw, mixed = (
        next(defined(nm, library) for library in libraries if library.endswith(end)) for end in ("-raw.bc", "-mixed.bc")
    )
    unchosen = sorted(raw - mixed)
    print(f"{len(raw)} functions are in the raw library, {len(unchosen)} not in the mixed one")
    print("\n".join(unchosen[:50]))
    return 1 if missing or unchosen or len(wanted) < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
