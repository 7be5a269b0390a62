# SPDX-License-Identifier: MIT
"""Shows results as a site of static pages, and in the formats of other tools. Works on what a results folder holds, and runs nothing."""
