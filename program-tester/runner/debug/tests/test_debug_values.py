# SPDX-License-Identifier: MIT
"""What is shown of random kernels' variables is what the kernels print of them; measure.py runs more of them. A quarter of
the optimised kernels is run, all with ROOTLE_LONG_TESTS=1."""

import os

import pytest
from debugged import ICD


LONG = os.environ.get("ROOTLE_LONG_TESTS") == "1"
OPTIMISED = [4, 8, 240, 247, 248, 266, 273, 285, 286, 299, 312, 351, 407, 428, 436, 443, 465, 481, 560, 600, 635, 1009, 1049, 1126, 1368, 1537, 1879, 1966, 1982, 2076, 2806, 3107, 3144, 3535, 3865, 4079, 4093, 5443, 5488, 6318, 6324]

FEW_LINES = {4093}  # most of its code is in branches that nobody takes


@pytest.mark.parametrize(("seed", "noopt"), [(3, True), (343, True), *((seed, False) for seed in OPTIMISED[:: 1 if LONG else 4])])
def test_nothing_wrong_is_shown(seed, noopt):
    if not ICD.exists():
        pytest.skip(f"{ICD} is not built")
    from measure import measure

    result = measure(seed, noopt)
    assert result.faults == []
    assert (result.wrong, result.right > 0) == (0, True)
    assert result.lines_hit > (0 if seed in FEW_LINES else result.lines // 2)
    if noopt:
        assert (result.gone, result.lines_run_hit) == (0, result.lines_run)


def test_variables_of_a_branch_that_is_always_taken_stay():
    """LLVM merges the branch, and two of its lines begin at no code."""
    if not ICD.exists():
        pytest.skip(f"{ICD} is not built")
    from measure import measure

    result = measure(817, True)
    assert (result.faults, result.gone, result.lines_run - result.lines_run_hit) == ([], 0, 2)
