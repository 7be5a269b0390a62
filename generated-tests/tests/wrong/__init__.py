# SPDX-License-Identifier: MIT
"""Rules of Vulkan's oracle, each made wrong in turn, and the judge of whether tests notice it."""
