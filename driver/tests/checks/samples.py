#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds the reports in docs/checking.md against what the driver says: samples.py LAUNCH HOST ICD [--update].
A block behind "<!-- reported: races.cl texels -->" is what is told of that wrong kernel of the corpus, one behind
"<!-- reported: host.c buffer_size -->" of that wrong use of the API, one behind "<!-- reported: rootle-check inlined -->" what rootle-check says of that test.
--update writes them."""
import os
import re
import subprocess
import sys
from pathlib import Path

import corpus

PAGE = corpus.FOLDER.parents[2] / "docs" / "checking.md"
BLOCK = re.compile(r"(<!-- reported: (\S+) (\w+) -->\n```\n)(.*?)(```\n)", re.DOTALL)
KERNELS = "memory,uninitialised,races,barriers,images"
# Objects of the API lie elsewhere in each run.
HANDLE = re.compile(r"0x[0-9a-f]{9,}")


def told_by_command(launch: str, name: str) -> str:
    """rootle-check is beside the tester, in the bin of the build folder."""
    programs = Path(launch).resolve().parents[2] / "bin"
    command = [str(programs / "rootle-check"), str(programs / "program-tester"), f"driver/tests/checks/{name}.cl"]  # as a reader names it
    return subprocess.run(command, cwd=corpus.FOLDER.parents[2], capture_output=True, text=True, check=False).stderr


def told(launch: str, host: str, icd: str, file: str, name: str) -> str:
    if file == "rootle-check":
        return told_by_command(launch, name)
    environment = {"OCL_ICD_VENDORS": icd, "ROOTLE_CHECK": "api" if file == "host.c" else KERNELS}
    if file == "host.c":
        done = subprocess.run([host, name, "wrong"], env={**os.environ, **environment}, capture_output=True, text=True, check=False)
        return HANDLE.sub("0x...", done.stderr)
    text = corpus.run([launch], corpus.FOLDER / file, "wrong", environment)[name]
    return corpus.OURS.sub("", text)


def main() -> int:
    launch, host, icd = sys.argv[1:4]
    page = PAGE.read_text(encoding="utf-8")
    blocks = list(BLOCK.finditer(page))
    now = BLOCK.sub(lambda block: block[1] + told(launch, host, icd, block[2], block[3]) + block[5], page)
    if sys.argv[4:] == ["--update"]:
        PAGE.write_text(now, encoding="utf-8")
        return 0
    for then, block in zip(blocks, BLOCK.finditer(now), strict=True):
        if then[4] != block[4]:
            print(f"{PAGE.name}, {block[2]} {block[3]}, says\n{then[4]}but it is\n{block[4]}")
    print(f"{len(blocks)} reports in {PAGE.name}")
    return 1 if now != page or not blocks else 0


if __name__ == "__main__":
    sys.exit(main())
