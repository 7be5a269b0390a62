# SPDX-License-Identifier: MIT
"""How tests are chosen and written.

    model     cases, suites and test files
    cover     pairwise samples
    numbers   numbers as a test file spells them
    output    files on disk, written only where they change
"""
