# SPDX-License-Identifier: MIT
"""Makes the generator's packages importable, and the runner's, which tools here use."""

import sys
from pathlib import Path

GENERATOR = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(GENERATOR))
sys.path.append(str(GENERATOR.parent / "program-tester"))
