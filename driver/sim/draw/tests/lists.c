/* SPDX-License-Identifier: MIT */
/* lists.c: the scenes of OpenGL 3.3. */
#include "driver/sim/raster/tests/scene.h"

const struct scene *const scene_lists[] = {
    scene_plain,   scene_triangles, scene_surfaces,    scene_samples, scene_geometry,
    scene_patched, scene_feedback,  scene_multisample, scene_stores,  NULL};

const EGLint scene_context[] = {EGL_CONTEXT_MAJOR_VERSION,
                                3,
                                EGL_CONTEXT_MINOR_VERSION,
                                3,
                                EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                EGL_NONE};
