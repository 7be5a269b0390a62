# SPDX-License-Identifier: MIT
"""The course in docs/learn: its kernels pass, its drawings are drawn, and what its exercises take for right is
what the specification, the compiler's statistics and the instruction tables say."""

import importlib.machinery
import importlib.util
import os
import re
import subprocess
import sys
from types import ModuleType

import pytest
from kernels import BUILD, ROOT

LEARN = ROOT / "docs" / "learn"
KERNELS = sorted(LEARN.glob("*.cl"))
PAGES = sorted(LEARN.glob("[0-9]*.md"))

pytestmark = pytest.mark.skipif(not LEARN.exists(), reason="the pages are installed elsewhere")


@pytest.fixture(scope="module", name="check")
def fixture_check() -> ModuleType:
    if not (BUILD / "driver" / "rootle.icd").exists():
        pytest.skip("the driver is not built")
    loader = importlib.machinery.SourceFileLoader("learn_check", str(LEARN / "check"))
    spec = importlib.util.spec_from_loader("learn_check", loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    sys.modules["learn_check"] = module
    is_kept, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    loader.exec_module(module)
    sys.dont_write_bytecode = is_kept
    return module


def compiled(name: str, kind: str) -> str:
    command = [BUILD / "bin" / "rootle-cc", f"--emit={kind}", LEARN / name]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def pstat(name: str) -> tuple[int, int]:
    """Groups, and operations in them."""
    found = re.search(r"(\d+) groups, (\d+) scalar operations", compiled(name, "pstat"))
    assert found
    return int(found[1]), int(found[2])


def answers() -> dict[str, str]:
    before_read = compiled("pixel.cl", "asm").partition("SAMPLE")[0]
    groups, operations = pstat("group.cl")
    (root,) = re.findall(r"([xyzwt]): SQRT", compiled("group.cl", "asm"))
    return {
        "1.1": "0.25",  # 3.75 - 0.5 = 3.25: section 8.2
        "1.2": "7",  # texel 8, which there is not
        "1.3": str(len(re.findall(r"^ +\d+  [xyzwt]:", before_read, re.M))),
        "2.1": str(groups),
        "2.2": str(5 * groups - operations),
        "2.3": root,
        **later_answers(),
    }


def later_answers() -> dict[str, str]:
    """Of chapters 3 to 6: from machine code as text, and by arithmetic of its own."""
    clauses = compiled("clauses.cl", "asm").split(" TC @")[1:]
    (rat,) = re.findall(r"RAT(\d+)\[", compiled("tiles.cl", "asm"))
    rounds = [steps(value) for value in range(1, 65)]
    return {
        "3.1": str(len(clauses)),
        "3.2": str(clauses[0].count("SAMPLE")),
        "3.3": str(compiled("clauses.cl", "asm").count("SAMPLE")),
        "4.1": rat,
        "4.2": str(64 * 4 // 64),  # 64 texels of 4 bytes in one tile
        "4.3": "8",  # rows, each of which is in a line of its own
        "5.1": str(further_turns(lambda row, column: 8 * row + column)),
        "5.2": str(further_turns(lambda row, column: 8 * row + (column ^ row))),
        "5.3": str(64 * 4),
        "6.1": str(max(rounds)),
        "6.2": str(sum(1 for count in rounds if count)),
        "6.3": str(sum(rounds)),
    }


def steps(value: int) -> int:
    return 0 if value == 1 else 1 + steps(3 * value + 1 if value % 2 else value // 2)


def further_turns(at) -> int:
    """Of the read of share.cl: 32 banks, 32 lanes at a time."""
    total = 0
    for half in (range(4), range(4, 8)):
        dwords = [at(x, y) for y in half for x in range(8)]
        total += max(len({d for d in dwords if d % 32 == bank}) for bank in range(32)) - 1
    return total


def test_right_and_wrong_answers(check):
    right = answers()
    assert set(right) == set(check.EXERCISES)
    assert right["2.3"] == "t"  # driver/hw/alu.def: T alone
    for exercise, answer in right.items():
        assert check.is_right(exercise, f" {answer.upper()} "), exercise
        assert not check.is_right(exercise, answer + "1"), exercise
        assert not check.is_right(exercise, "nonsense"), exercise


def test_usage(check, capsys):
    assert check.main([]) == 2 and check.main(["9.9", "1"]) == 2
    assert check.main(["1.1", "0.75"]) == 1 and check.main(["1.1", "0.25"]) == 0
    assert "right" in capsys.readouterr().out


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_kernels_pass(kernel):
    icd = BUILD / "driver" / "rootle.icd"
    if not icd.exists():
        pytest.skip("the driver is not built")
    environment = {**os.environ, "OCL_ICD_VENDORS": str(icd)}
    subprocess.run([BUILD / "bin" / "program-tester", kernel], env=environment, check=True, capture_output=True)


def test_drawings():
    subprocess.run([LEARN / "draw", "--check"], check=True)


def test_every_exercise_is_in_a_page(check):
    asked = [name for page in PAGES for name in re.findall(r"`docs/learn/check ([\d.]+) ANSWER`", page.read_text("utf-8"))]
    assert sorted(asked) == sorted(check.EXERCISES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_quoted_lines_are_in_the_kernel(page):
    text = page.read_text(encoding="utf-8")
    kernel = (LEARN / re.findall(r"\]\(([\w-]+\.cl)\)", text)[0]).read_text(encoding="utf-8")
    quoted = [line.strip() for block in re.findall(r"```c\n(.*?)```", text, re.S) for line in block.splitlines()]
    assert quoted and all(line in kernel for line in quoted)
