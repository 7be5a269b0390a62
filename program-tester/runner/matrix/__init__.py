# SPDX-License-Identifier: MIT
"""run-tests matrix: what works on which driver, from results folders."""
