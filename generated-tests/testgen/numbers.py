# SPDX-License-Identifier: MIT
"""Numbers as a test file spells them."""

from imagespec.arrays import Array
from imagespec.interval import Interval

_DIGITS = {2: "%.5g", 4: "%.9g", 8: "%.17g"}  # that read back as the same number


def text(values: Array) -> str:
    """The numbers of an array, in order."""
    flat = values.ravel()
    form = "%d" if flat.dtype.kind in "iu" else _DIGITS[flat.dtype.itemsize]
    return " ".join([form] * flat.size) % tuple(flat.tolist())


def _ranges(interval: Interval) -> list[str]:
    """LOW..HIGH of each number, or one number where both are the same."""
    low = text(interval.low).split()
    if interval.low is interval.high or interval.low.tobytes() == interval.high.tobytes():
        return low
    return [a if a == b else f"{a}..{b}" for a, b in zip(low, text(interval.high).split())]


def _rows(values: list[str], width: int) -> list[str]:
    return [" ".join(values[at : at + width]) for at in range(0, len(values), width)]


def interval_text(interval: Interval) -> str:
    """LOW..HIGH, or one number where both are the same; A|B where there are several choices, and
    (A B)|(C D) where those of a row belong together."""
    choices = [_ranges(choice) for choice in interval.choices]
    if interval.together:
        choices = [_rows(choice, interval.low.shape[-1]) for choice in choices]
    found = []
    for several in zip(*choices):
        some = list(dict.fromkeys(several))
        group = interval.together and len(some) > 1
        found.append("|".join(f"({one})" if group else one for one in some))
    return " ".join(found)


def sign_of_zero(*found: Array | Interval) -> str:
    """What follows expected values where a zero among them has a sign."""
    ends = [
        end
        for one in found
        for choice in (one.choices if isinstance(one, Interval) else [Interval.exactly(one)])
        for end in (choice.low, choice.high)
    ]
    return " signed_zero" if any(e.dtype.kind == "f" and (e == 0).any() for e in ends) else ""
