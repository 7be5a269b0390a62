# SPDX-License-Identifier: MIT
"""What tests show: which statements of the specification, and which single wrong rule gives what a driver gave."""
