# SPDX-License-Identifier: MIT
"""One combination in three APIs: the tests of OpenCL, OpenGL and Vulkan that read the same texels at the same coordinates."""
