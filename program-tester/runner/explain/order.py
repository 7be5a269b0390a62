# SPDX-License-Identifier: MIT
"""The order of rules: those of most tests first, but before what is made of something that fails, too, that by itself. A wrong min()
breaks half of a library, and a wrong rint() the layers of images: the rule that is about it has few tests, and says what is wrong."""

from collections.abc import Callable, Collection, Sequence
from typing import Protocol, TypeVar

from .axes import family_of

EXACT = frozenset(("convert", "integer", "relational"))  # families of functions that a library makes others of
MADE = frozenset(("maths", "ulps"))  # and of those others
LAYER, WHOLE = "layer coordinate", "whole"
RINT = {"function": "rint", "rounding": "_rte"}


class Ruled(Protocol):
    """What of a fault its place depends on."""

    conditions: list[tuple[str, list[str], bool]]
    tests: list[str]


Some = TypeVar("Some", bound=Ruled)


def _is_of(families: Collection[str]) -> Callable[[Ruled], bool]:
    return lambda fault: all(family_of(test) in families for test in fault.tests)


def _is_between_layers(fault: Ruled) -> bool:
    """Section 8.4: a layer is selected by "rint(w)"."""
    return any(axis == LAYER and (WHOLE in values) == are_others for axis, values, are_others in fault.conditions)


def _is_of_rint(fault: Ruled) -> bool:
    return any(not are_others and values == [RINT.get(axis)] for axis, values, are_others in fault.conditions)


# Pairs of functions, the first of which is made of the second.
_MADE_OF = ((_is_of(MADE), _is_of(EXACT)), (_is_between_layers, _is_of_rint))


def ordered(faults: Sequence[Some]) -> list[Some]:
    """The same faults, each behind those that it may come of."""
    found: dict[int, Some] = {}
    for fault in faults:
        ways = [is_part for is_whole, is_part in _MADE_OF if is_whole(fault)]
        parts = [part for part in faults if part is not fault and any(is_part(part) for is_part in ways)]
        found |= {id(one): one for one in (*parts, fault) if id(one) not in found}
    return list(found.values())
