# SPDX-License-Identifier: MIT
"""run-tests reduce: failing tests made small, while they fail the same way."""
