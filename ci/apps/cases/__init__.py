# SPDX-License-Identifier: MIT
"""The cases, a module for each application."""
