/* SPDX-License-Identifier: MIT */
/* scene.h: what scenes of OpenGL are drawn with. Whatever fails ends the program with a message. */
#pragma once

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <stddef.h>

enum { SCENE_SIZE = 64 }; /* pixels of a target's side, where nothing else is said */

struct scene {
    const char *name;
    void (*draw)(void);
};

/* Each ends with NULL. */
extern const struct scene scene_plain[], scene_triangles[], scene_surfaces[], scene_samples[],
    scene_geometry[], scene_patched[], scene_feedback[], scene_multisample[], scene_stores[];
/* The lists that a program draws end with NULL, too. Its contexts have these attributes. */
extern const struct scene *const scene_lists[];
extern const EGLint scene_context[];

/* A texture without levels, and a framebuffer that draws to it; both are bound. */
GLuint scene_target(GLenum format, int width, int height);
/* Writes the framebuffer that is bound to the scene's file, as `type`s of `format`. */
void scene_write(int width, int height, GLenum format, GLenum type);
void scene_write_bytes(const void *bytes, size_t count);
/* The program that is made next has these outputs captured. */
void scene_capture(const char *const *names, GLsizei count, GLenum mode);
/* A program, which is made current. */
GLuint scene_program(const char *vertex, const char *fragment);
GLuint scene_programs(const char *vertex, const char *geometry, const char *fragment);
GLuint scene_patches(const char *vertex, const char *control, const char *evaluation,
                     const char *fragment);
/* A buffer of floats as attribute `index`, of `size` components each. */
GLuint scene_attribute(GLuint index, int size, const float *values, size_t count);
void scene_check(const char *what);

/* triangles.c: a grey target of SCENE_SIZE; writing it. */
void scene_begin(void);
void scene_end(void);
/* Programs of pixels that take colours: smooth, and flat. */
extern const char scene_shade[], scene_flat[];
/* Draws a triangle, or one that is seen in perspective, with a program of pixels. */
void scene_triangle(const char *fragment);
void scene_perspective(const char *fragment);
/* Attributes of vertices of a circle, with colours of their own; each other one lies on a circle
 * of radius `inner` where that is above 0. */
enum { SCENE_RING = 12 };
void scene_ring(float inner);
/* Indices that draws of elements take. */
void scene_indices(const void *indices, size_t bytes);
