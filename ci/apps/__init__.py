# SPDX-License-Identifier: MIT
"""Applications that nobody here wrote, run as they are on an OpenCL driver: what ci/applications does."""
