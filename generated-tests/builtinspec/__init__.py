# SPDX-License-Identifier: MIT
"""What OpenCL C 1.2's built-in functions return, on exact numbers: Python's integers and fractions.

    scalars      the scalar types
    conversion   convert_*() with rounding and saturation; halves (6.2.3, 6.12.7)
    integers     integer functions (6.12.3)
    relations    relational functions (6.12.6)
"""
