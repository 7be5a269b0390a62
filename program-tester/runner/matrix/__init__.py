# SPDX-License-Identifier: MIT
"""rootle-matrix: what works on which driver, from results folders."""
