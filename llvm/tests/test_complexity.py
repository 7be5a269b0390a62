# SPDX-License-Identifier: MIT
"""The verdict of complexity.py must not depend on what else the machine does."""

import importlib.util
import random
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

PATH = Path(__file__).with_name("complexity.py")
SPEC = importlib.util.spec_from_file_location("complexity", PATH)
assert SPEC and SPEC.loader
complexity = importlib.util.module_from_spec(SPEC)
sys.modules["complexity"] = complexity
SPEC.loader.exec_module(complexity)

SEEDS = range(500)


def busy(seconds: float, seed: int) -> Callable[[], float]:
    """A compile that every other time takes up to twice as long, and now and then 20 times."""
    generator = random.Random(seed)

    def once() -> float:
        kind = generator.random()
        if kind < 0.02:
            return seconds * 20
        return seconds * (generator.uniform(1, 2) if kind < 0.5 else generator.uniform(1, 1.1))

    return once


def faults(small: float, large: float) -> int:
    return sum(
        complexity.measure(busy(small, seed), busy(large, seed + 1000)).is_fault for seed in SEEDS
    )


@pytest.mark.parametrize("seconds", [0.1, 1.0])
def test_linear_passes(seconds: float) -> None:
    assert faults(seconds, 4.5 * seconds) == 0


@pytest.mark.parametrize("seconds", [0.1, 1.0])
def test_square_is_a_fault(seconds: float) -> None:
    assert faults(seconds, 16 * seconds) >= 0.99 * len(SEEDS)


def test_all_that_is_too_slow_was_measured_often() -> None:
    counts = {"small": 0, "large": 0}

    def count(what: str, seconds: float) -> float:
        counts[what] += 1
        return seconds

    growth = complexity.measure(lambda: count("small", 0.1), lambda: count("large", 1.6))
    assert growth.is_fault
    again = complexity.MOST_TURNS - complexity.TURNS
    assert counts == {"small": complexity.TURNS + again, "large": 1 + again}


class Loaded(complexity.Compiler):  # type: ignore[misc, name-defined]
    """One that takes a time that grows with the square, whatever instructions it takes."""

    def __init__(self, counts: dict[str, int | None]) -> None:
        self.counts = counts

    def run(self, text: str, *words: str, counter: tuple[str, ...] = ()) -> complexity.Result:
        seconds = {"once": 1.0, "four times": 16.0}[text]
        return complexity.Result(seconds, 0, "")

    def instructions(self, text: str, *words: str) -> int | None:
        return self.counts["empty" if text == complexity.EMPTY else text]


@pytest.mark.parametrize(
    ("large", "fault"),
    [
        (5100, ""),
        (16100, "4 times the code takes 16.0 times the instructions"),
        (None, "4 times the code takes 16.0 times as long"),
    ],
)
def test_instructions_are_the_verdict(large: int | None, fault: str) -> None:
    compiler = Loaded({"empty": 100, "once": 1100, "four times": large})

    def make(size: int) -> str:
        return "four times" if size == complexity.GROWTH else "once"

    assert complexity.growth_fault(compiler, 0.0, 1, make) == fault


@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is not installed")
def test_instructions_are_counted(tmp_path: Path) -> None:
    compiler = complexity.Compiler("/bin/echo", tmp_path)
    count = compiler.instructions("some text")
    assert count and 10_000 < count < 100_000_000
