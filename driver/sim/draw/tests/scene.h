/* SPDX-License-Identifier: MIT */
/* scene.h: what scenes of OpenGL are drawn with. Whatever fails ends the program with a message. */
#ifndef ROOTLE_SIM_DRAW_TESTS_SCENE_H
#define ROOTLE_SIM_DRAW_TESTS_SCENE_H

#include <epoxy/egl.h>
#include <epoxy/gl.h>

enum { SCENE_SIZE = 64 }; /* pixels of a target's side, where nothing else is said */

struct scene {
    const char *name;
    void (*draw)(void);
};

extern const struct scene scene_plain[], scene_triangles[]; /* ends with NULL */

/* A texture without levels, and a framebuffer that draws to it; both are bound. */
GLuint scene_target(GLenum format, int width, int height);
/* Writes the framebuffer that is bound to the scene's file, as `type`s of `format`. */
void scene_write(int width, int height, GLenum format, GLenum type);
/* A program, which is made current. */
GLuint scene_program(const char *vertex, const char *fragment);
/* A buffer of floats as attribute `index`, of `size` components each. */
GLuint scene_attribute(GLuint index, int size, const float *values, size_t count);
void scene_check(const char *what);

#endif
