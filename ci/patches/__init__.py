# SPDX-License-Identifier: MIT
"""Patches that mend what the reports say of other projects: what ci/upstream does."""
