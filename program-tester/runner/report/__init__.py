# SPDX-License-Identifier: MIT
"""Shows results: in a terminal, as a site of static pages, and in the formats of other tools. Works
on what a results folder holds, and runs nothing."""

EXPORTS = ("junit", "tap", "csv")  # formats of other tools; exports.py has a writer for each
