# SPDX-License-Identifier: MIT
"""The test runner behind run-tests.

discovery finds tests, execution runs them in workers that speak protocol, results holds what came
of them, summary computes and show prints. Only the standard library is used.
"""
