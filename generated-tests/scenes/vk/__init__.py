# SPDX-License-Identifier: MIT
"""Scenes of Vulkan: the same images, buffers and steps, by Vulkan's rules (suites/vk), as programs of GLSL.

    model       formats of Vulkan, and steps that OpenCL lacks
    play        what a driver must give at each step
    render      a scene as a test file
    chance      scenes by chance
"""
