# SPDX-License-Identifier: MIT
"""Finds the commit that changed the verdict of a test: ci/gate, docs/running.md."""
