# SPDX-License-Identifier: MIT
"""Whether a test notices a device that works by a wrong rule: the test is built by both, and what the device gives of its own is held
against what the right one allows."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from suites import VK_SUITES
from suites.vk.vk_every import keys_of
from testgen.model import Case

Range = tuple[float, float]
Row = list[Range]
_TOKEN = re.compile(r"\([^)]*\)(?:\|\([^)]*\))*|\S+")


class Cell(NamedTuple):
    """A number of a line, or a row of them, with its choices."""

    choices: list[Row]


def _range(text: str) -> Range:
    low, _, high = text.partition("..")
    return float(low), float(high or low)


def _cell(token: str) -> Cell | None:
    """None: the token is a word."""
    try:
        if token.startswith("("):
            return Cell([[_range(one) for one in row.split()] for row in token[1:-1].split(")|(")])
        return Cell([[_range(one)] for one in token.split("|")])
    except ValueError:
        return None


def lines_of(case: Case) -> list[str]:
    """A test, as the rules are now."""
    (test,) = VK_SUITES[case.suite].build([case], False).tests
    return test.lines


def _given(cells: list[Cell], by: str) -> Iterator[list[float]]:
    """The numbers of a line as a device gives them: the middle, or each end of each choice."""
    if by == "middle":
        yield [(low + high) / 2 if low != high else low for cell in cells for low, high in cell.choices[0]]
        return
    for which in range(max(len(cell.choices) for cell in cells)):
        for end in (0, 1):
            yield [one[end] for cell in cells for one in cell.choices[min(which, len(cell.choices) - 1)]]


def _allows(cells: list[Cell], numbers: list[float]) -> bool:
    at = 0
    for cell in cells:
        width = len(cell.choices[0])
        row, at = numbers[at : at + width], at + width
        if not any(all(low <= n <= high or n != n and low != low for n, (low, high) in zip(row, choice)) for choice in cell.choices):
            return False
    assert at == len(numbers), "a line of other numbers"
    return True


def line_notices(right: str, wrong: str, by: str) -> bool:
    """Whether a line with expected numbers refuses what the device gives."""
    cells: list[list[Cell]] = [[], []]
    words: list[list[str]] = [[], []]
    for which, line in enumerate((right, wrong)):
        for token in _TOKEN.findall(line):
            cell = _cell(token)
            if cell:
                cells[which].append(cell)
            else:
                words[which].append(token)
    assert words[0] == words[1], "a line of other words"
    return not all(_allows(cells[0], numbers) for numbers in _given(cells[1], by))


def _table(line: str) -> np.ndarray:
    return np.array(line.split()[4:], dtype=np.int64).reshape(-1, 2)


def _table_notices(right: str, wrong: str, by: str) -> bool:
    """Of all floats: the device stores as each number the float in the middle of those that may be, or the first and the last."""
    allowed, device = _table(right), _table(wrong)
    there = device[:, 0] <= device[:, 1]
    keys = (device.sum(axis=1) // 2)[:, None] if by == "middle" else device
    inside = (allowed[:, :1] <= keys) & (keys <= allowed[:, 1:])
    return not inside[there].all()


def notices(right: list[str], wrong: list[str], by: str) -> bool:
    """Whether the test fails the device."""
    assert len(right) == len(wrong), "a test of other lines"
    found = False
    for one, other in zip(right, wrong):
        if one == other:
            continue
        kind = one.partition(" ")[0]
        if kind == "format:":  # the device has what the wrong rule asks for
            found |= not set(one.split()) <= set(other.split())
        elif one.startswith("arg_in: 2 buffer uint2[") and other.startswith("arg_in: 2 buffer uint2["):
            found |= _table_notices(one, other, by)
        else:
            assert kind in ("arg_out:", "read:"), f"a rule that changes what is given: {one[:100]} // {other[:100]}"
            found |= line_notices(one, other, by)
    return found


assert keys_of(np.array([0.0], np.float32))[0] == 1 << 31  # as tables spell floats
