# SPDX-License-Identifier: MIT
"""Measures runs by others: what differs, what got worse, and which commit did it. Works on results; the terminal, Markdown and a
badge tell."""
