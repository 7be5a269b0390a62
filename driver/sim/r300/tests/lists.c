/* SPDX-License-Identifier: MIT */
/* lists.c: the scenes of OpenGL 2.1. */
#include "driver/sim/r300/tests/scenes.h"

const struct scene *const scene_lists[] = {r300_primitives, r300_pixels, r300_programs,
                                           r300_textures, NULL};

const EGLint scene_context[] = {EGL_NONE};

void r300_begin(void)
{
    scene_target(GL_RGBA8, SCENE_SIZE, SCENE_SIZE);
    glClearColor(0.25f, 0.5f, 0.75f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
}

void r300_end(void)
{
    scene_write(SCENE_SIZE, SCENE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE);
}

void r300_square(float size, float z)
{
    glBegin(GL_TRIANGLE_STRIP);
    for (int i = 0; i < 4; i++) {
        const float x = i & 1 ? size : -size, y = i & 2 ? size : -size;
        glTexCoord2f(i & 1 ? 1.0f : 0.0f, i & 2 ? 1.0f : 0.0f);
        glVertex3f(x, y, z);
    }
    glEnd();
}
