# SPDX-License-Identifier: MIT
"""The test runner behind run-tests and ci/gate.

To run: discovery finds tests, order arranges them, execution runs them in workers that speak
protocol (cluster does so elsewhere), attempts and expectations judge what comes. To keep: record
writes a results folder, results reads it. To show: summary computes, show prints; report/ has the
rest. Only the standard library is used, except by cluster and report.
"""
