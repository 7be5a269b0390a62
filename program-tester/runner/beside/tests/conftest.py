# SPDX-License-Identifier: MIT
"""Makes runner and generator importable."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
sys.path[:0] = [str(ROOT / "program-tester"), str(ROOT / "generated-tests")]
