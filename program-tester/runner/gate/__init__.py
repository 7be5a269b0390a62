# SPDX-License-Identifier: MIT
"""Measures runs by others: what differs, and what got worse. Works on results; the terminal, Markdown and a badge tell."""
