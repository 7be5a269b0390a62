# SPDX-License-Identifier: MIT
"""Opens annexes (ci/annexes.txt): packages that running and judging tests do without. One that is not installed is said."""

import importlib
import importlib.util
from types import ModuleType

from .prepare import PrepareError

EXPORTS = ("junit", "tap", "csv")  # formats of other tools, which report/exports.py writes


class AnnexError(PrepareError):
    """Something was asked for that an annex does, which is not installed."""


def find(module: str) -> ModuleType | None:
    """A module, as report.site; None: its package is not installed."""
    spec = importlib.util.find_spec(f"{__package__}.{module.partition('.')[0]}")
    if spec is None or spec.loader is None:  # no loader: a folder without a package
        return None
    return importlib.import_module(f"{__package__}.{module}")


def need(module: str) -> ModuleType:
    """A module; AnnexError where its package is not installed."""
    found = find(module)
    if found is None:
        raise AnnexError(f"the annex program-tester/runner/{module.partition('.')[0]} is not installed")
    return found
