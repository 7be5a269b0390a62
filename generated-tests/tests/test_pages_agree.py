# SPDX-License-Identifier: MIT
"""docs/findings.md, docs/vulkan.md, docs/explaining.md and docs/matrix say the same of one run: how many tests failed, and how many rules
they make."""

import json
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
RULES = re.compile(r"(\d+)(?: rules)? of (NVIDIA|PoCL 3\.1|PoCL 5\.0|PoCL 7\.1|Oclgrind|rusticl 26\.2\.6|rusticl)'s")
DRIVERS = {
    "NVIDIA": ("NVIDIA H100", "NVIDIA 580.159.04", "opencl-nvidia-580.159.04-h200"), "PoCL 3.1": ("PoCL 3.1-3", "PoCL 3.1", "opencl-pocl-3.1"),
    "PoCL 5.0": ("PoCL 5.0+", "PoCL 5.0", "opencl-pocl-5.0"), "PoCL 7.1": ("PoCL, its header mended 7.1", "PoCL 7.1", None),
    "Oclgrind": ("Oclgrind 21.10", "Oclgrind 21.10", "opencl-oclgrind-21.10"),
    "rusticl 26.2.6": ("Mesa rusticl, llvmpipe, libclc's function mended 26", "Mesa 26.2.6, rusticl", None),
    "rusticl": ("Mesa rusticl, llvmpipe 22", "Mesa 22.3.6, rusticl", "opencl-mesa-rusticl-22.3.6"),
}  # fmt: skip
VULKAN = {
    "NVIDIA": "nvidia-580.159.04-h200", "Mesa 26.2.6": "mesa-lavapipe-26.2.6", "Mesa 25.0.7": "mesa-lavapipe-25.0.7", "Mesa 22.3.6": "mesa-lavapipe-22.3.6",
}  # fmt: skip
TOLD_AS = re.compile(r"all are told as (\d+)")


def number(cell):
    return int(cell.replace(",", ""))


def rows(page, columns):
    """The cells of a page's table whose head begins so."""
    lines = iter((DOCS / page).read_text(encoding="utf-8").splitlines())
    head = next(line for line in lines if line.startswith(columns))
    next(lines)
    assert head
    for line in lines:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.strip("|").split("|")]


@pytest.fixture(scope="module")
def findings():
    """Tests, passed, failed and skipped by driver and version."""
    return {f"{row[0]} {row[1]}": [*map(number, row[2:6])] for row in rows("findings.md", "| driver | version | tests ") if row[1]}


@pytest.fixture(scope="module")
def explained():
    """Failures, rules, and as how many faults these are told, by driver."""
    found = {row[0]: (number(row[1]), number(row[2]), TOLD_AS.search(row[5])) for row in rows("explaining.md", "| driver | failures | rules ")}
    return {name: (failures, rules, int(told[1]) if told else rules) for name, (failures, rules, told) in found.items()}


def rules_of(column):
    """How many rules the faults of a column have, of which it names few."""
    parts = [part for rule in column["rules"] for part in rule["where"].split(" / or ")]
    more = [re.fullmatch(r"(\d+) more", part) for part in parts]
    return sum(int(one[1]) if one else 1 for one in more)


def of(table, begins):
    (found,) = [value for name, value in table.items() if name.startswith(begins)]
    return found


@pytest.mark.parametrize("driver", DRIVERS)
def test_failures_and_rules_are_the_same(driver, findings, explained):
    name, row, _ = DRIVERS[driver]
    told = dict((who, int(count)) for count, who in RULES.findall((DOCS / "findings.md").read_text(encoding="utf-8")))
    assert of(findings, name)[2] == explained[row][0] and told[driver] == explained[row][1]


@pytest.mark.parametrize("driver", [driver for driver in DRIVERS if DRIVERS[driver][2]])
def test_columns_are_of_these_runs(driver, findings, explained):
    file = DOCS / "matrix" / f"{DRIVERS[driver][2]}.json"
    column, (tests, passed, failed, skipped) = json.loads(file.read_text(encoding="utf-8")), of(findings, DRIVERS[driver][0])
    counts = column["counts"]
    assert [column["tests"], counts["pass"], counts["skip"]] == [tests, passed, skipped] and tests == passed + failed + skipped
    assert (rules_of(column), len(column["rules"])) == explained[DRIVERS[driver][1]][1:]


@pytest.mark.parametrize("driver", VULKAN)
def test_columns_of_vulkan_are_of_these_runs(driver, explained):
    column = json.loads((DOCS / "matrix" / f"vulkan-{VULKAN[driver]}.json").read_text(encoding="utf-8"))
    counts, (passed, failed, skipped) = column["counts"], map(number, of({row[0]: row[1:4] for row in rows("vulkan.md", "| driver | of ")}, driver))
    assert [counts["pass"], sum(counts.values()) - counts["pass"] - counts["skip"], counts["skip"]] == [passed, failed, skipped]
    assert column["tests"] == passed + failed + skipped
    if row := explained.get(f"{driver}, lavapipe"):
        assert (failed, rules_of(column), len(column["rules"])) == row


def test_the_matrix_page_counts_its_columns():
    """Rows by their numbers: what is right, wrong and not offered."""
    told = sorted(tuple(map(number, row[1:4])) for row in rows("matrix.md", "| column | right "))
    kept = [json.loads(file.read_text(encoding="utf-8"))["cells"] for file in (DOCS / "matrix").glob("*.json")]
    counted = []
    for cells in kept:  # a line may be of several types and modes
        each = [letters for group, letters in cells.items() for _ in group.split("|")[1].split(" ") for _ in group.split("|")[2].split("/")]
        runs = [(int(count or 1), letter) for letters in each for count, letter in re.findall(r"(\d*)([rwn.])", letters)]
        counted.append(tuple(sum(count for count, letter in runs if letter == one) for one in "rwn"))
    assert told == sorted(counted)
