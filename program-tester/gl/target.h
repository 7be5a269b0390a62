/* SPDX-License-Identifier: MIT */
/* target.h: the kinds of textures, by the types of the uniforms that use them. */
#pragma once

#include <epoxy/gl.h>

#include "program-tester/parse/plan.h"

struct pt_gl_target {
    GLenum target;
    const char *name;        /* as GLSL's types end: 2D, CubeArray */
    cl_mem_object_type type; /* of image arguments that may be used so */
    unsigned dimensions;     /* of storage: width, height or layers, depth or layers */
    unsigned faces;          /* layers are multiples of this number; 0: any number */
    const char *position;    /* of texel p, a uvec3, for image functions */
};

/* The target that a uniform of that type uses; NULL: it is neither texture nor image. *image: it is
 * an image. */
const struct pt_gl_target *pt_gl_target_of(GLenum uniform_type, bool *image);
