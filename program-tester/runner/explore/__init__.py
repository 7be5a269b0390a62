# SPDX-License-Identifier: MIT
"""The explorer: one page that shows a kernel running, made of a trace (ROOTLE_TRACE) and of what the
compiler prints."""
