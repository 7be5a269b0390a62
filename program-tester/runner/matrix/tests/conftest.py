# SPDX-License-Identifier: MIT
"""Makes the runner importable, and lends tests the browser."""

import sys
from pathlib import Path

RUNNER = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(RUNNER.parent), str(RUNNER / "report" / "tests")]

from browser import fixture_browser  # noqa: E402, F401  # behind the path that leads to it

__all__ = ["fixture_browser"]  # for pytest, which finds it here
