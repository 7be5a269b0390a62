# SPDX-License-Identifier: MIT
"""What ci/differential takes for explained: rows of its table, held against what the tester says of wrong values."""

import argparse
import importlib.machinery
import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[1] / "differential"
TEST = "read/1d/read_imageui-float/mirrored_repeat-nearest-normalized.cl::R-UNSIGNED_INT32/edges/power"


@pytest.fixture(scope="module", name="differential")
def fixture_differential():
    loader = importlib.machinery.SourceFileLoader("differential", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("differential", loader))
    sys.modules["differential"] = module
    loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("line", "is_alpha"),
    [
        ("argument 0: 14 of 56 values differ, first at [0].3: expected 1, got 0", True),
        ("[1].3: expected 1, got 0 (8 million ulp)", True),
        ("[1].2: expected 1, got 0", False),
        ("[6]: expected (5 0 0 1) or (7 0 0 1), got (7 0 0 0)", True),
        ("[6]: expected (5 0 0 1) or (7 0 0 1), got (5 0 0 0)", True),
        ("[6]: expected (5 0 0 1) or (7 0 0 1) or (-nan 0 0 1), got (-nan 0 0 0)", True),
        ("argument 0: 1 of 4 values differ, first at [0]: expected (5 0 0 1) or (7 0 0 1), got (7 0 0 0)", True),
        ("[6]: expected (5 0 0 1) or (7 0 0 1), got (6 0 0 0)", False),
        ("[6]: expected (5 0 0 1) or (7 0 0 1), got (7 0 1 0)", False),
        ("[6]: expected (5 1) or (7 1), got (7 0)", False),
    ],
)
def test_alpha_alone_is_wrong(differential, line, is_alpha):
    assert differential.is_of_alpha(line) == is_alpha


def test_a_row_of_alpha_explains_no_other_channel(differential):
    rule = differential.Rule(["*::R-*"], "alpha")
    right = "[6]: expected (5 0 0 1) or (7 0 0 1), got (7 0 0 0)"
    assert rule.explains(TEST, differential.Result("fail", ["[0].3: expected 1, got 0", right]))
    assert not rule.explains(TEST, differential.Result("fail", [right, "[7]: expected (5 0 0 1) or (7 0 0 1), got (9 0 0 0)"]))
    assert not rule.explains(TEST, differential.Result("crash", [right]))


def test_the_page_has_rows(differential):
    rows = differential.read_rules(SCRIPT.parents[1] / "docs" / "known-differences.md")
    assert len(rows) > 5 and {row.differs for row in rows} == {"alpha", "any", "call", "crash"}


def test_shards_share_the_files(differential):
    files = list(range(10))
    parts = [files[differential.shard(f"{part}/3")] for part in (1, 2, 3)]
    assert sorted(sum(parts, [])) == files and all(len(part) >= 3 for part in parts)
    for text in ("0/3", "4/3", "1", "1/3/5", "-1/3"):
        with pytest.raises(argparse.ArgumentTypeError):
            differential.shard(text)
