# SPDX-License-Identifier: MIT
"""Finds the packages where the script finds them."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "ci"), str(ROOT / "program-tester")]
