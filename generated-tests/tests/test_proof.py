# SPDX-License-Identifier: MIT
"""Examples of faults are proved: values that drivers gave (examples.json, which prove-examples --keep writes) fail their tests, and pass where
the wrong rule that is told of them stands in the model."""

import importlib.util
import json
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

from explain import proof
from explain.deviations import DEVIATIONS

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = json.loads((ROOT / "generated-tests" / "tests" / "examples.json").read_text(encoding="utf-8"))
JUDGE = ROOT / "build" / "program-tester" / "rootle-judge"
needs_judge = pytest.mark.skipif(not JUDGE.exists(), reason="rootle-judge is not built")


@pytest.fixture(scope="module")
def tool():
    loader = SourceFileLoader("prove_examples", str(ROOT / "generated-tests" / "prove-examples"))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules[loader.name] = module  # where dataclasses look
    loader.exec_module(module)
    return module


@needs_judge
@pytest.mark.parametrize("kept", EXAMPLES, ids=lambda kept: f"{kept['test']} {kept['rule']}")
def test_what_was_proved_is_so_still(tool, kept):
    assert tool.verdict(kept["test"], kept["rule"], kept["values"], False, tool.judged) == tool.PROVED


@needs_judge
def test_another_rule_is_not_proved(tool):
    layers = [kept for kept in EXAMPLES if kept["rule"].startswith("layer ")]
    told = [tool.verdict(kept["test"], other, kept["values"], False, tool.judged) for kept in layers for other in ("layer repeated (8.4)", "layer not rounded (8.4)")]
    assert tool.PROVED not in told and any(one.startswith("with the wrong rule it fails, too: argument 0: [") for one in told)


@needs_judge
def test_an_example_that_passes_is_not_proved(tool):
    test, rule = EXAMPLES[0]["test"], EXAMPLES[0]["rule"]
    assert tool.verdict(test, rule, EXAMPLES[0]["values"], False, lambda text, name, values: "") == "the example does not fail"


def test_a_rule_that_the_test_does_not_show_is_not_proved(tool):
    told = tool.verdict(EXAMPLES[0]["test"], "filter weight swapped (8.2)", "", False, None)
    assert told == "the wrong rule changes nothing that is expected"


def test_a_rule_is_found_by_what_is_told_of_it():
    for one in DEVIATIONS:
        assert proof.deviation_of(f"{one.name} ({one.section}), in 5 of 9 tests that were tried") is one
    assert proof.deviation_of("the moon is full (8.2)") is None


@pytest.mark.parametrize(
    ("wrong", "asks_the_same"),
    [("arg_out: 0 buffer int[2] 1 \\\n 2\n", True), ("arg_out: 0 buffer int[3] 1 2 3\n", False), ("arg_out: 0 buffer int[2] 1 2\narg_in: 1 int 4\n", False)],
)
def test_only_what_is_expected_may_differ(wrong, asks_the_same):
    files = proof.Files("arg_out: 0 buffer int[2] 3 4\n", wrong)
    assert files.tells_them_apart and files.asks_the_same == asks_the_same


def test_the_model_is_as_it_was_afterwards():
    case = proof.case_of(EXAMPLES[0]["test"])
    deviation = proof.deviation_of(EXAMPLES[0]["rule"])
    first, second = proof.files(case, deviation, False), proof.files(case, deviation, False)
    assert first == second and first.tells_them_apart
