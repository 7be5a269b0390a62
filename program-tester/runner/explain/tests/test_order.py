# SPDX-License-Identifier: MIT
"""The order of rules."""

import dataclasses

from runner.explain.order import ordered


@dataclasses.dataclass
class Rule:
    """As much of a fault as its place depends on."""

    name: str
    tests: list
    conditions: list = dataclasses.field(default_factory=list)


IMAGES = Rule("images", ["read/2d/a.cl::a"])
BOUNDS = Rule("bounds", ["ulps/double/exp2.cl::double3/special"])
EXACT = Rule("exact", ["integer/min.cl::int8"])
LAYERS = Rule("layers", ["read/2d_array/a.cl::a"], [("layer coordinate", ["whole"], True)])
WHOLE_LAYERS = Rule("whole layers", ["read/2d_array/b.cl::a"], [("layer coordinate", ["whole"], False)])
RINT = Rule("rint", ["convert/float-to-int.cl::convert_int2_rte"], [("rounding", ["_rte"], False)])
OTHER_ROUNDING = Rule("rtp", ["convert/float-to-int.cl::convert_int2_rtp"], [("rounding", ["_rtp"], False)])


def names(*rules):
    return [rule.name for rule in ordered(rules)]


def test_rules_stay_where_nothing_is_made_of_another():
    assert names(IMAGES, EXACT) == ["images", "exact"]
    assert names(LAYERS, EXACT, OTHER_ROUNDING) == ["layers", "exact", "rtp"]
    assert names(WHOLE_LAYERS, RINT) == ["whole layers", "rint"]


def test_exact_functions_come_before_those_that_are_made_of_them():
    assert names(IMAGES, BOUNDS, EXACT) == ["images", "exact", "bounds"]


def test_rounding_comes_before_layers_that_are_selected_by_it():
    assert names(LAYERS, IMAGES, RINT) == ["rint", "layers", "images"]


def test_alike_rules_keep_their_order():
    other = Rule("other", ["convert/char-to-int.cl::convert_int"])
    assert names(BOUNDS, EXACT, other, BOUNDS) == ["exact", "other", "bounds"]
