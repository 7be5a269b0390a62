# SPDX-License-Identifier: MIT
"""Tests on other machines, or behind a wrapper: the runner stays here, and rootle-board runs there (docs/boards.md)."""
