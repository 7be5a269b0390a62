# SPDX-License-Identifier: MIT
"""run-tests beside: the tests of OpenCL, OpenGL and Vulkan of one combination."""
