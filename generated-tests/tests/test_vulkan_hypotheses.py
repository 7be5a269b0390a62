# SPDX-License-Identifier: MIT
"""Values that a wrong rule of Vulkan's gives are told from those of the right ones, and named."""

import numpy as np
import pytest

from explain import hypotheses
from explain.vk_deviations import VK_DEVIATIONS
from explain.vk_hypotheses import VK_ASKS
from suites import VK_SUITES
from suites.vk import vk_facts
from testgen import cover


def values_of(question):
    """What a driver gives that follows the model as it is now: the middle of its first choice."""
    found = question.values(True)
    if found.low.dtype.kind != "f":
        return found.low
    return ((found.low.astype(float) + found.high) / 2).astype(np.float32)


@pytest.fixture(scope="module")
def cases():
    """Some of each family, robust ones and those of packed formats among them."""
    return {name: cover.sample(list(VK_SUITES[name].cases()), 1, 1) for name in VK_ASKS}


@pytest.mark.parametrize("deviation", [one for one in VK_DEVIATIONS if set(one.families) & set(VK_ASKS)], ids=lambda item: item.name)
def test_each_wrong_rule_is_named(deviation, cases):
    for case in [case for name in deviation.families for case in cases.get(name, ())]:
        question = hypotheses.ASKS[case.suite](case, False)
        if question is None or not question.takes(deviation):
            continue
        right = question.values(False)
        with deviation.applied():
            given = values_of(question)
        if not np.isnan(given.astype(float)).any() and not right.contains(given.astype(right.low.dtype)).all():
            text = " ".join(str(value) for value in given.ravel())
            names = hypotheses.explain({case: text}, False)[case]
            assert f"{deviation.name} ({deviation.section})" in names
            return
    pytest.fail("no test has other values by it")


@pytest.mark.parametrize(("name", "components"), (
    ("R5G6B5_UNORM_PACK16", "numbers of five and six bits"), ("R16G16_SFLOAT", "halves and smaller floats"), ("R32_SFLOAT", "floats of 32 bits"),
    ("A2B10G10R10_UNORM_PACK32", "numbers of 10 bits"), ("R8G8B8A8_SRGB", "numbers of 8 bits"), ("R8_UINT", "integers"),
    ("E5B9G9R9_UFLOAT_PACK32", "halves and smaller floats"), ("X8_D24_UNORM_PACK32", "numbers of 24 bits"),
))  # fmt: skip
def test_facts_of_components(name, components):
    assert vk_facts.facts({"format": name, "filter": "linear"}) == {"components": components, "read": "blends"}


def test_facts_of_reads():
    about = {"format": "R8_UNORM", "filter": "nearest"}
    assert vk_facts.facts(about)["read"] == "takes one"
    assert vk_facts.facts({**about, "function": "textureGatherOffset"})["read"] == "selects"
    assert vk_facts.facts({**about, "filter": "linear", "operator": "min"})["read"] == "selects"
    assert vk_facts.facts({**about, "mip": "linear"})["read"] == "blends"


def test_the_model_is_as_it_was(cases):
    """Behind a wrong rule, whose images are forgotten."""
    case = cases["vk-sample"][0]
    before = hypotheses.ASKS[case.suite](case, False).values(False)
    for deviation in VK_DEVIATIONS:
        with deviation.applied():
            pass
    after = hypotheses.ASKS[case.suite](case, False).values(False)
    assert (before.low == after.low).all() and (before.high == after.high).all()
