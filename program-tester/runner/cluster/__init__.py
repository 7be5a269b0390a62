# SPDX-License-Identifier: MIT
"""Runs tests on several machines: docs/cluster.md."""
