# SPDX-License-Identifier: MIT
"""Tests as scenes: images, buffers, and steps of host and kernels, which the model of the specification
plays, whatever the steps are. Tests are made smaller, and made by chance, as scenes.

    model       what a scene is, as Python and as JSON
    play        what a driver must give at each step
    render      a scene as a test file
    of_case     scenes of generated tests
    chance      scenes by chance
    serve       all of this for other programs, by lines of JSON
"""
