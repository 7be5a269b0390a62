# SPDX-License-Identifier: MIT
"""What records may hold, as tables. A results folder may come from anybody, or from a damaged disk:
each field that we know is looked at when it is read, so that nothing else needs to doubt it. Fields
that are not known are ignored."""

from __future__ import annotations

import math
import re
from typing import Any, Callable, Iterable, Mapping

from .status import BY_LABEL

Check = Callable[[Any, str], None]  # of a value and its name; FieldError says what is wrong

MOST = 2**63  # of whole numbers
MOST_LANES = 16  # values of an element
RANGES = re.compile(r"\d{1,9}(?:-\d{1,9})?(?: \d{1,9}(?:-\d{1,9})?)*")  # "0-3 7"
SURROGATE = re.compile("[\ud800-\udfff]")  # a character that UTF-8 does not have


class FieldError(ValueError):
    """A field that holds something else than it should; the message is for people."""


def _need(good: bool, name: str, what: str) -> None:
    if not good:
        raise FieldError(f"{name} is not {what}")


def text(value: Any, name: str) -> None:
    if not isinstance(value, str) or not value.isascii():  # most are
        _need(isinstance(value, str), name, "a string")
        _need(not SURROGATE.search(value), name, "Unicode")


def line(value: Any, name: str) -> None:
    """Text that is not empty and has no line ends."""
    text(value, name)
    if not value or "\n" in value:
        raise FieldError(f"{name} is not one line")


def truth(value: Any, name: str) -> None:
    _need(isinstance(value, bool), name, "true or false")


def integer(value: Any, name: str) -> None:
    good = isinstance(value, int) and not isinstance(value, bool) and -MOST <= value < 2 * MOST
    _need(good, name, "an integer")


def whole(value: Any, name: str) -> None:
    integer(value, name)
    _need(value >= 0, name, "a whole number")


def number(value: Any, name: str) -> None:
    good = isinstance(value, (int, float)) and not isinstance(value, bool)
    _need(good and math.isfinite(value), name, "a number")


def seconds(value: Any, name: str) -> None:
    number(value, name)
    _need(0 <= value < 1e12, name, "a number of seconds")


def label(value: Any, name: str) -> None:
    _need(isinstance(value, str) and value in BY_LABEL, name, "a status")


def maybe(check: Check) -> Check:
    """The same, or null."""
    return lambda value, name: None if value is None else check(value, name)


def each(check: Check) -> Check:
    """An array of such."""

    def check_all(value: Any, name: str) -> None:
        _need(isinstance(value, list), name, "an array")
        for position, item in enumerate(value):
            check(item, f"{name}[{position}]")

    return check_all


def values(check: Check) -> Check:
    """An object whose members are all such."""

    def check_all(value: Any, name: str) -> None:
        _need(isinstance(value, dict), name, "an object")
        for key, item in value.items():
            text(key, f"a name in {name}")
            check(item, f"{name}.{key}")

    return check_all


def fields(known: Mapping[str, Check], needed: Iterable[str] = ()) -> Check:
    """An object with these members, of which some are needed."""

    def check_all(value: Any, name: str) -> None:
        _need(isinstance(value, dict), name, "an object")
        for key in needed:
            if key not in value:
                raise FieldError(f"{name}: {key} is missing")
        for key, item in value.items():
            check = known.get(key)
            if check is not None:
                check(item, f"{name}.{key}")

    return check_all


IMAGE = fields({"type": text, "order": text, "data_type": text}, ("type", "order", "data_type"))
TYPE = {"scalar": text, "shape": each(whole), "channels": text, "image": IMAGE}


def _check_values(value: dict[str, Any], names: Iterable[str], name: str) -> int:
    """The texts of values must have equally many, which fit the shape. Returns how many."""
    counts = {len(value[key].split()) for key in names if key in value}
    _need(len(value["shape"]) == 3, f"{name}.shape", "an array of three")
    elements = math.prod(value["shape"])
    count = counts.pop() if len(counts) == 1 else -1
    fits = elements and count % elements == 0 and 1 <= count // elements <= MOST_LANES
    _need(bool(fits), name, "as many values as its shape has")
    channels = value.get("channels")
    fits = channels is None or len(channels) == count // elements
    _need(fits, f"{name}.channels", "of its values")
    return count


def contents(value: Any, name: str) -> None:
    """Values that were compared, and which differ."""
    texts = ("expected", "highs", "actual")
    known = {**TYPE, **dict.fromkeys(texts, text), "wrong": text}
    fields(known, ("scalar", "shape", "expected", "actual", "wrong"))(value, name)
    count = _check_values(value, texts, name)
    _need(bool(RANGES.fullmatch(value["wrong"])), f"{name}.wrong", "a list of numbers")
    last = -1
    for part in value["wrong"].split(" "):
        first, _, end = part.partition("-")
        _need(last < int(first) <= int(end or first), f"{name}.wrong", "in order")
        last = int(end or first)
    _need(last < count, f"{name}.wrong", "within the values")


def given(value: Any, name: str) -> None:
    """An image that a test was given."""
    known = {**TYPE, "index": whole, "values": text}
    fields(known, ("index", "scalar", "shape", "values"))(value, name)
    _check_values(value, ("values",), name)


def argument(value: Any, name: str) -> None:
    """What came of comparing an argument."""
    known = {
        "index": whole,
        "step": whole,
        "values": whole,
        "wrong": whole,
        "worst_ulp": maybe(number),
        "first": each(DIFFERENCE),
        "actual": text,
        "contents": contents,
    }
    told = isinstance(value, dict) and "first" in value
    fields(known, ("index", "values", "wrong") if told else ("index",))(value, name)


DIFFERENCE = fields(
    {"at": text, "expected": text, "actual": text, "ulp": maybe(number)},
    ("at", "expected", "actual"),
)
ERROR = fields({"line": whole, "column": whole, "message": text}, ("line", "column", "message"))
DETAILS = fields(
    {
        "file": text,
        "line": whole,
        "seed": whole,
        "build_log": text,
        "driver_messages": each(text),
        "errors": each(ERROR),
        "arguments": each(argument),
        "inputs": each(given),
    }
)
TEXTS = ("message", "place", "output", "kernel_log", "signal", "reproduce", "source", "kept_source")
RESULT = fields(
    {
        "test": line,
        "status": label,
        "seconds": seconds,
        "details": DETAILS,
        "outcome": label,
        "attempts": each(label),
        **dict.fromkeys(TEXTS, text),
    },
    ("test", "status"),
)
DEVICE = values(text)
PLAN = each(line)
END = fields({"complete": truth, "have_ended": truth, "seconds": seconds, "time": text})


def run(value: Any, name: str) -> None:
    """How a run was made; a merged one has those that it came from."""
    RUN(value, name)


RUN = fields(
    {
        **dict.fromkeys(("driver", "cwd", "host", "python", "tester", "commit", "start"), text),
        **dict.fromkeys(("icd", "platform", "device", "through"), maybe(text)),
        **dict.fromkeys(("dirty", "piglit_compare", "program_cache", "from_binary"), truth),
        **dict.fromkeys(("pid", "seed", "jobs", "repeat", "retries"), whole),
        **dict.fromkeys(("timeout", "seconds"), seconds),
        "shuffle": integer,
        "shard": each(whole),
        "arguments": each(text),
        "roots": values(text),
        "merged": each(run),
    }
)
