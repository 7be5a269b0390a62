# SPDX-License-Identifier: MIT
"""Writes the skeletons of tests."""
