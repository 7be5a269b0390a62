# SPDX-License-Identifier: MIT
"""What differs between a launch on two drivers."""

import dataclasses
import enum
import math

import numpy

from .. import formats
from .states import Argument, State, StateError, are_floats
from .thumbnails import marks_of
from .values import Array, ulps


class Verdict(enum.IntEnum):
    """How well two drivers agree; larger is worse."""

    EXACT = 0
    WITHIN = 1
    BEYOND = 2
    NOT_RUN = 3


@dataclasses.dataclass(frozen=True)
class Allowed:
    """What is taken for precision: the language gives no bound for a whole kernel."""

    ulp: float = 4
    steps: int = 1  # of normalized images


@dataclasses.dataclass(frozen=True)
class Difference:
    """Of one argument."""

    verdict: Verdict
    argument: Argument
    count: int = 0  # of values that differ beyond what is allowed, or at all
    total: int = 0
    place: str = ""
    left: str = ""
    right: str = ""
    apart: str = ""
    is_guess: bool = False  # the type is not known
    is_cancelled: bool = False  # it is small beside what was there before
    is_retyped: bool = False  # what the kernel calls bytes are floats
    marks: Array | None = dataclasses.field(default=None, compare=False, repr=False)  # a picture of where, of images

    def __str__(self) -> str:
        name = f" {self.argument.name!r}" if self.argument.name else ""
        cancelled = ", of sums that cancel: little beside what was there before" if self.is_cancelled else ""
        unknown = " of an unknown type" if self.is_guess else " of bytes that are floats" if self.is_retyped else ""
        return (
            f"argument {self.argument.index}{name}{unknown}: {self.count} of {self.total} values differ, "
            f"first at {self.place}: {self.left} and {self.right}{self.apart}{cancelled}"
        )


def _place(argument: Argument, index: int) -> str:
    lanes = argument.type.size // argument.type.dtype.itemsize
    element, lane = divmod(index, lanes)
    suffix = f".{lane}" if lanes > 1 else ""
    if argument.form != "image":
        return f"[{element}]{suffix}"
    for level in range(argument.levels):
        size = math.prod(argument.extents(level))
        if element < size or level == argument.levels - 1:
            break
        element -= size
    width, rows, _ = argument.extents(level)
    x, y, z = element % width, element // width % rows, element // width // rows
    return f"({x}, {y}, {z}){f' of level {level}' if argument.levels > 1 else ''}{suffix}"


def _distances(argument: Argument, left: Array, right: Array) -> tuple[Array, str]:
    """How far values are apart, and in what."""
    if argument.type.is_float:
        return ulps(left, right), "ulp"
    return numpy.abs(left.astype(numpy.float64) - right.astype(numpy.float64)), "steps"


def _limit(argument: Argument, allowed: Allowed) -> float:
    if argument.type.is_float:
        return allowed.ulp
    if argument.form == "image" and argument.data_type:
        found = formats.DATA_TYPES[argument.data_type]
        if found.stores in ("UNORM", "SNORM") and not found.is_packed:
            return allowed.steps
    return 0


def _differ(left: Array, right: Array) -> Array:
    """Which values have not the same bytes."""
    found: Array = left.view(f"V{left.itemsize}") != right.view(f"V{right.itemsize}")
    return found


def _changed(argument: Argument, after: Array) -> Array:
    """Which values the launch has changed: what differed before it, and was left alone, is not the launch's."""
    before = argument.values("before")
    return _differ(before, after) if len(before) == len(after) else numpy.ones(len(after), bool)


def _cancels(argument: Argument, left: Array, right: Array, which: Array, allowed: Allowed) -> bool:
    """Whether values are so far apart only because they are small beside those in their place before, as where a launch adds to these."""
    before = argument.values("before")
    if not argument.type.is_float or len(before) != len(left):
        return False
    with numpy.errstate(all="ignore"):
        far = numpy.abs(left[which].astype(numpy.float64) - right[which].astype(numpy.float64)) / numpy.spacing(numpy.abs(before[which]))
    return bool((far <= allowed.ulp).all())


def _typed(left: Argument, right: Argument) -> Argument:
    """The argument; where its type is not known, and all that differs is floats of common sizes, as floats. So are bytes, where all that was
    written to them is."""
    if left.is_known:
        found = left.as_written
        return found if right.as_written.type == found.type else left
    ours, theirs = left.values("after"), right.as_type("uint").values("after")
    if left.type.scalar != "uint" or len(ours) != len(theirs):
        return left
    return left.as_type("float") if are_floats(numpy.concatenate([ours[ours != theirs], theirs[ours != theirs]])) else left


def of_arguments(left: Argument, right: Argument, allowed: Allowed) -> Difference:
    """What a launch left in an argument on two drivers."""
    if left.told["after"] == right.told["after"]:
        return Difference(Verdict.EXACT, left)
    named, is_guess = left.type, not left.is_known
    left = _typed(left, right)
    right = right.as_type(str(left.told.get("type", "")))
    ours, theirs = left.values("after"), right.values("after")
    if len(ours) != len(theirs):
        raise StateError(f"argument {left.index} has two sizes")
    apart, unit = _distances(left, ours, theirs)
    limit = _limit(left, allowed)
    different = _differ(ours, theirs) & (_changed(left, ours) | _changed(right, theirs))
    if not different.any():
        return Difference(Verdict.EXACT, left)
    beyond = different & (apart > limit)
    verdict = Verdict.BEYOND if beyond.any() else Verdict.WITHIN
    which = beyond if beyond.any() else different
    index = int(numpy.argmax(which))
    cancels = verdict == Verdict.BEYOND and _cancels(left, ours, theirs, which, allowed)
    far = f", {apart[index]:.0f} {unit} apart" if numpy.isfinite(apart[index]) else ""
    return Difference(verdict, left, int(which.sum()), len(ours), _place(left, index), str(ours[index]), str(theirs[index]), far, is_guess, cancels,
                      not is_guess and left.type != named, marks_of(left, which) if left.form == "image" else None)  # fmt: skip


def of_states(left: State, right: State | None, allowed: Allowed) -> tuple[Verdict, list[Difference]]:
    """All that differs, the worst first."""
    if right is None or right.told["error"] or left.told["error"]:
        return Verdict.NOT_RUN, []
    found = []
    for ours, theirs in zip(left.objects, right.objects, strict=False):
        if ours.is_memory and theirs.is_memory:
            try:
                found.append(of_arguments(ours, theirs, allowed))
            except (OSError, StateError):
                return Verdict.NOT_RUN, []
    found = sorted((one for one in found if one.verdict), key=lambda one: -one.verdict)
    return (found[0].verdict if found else Verdict.EXACT), found
