# SPDX-License-Identifier: MIT
"""run-tests fuzz: tests by chance, and which distinct faults they find."""
