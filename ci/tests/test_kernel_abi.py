# SPDX-License-Identifier: MIT
"""docs/kernel-abi.md has every constant of driver/abi/kernel_abi.h, with its number."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEADER = ROOT / "driver" / "abi" / "kernel_abi.h"
PAGE = ROOT / "docs" / "kernel-abi.md"
ENUMERATOR = re.compile(r"\b(ABI_\w+)\s*=")
ROW = re.compile(r"^\| `(ABI_\w+)` \| (\w+) \|", re.MULTILINE)


@pytest.fixture(scope="module", name="numbers")
def fixture_numbers(tmp_path_factory) -> dict[str, int]:
    """Each enumerator and its number, as the C compiler sees it."""
    compiler = shutil.which("cc")
    if not compiler:
        pytest.skip("needs a C compiler")
    names = ENUMERATOR.findall(HEADER.read_text(encoding="utf-8"))
    folder = tmp_path_factory.mktemp("abi")
    prints = "".join(f'    printf("{name} %lld\\n", (long long){name});\n' for name in names)
    source = f'#include <stdio.h>\n#include "{HEADER}"\nint main(void)\n{{\n{prints}}}\n'
    (folder / "print.c").write_text(source, encoding="utf-8")
    subprocess.run([compiler, "-o", folder / "print", folder / "print.c"], check=True)
    printed = subprocess.run([folder / "print"], capture_output=True, text=True, check=True).stdout
    return {name: int(number) for name, number in (line.split() for line in printed.splitlines())}


def test_page_has_the_numbers_of_the_header(numbers):
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert {name: int(number, 0) for name, number in rows} == numbers


def test_each_constant_has_one_row():
    named = [name for name, _ in ROW.findall(PAGE.read_text(encoding="utf-8"))]
    assert sorted(named) == sorted(set(named))


def test_page_names_no_other_constant(numbers):
    named = re.findall(r"`(ABI_\w+)`", PAGE.read_text(encoding="utf-8"))
    assert set(named) <= set(numbers)
