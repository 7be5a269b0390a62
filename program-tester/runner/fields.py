# SPDX-License-Identifier: MIT
"""What records may hold, as tables. A results folder may come from anybody, or from a damaged disk:
whatever reads one goes through these, and gets the fields that are in a table and nothing else. A field
that no table has cannot be used by mistake."""

import dataclasses
import math
import re
import sys
from typing import Any, Callable

from .status import BY_LABEL

Kind = Callable[[Any, str], Any]  # of a value and its name: what is known of it; else a FieldError

MOST = 2**63  # of whole numbers
MOST_SECONDS = 1e12
MOST_LANES = 16  # values of an element
RANGES = re.compile(r"\d{1,9}(?:-\d{1,9})?(?: \d{1,9}(?:-\d{1,9})?)*")  # "0-3 7"
SURROGATE = re.compile("[\ud800-\udfff]")  # a character that UTF-8 does not have


class FieldError(ValueError):
    """A field that holds something else than it should; the message is for people."""


def _need(good: bool, name: str, what: str) -> None:
    if not good:
        raise FieldError(f"{name} is not {what}")


def text(value: Any, name: str) -> str:
    if not isinstance(value, str) or not value.isascii():  # most are
        _need(isinstance(value, str), name, "a string")
        _need(not SURROGATE.search(value), name, "Unicode")
    return str(value)


def word(value: Any, name: str) -> str:
    """A file's name or a word of a command line, whose bytes may be no Unicode."""
    _need(isinstance(value, str), name, "a string")
    _need("\0" not in value, name, "a word of a command line")
    return str(value)


def line(value: Any, name: str) -> str:
    """Text that is not empty and has no line ends."""
    text(value, name)
    if not value or "\n" in value:
        raise FieldError(f"{name} is not one line")
    return str(value)


def path(value: Any, name: str) -> str:
    """Text that may name a file."""
    _need("\0" not in text(value, name), name, "a path")
    return str(value)


def truth(value: Any, name: str) -> bool:
    _need(isinstance(value, bool), name, "true or false")
    return bool(value)


def _number(types: tuple[type, ...], least: float, most: float, what: str) -> Kind:
    """A number within bounds. A comparison takes whole numbers of any size, which few functions do."""

    def read(value: Any, name: str) -> Any:
        good = isinstance(value, types) and not isinstance(value, bool)
        _need(good and least <= value <= most, name, what)
        return value

    return read


integer = _number((int,), -MOST, 2 * MOST - 1, "an integer")
whole = _number((int,), 0, 2 * MOST - 1, "a whole number")
number = _number((int, float), -sys.float_info.max, sys.float_info.max, "a number")
seconds = _number((int, float), 0, MOST_SECONDS, "a number of seconds")


def label(value: Any, name: str) -> str:
    _need(isinstance(value, str) and value in BY_LABEL, name, "a status")
    return str(value)


def anything(value: Any, name: str) -> Any:
    """What somebody else reads."""
    return value


def maybe(kind: Kind) -> Kind:
    """The same, or null."""
    return lambda value, name: None if value is None else kind(value, name)


def each(kind: Kind, least: int = 0) -> Kind:
    """An array of such."""

    def read(value: Any, name: str) -> list[Any]:
        _need(isinstance(value, list), name, "an array")
        _need(len(value) >= least, name, f"an array of {least} or more")
        return [kind(item, f"{name}[{position}]") for position, item in enumerate(value)]

    return read


def values(kind: Kind) -> Kind:
    """An object whose members are all such."""

    def read(value: Any, name: str) -> dict[str, Any]:
        _need(isinstance(value, dict), name, "an object")
        return {text(key, f"a name in {name}"): kind(item, f"{name}.{key}") for key, item in value.items()}

    return read


@dataclasses.dataclass(frozen=True)
class Needed:
    """A field that must be there."""

    kind: Kind


Table = dict[str, "Kind | Needed"]


def table(known: Table) -> Kind:
    """An object with these fields. Others are left out."""
    kinds = {key: kind.kind if isinstance(kind, Needed) else kind for key, kind in known.items()}
    needed = [key for key, kind in known.items() if isinstance(kind, Needed)]

    def read(value: Any, name: str) -> dict[str, Any]:
        _need(isinstance(value, dict), name, "an object")
        for key in needed:
            if key not in value:
                raise FieldError(f"{name}: {key} is missing")
        return {key: kinds[key](item, f"{name}.{key}") for key, item in value.items() if key in kinds}

    return read


def _also(kind: Kind, check: Callable[[Any, str], None]) -> Kind:
    """The same, and what its parts have to do with each other."""

    def read(value: Any, name: str) -> Any:
        found = kind(value, name)
        check(found, name)
        return found

    return read


VALUES = ("expected", "highs", "actual", "values")  # texts of values, of which each element has as many


def _check_values(value: dict[str, Any], name: str) -> None:
    """The texts of values must have equally many, which fit the shape."""
    counts = {len(value[key].split()) for key in VALUES if key in value}
    _need(len(value["shape"]) == 3, f"{name}.shape", "an array of three")
    elements = math.prod(value["shape"])
    count = counts.pop() if len(counts) == 1 else -1
    fits = elements and count % elements == 0 and 1 <= count // elements <= MOST_LANES
    _need(bool(fits), name, "as many values as its shape has")
    channels = value.get("channels")
    _need(channels is None or len(channels) == count // elements, f"{name}.channels", "of its values")
    if "wrong" in value:
        _check_ranges(value["wrong"], count, f"{name}.wrong")


def _check_ranges(ranges: str, count: int, name: str) -> None:
    """Numbers of values, in order."""
    _need(bool(RANGES.fullmatch(ranges)), name, "a list of numbers")
    last = -1
    for part in ranges.split(" "):
        first, _, end = part.partition("-")
        _need(last < int(first) <= int(end or first), name, "in order")
        last = int(end or first)
    _need(last < count, name, "within the values")


def _check_argument(value: dict[str, Any], name: str) -> None:
    """One that tells differences says of how many."""
    for key in ("values", "wrong") if "first" in value else ():
        if key not in value:
            raise FieldError(f"{name}: {key} is missing")


# The tables. docs/results-format.md says what each field means.

IMAGE = table({key: Needed(text) for key in ("type", "order", "data_type")})
TYPE: Table = {"scalar": Needed(text), "shape": Needed(each(whole)), "channels": text, "image": IMAGE}

# Values that were compared, and which differ.
CONTENTS = _also(
    table(
        {
            **TYPE,
            **dict.fromkeys(("expected", "actual", "wrong"), Needed(text)),
            "highs": text,
            "choices": values(text),
        }
    ),
    _check_values,
)
GIVEN = _also(table({**TYPE, "index": Needed(whole), "values": Needed(text)}), _check_values)  # to a test
DIFFERENCE = table({**dict.fromkeys(("at", "expected", "actual"), Needed(text)), "ulp": maybe(number)})
ARGUMENT = _also(
    table(
        {
            "index": Needed(whole),
            **dict.fromkeys(("step", "values", "wrong"), whole),
            "worst_ulp": maybe(number),
            "first": each(DIFFERENCE),
            "actual": text,
            "contents": CONTENTS,
        }
    ),
    _check_argument,
)
ERROR = table({"line": Needed(whole), "column": Needed(whole), "message": Needed(text)})
DETAILS = table(
    {
        "file": path,
        "line": whole,
        "seed": whole,
        "build_log": text,
        "driver_messages": each(text),
        "errors": each(ERROR),
        "arguments": each(ARGUMENT),
        "inputs": each(GIVEN),
    }
)
RESULT = table(
    {
        "test": Needed(line),
        "status": Needed(label),
        "seconds": seconds,
        "details": DETAILS,
        "outcome": label,
        "attempts": each(label),
        **dict.fromkeys(("message", "output", "kernel_log", "signal", "reproduce"), text),
        **dict.fromkeys(("place", "source", "kept_source"), path),
    }
)
DEVICE = values(text)
PLAN = each(line)
END = table({"complete": truth, "have_ended": truth, "seconds": seconds, "time": text})
ASKED = table({"places": each(text), "filter": each(word), "exclude": each(word), "statement": maybe(word)})
_ONE_RUN: Table = {
    **dict.fromkeys(("driver", "host", "python", "commit", "start"), text),
    "cwd": word,
    "tester": path,
    "icd": maybe(path),
    **dict.fromkeys(("platform", "device", "through"), maybe(text)),
    **dict.fromkeys(("dirty", "piglit_compare", "program_cache", "from_binary"), truth),
    **dict.fromkeys(("pid", "seed", "jobs", "repeat", "retries"), whole),
    **dict.fromkeys(("timeout", "seconds"), seconds),
    "shuffle": integer,
    "shard": each(whole),
    "arguments": each(word),
    "roots": values(path),
    "asked": ASKED,
}
RUN = table({**_ONE_RUN, "merged": each(table(_ONE_RUN))})  # a merged one has those that it came from
DOCUMENT = table({"run": RUN, "device": DEVICE, "results": Needed(each(RESULT))})
