# SPDX-License-Identifier: MIT
"""Files for bug reports: a failing test with all that somebody needs to see it fail."""
