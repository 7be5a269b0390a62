# SPDX-License-Identifier: MIT
"""What failing tests show: the kind of failure, which must be the same for tests that shall have one
cause, and words for what the wrong values of some tests have in common."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ..attempts import outcome
from ..results import Result
from ..status import Status

WRONG_VALUES = "wrong values"
JUST_BEYOND = "values just beyond what is allowed"
CHANNELS = ("red", "green", "blue", "alpha")
FEW_ULP = 8
NEAR = 4

_EXPECTED = re.compile(r"^expected \(.*?\): (?:\w+: )?(?=\S)")
_PLACE = re.compile(r"^\S+:\d+(:\d+)?: ")
_IN_SOURCES = re.compile(r"(?<= )\S+:\d+:\d+(?: <Spelling=\S+:\d+:\d+>)?: ")  # as compilers name a line
_ERROR = re.compile(r"(\w+) failed: (CL_\w+)")
_NO_ERROR = re.compile(r"(\w+) gave (CL_\w+), but (CL_\w+) was expected")
_INFO = re.compile(r"(?:^|:\d+: )([a-z_]+): ((?:expected (?:at least )?\d+, got \d+|the call succeeds and stores nothing)$)")  # of a step `info`
_VALUES = re.compile(r"values? differs?|has \d+ wrong|values? (is|are) wrong")
_NUMBER = re.compile(r"\d+")
_FORMAT = re.compile(r"\b[A-Z]+\d\w*_(?:[US](?:NORM|SCALED|INT|FLOAT)|SRGB)\w*")  # as Vulkan names it
# The last words of libraries, compilers and languages that give up, and the simulated card's about streams and
# programs.
_LAST_WORDS = re.compile(
    r"[Aa]ssert|panicked at|LLVM ERROR|UNREACHABLE|terminate called|[Uu]nsupported|not supported|Cannot select|FATAL|[Ff]atal|"
    r"corrupt|double free|free\(\): |stack smashing|a command stream (?:failed|is refused)"
)
_HEAP = re.compile(r"corrupted (?:size|double|unsorted)|double free|(?:free|malloc|realloc|munmap_chunk)\(\): |list corrupted")
_VARYING = re.compile(r"\b(?:0x[0-9a-fA-F]+|\d+)\b")
_MOST_WORDS = 160


def said(result: Result) -> str:
    """What a test said, without what an expectation list says of it."""
    return _EXPECTED.sub("", result.message)


def last_words(result: Result) -> str:
    """The line in which a process said why it ends, without its numbers; "" where there is none."""
    for line in result.output.splitlines():
        if _LAST_WORDS.search(line):
            if _HEAP.search(line):  # in whichever list of its blocks the C library noticed it
                return "the heap is destroyed"
            words = _VARYING.sub("N", " ".join(line.split()))
            return words if len(words) <= _MOST_WORDS else words[: _MOST_WORDS - 3] + "..."
    return ""


def kind(result: Result) -> str:
    """What went wrong, without what differs from test to test."""
    status = outcome(result)
    if status is Status.CRASH:
        return f"ends with {result.signal}" if result.signal else "ends"
    if status is Status.TIMEOUT:
        return "does not end"
    text = _IN_SOURCES.sub("", _PLACE.sub("", said(result).partition("\n")[0]))
    for pattern, words in ((_ERROR, "{1}"), (_NO_ERROR, "{1} instead of {2}"), (_INFO, "info: {1}")):
        found = pattern.search(text)
        if found:
            groups = found.groups()
            return _NUMBER.sub("N", words.format(*groups)) if pattern is _INFO else words.format(*groups)
    if result.details.get("arguments") or _VALUES.search(text):
        return WRONG_VALUES
    return _NUMBER.sub("N", _FORMAT.sub("a format", text)) or result.status.label


def kind_and_words(result: Result) -> str:
    """The kind; of a process that ended, with its last words. What destroys memory may end in several ways, so that a test
    that is made smaller need not have the same."""
    words = last_words(result) if outcome(result) is Status.CRASH else ""
    return ": ".join(filter(None, [kind(result), words]))


def calls(results: Iterable[Result]) -> list[str]:
    """The API's functions that messages name, or what was asked of an image, in order."""
    found = set()
    for result in results:
        line = result.message.partition("\n")[0]
        match = _ERROR.search(line) or _NO_ERROR.search(line) or _INFO.search(line)
        if match:
            found.add(match[1])
    return sorted(found)


def _differences(result: Result) -> Iterator[tuple[str, str, str, float]]:
    """Of wrong values: the component, what it should be, what it is, and by how many ulp it is off."""
    for argument in result.details.get("arguments", []):
        for item in argument.get("first", []):
            _, dot, component = str(item.get("at", "")).rpartition(".")
            ulp = item.get("ulp")
            off = math.inf if ulp is None else float(ulp)
            yield (component if dot else "", str(item.get("expected", "")), str(item.get("actual", "")), off)


def components(result: Result) -> frozenset[str]:
    """The components that are wrong in those values that a result tells of."""
    return frozenset(item[0] for item in _differences(result))


def _is_zero(text: str) -> bool:
    try:
        return float(text) == 0
    except ValueError:
        return False


def _is_just_beyond(expected: str, actual: str) -> bool:
    """Whether a value lies near an interval: no further from it than it is wide, NEAR times."""
    try:
        low, high, got = *map(float, expected.split("..")), float(actual)
    except ValueError:
        return False
    near = NEAR * (high - low)
    return low - near <= got <= high + near


def is_just_beyond(result: Result) -> bool:
    """Whether that holds of all wrong values that a result tells of, as of what is computed not quite precisely enough."""
    found = list(_differences(result))
    return bool(found) and all(_is_just_beyond(expected, actual) for _, expected, actual, _ in found)


def _whole(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


def _are_steps(pairs: set[tuple[str, str]]) -> bool:
    """Whether all are integers that are one apart."""
    numbers = [(_whole(expected), _whole(actual)) for expected, actual in pairs]
    return all(e is not None and a is not None and abs(e - a) == 1 for e, a in numbers)


def _is_close(result: Result) -> bool:
    return max((item[3] for item in _differences(result)), default=math.inf) <= FEW_ULP


def _relation(result: Result, are_colours: bool) -> str:
    """What the wrong values of one test have in common; "" where that is nothing."""
    found = list(_differences(result))
    if not found:
        return ""
    components = {item[0] for item in found}
    pairs = {(expected, actual) for _, expected, actual, _ in found}
    who = ""
    if len(components) == 1 and are_colours and components <= set("0123"):
        who = CHANNELS[int(*components)] + " is "
    if len(pairs) == 1:
        expected, actual = next(iter(pairs))
        return f"{who}{actual} instead of {expected}"
    if all(_is_zero(expected) and _is_zero(actual) for expected, actual in pairs):
        return "the sign of zero"
    if {actual for _, actual in pairs} <= {"nan", "-nan"}:
        return f"{who}NaN"
    if max(item[3] for item in found) <= FEW_ULP:
        return f"{who}off by a few ulp"
    if _are_steps(pairs):
        return f"{who}off by one"
    return f"{who}wrong" if who else ""


def relation(results: Sequence[Result], are_colours: bool) -> str:
    """What the wrong values of most tests have in common, and of how many where it is not all; "" where
    there is no such thing."""
    return common([_relation(result, are_colours) for result in results])


def loose_relation(results: Sequence[Result]) -> str:
    """The same where tests differ in components, or only in how little values are off."""
    return common([_relation(result, False) for result in results]) or common(["off by a few ulp" if _is_close(result) else "" for result in results])


def common(said: Sequence[str]) -> str:
    """What at least half of some tests say, with how many where it is not all."""
    words, count = max(Counter(said).items(), key=lambda item: (item[1], item[0]))
    if not words or 2 * count < len(said):
        return ""
    return words if count == len(said) else f"{words} (in {count})"
