# SPDX-License-Identifier: MIT
"""The verdict of complexity.py must not depend on what else the machine does."""

from __future__ import annotations

import importlib.util
import random
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
