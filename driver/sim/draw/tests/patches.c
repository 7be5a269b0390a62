/* SPDX-License-Identifier: MIT */
/* patches.c: tessellated patches. Colours are those of places in the patch, so that it does not
 * matter which triangles fill it; points and lines show where vertices are. */
#include <stdio.h>

#include "driver/sim/raster/tests/scene.h"

static const char control[] =
    "#version 330\n#extension GL_ARB_tessellation_shader : require\n"
    "layout(vertices = 4) out;\n"
    "uniform vec4 outer;\nuniform vec2 inner;\n"
    "void main() {\n"
    "    gl_out[gl_InvocationID].gl_Position =\n"
    "        gl_in[gl_InvocationID].gl_Position;\n"
    "    gl_TessLevelOuter = float[4](outer.x, outer.y, outer.z, outer.w);\n"
    "    gl_TessLevelInner = float[2](inner.x, inner.y); }\n";

/* One patch of four corners, as `layout` says; triangles use three of them. */
static void patch(const char *layout, const float levels[6], const char *fragment)
{
    static const float corners[] = {-0.93f, -0.87f, 0, 1, 0.53f, -0.71f, 0, 1,
                                    -0.49f, 0.83f,  0, 1, 0.97f, 0.99f,  0, 1};
    char evaluation[1024];
    snprintf(evaluation, sizeof(evaluation),
             "#version 330\n#extension GL_ARB_tessellation_shader : require\n"
             "layout(%s) in;\nout vec4 shade;\nflat out vec4 one;\n"
             "void main() {\n"
             "    vec3 at = gl_TessCoord;\n"
             "    vec4 low = mix(gl_in[0].gl_Position, gl_in[1].gl_Position, at.x);\n"
             "    vec4 high = mix(gl_in[2].gl_Position, gl_in[3].gl_Position, at.x);\n"
             "    gl_Position = mix(low, high, at.y); shade = vec4(at.xy, 0.5, 1);\n"
             "    one = vec4(1, 0.5, 0, 1); }\n",
             layout);
    scene_begin();
    const GLuint program = scene_patches("#version 330\nlayout(location = 0) in vec4 position;\n"
                                         "void main() { gl_Position = position; }\n",
                                         control, evaluation, fragment);
    glUniform4fv(glGetUniformLocation(program, "outer"), 1, levels);
    glUniform2fv(glGetUniformLocation(program, "inner"), 1, levels + 4);
    scene_attribute(0, 4, corners, 16);
    glPatchParameteri(GL_PATCH_VERTICES, 4);
    glDrawArrays(GL_PATCHES, 0, 4);
    scene_end();
}

static void quads(void)
{
    patch("quads", (const float[6]){3, 5, 2, 7, 4, 6}, scene_shade);
}

static void quads_odd(void)
{
    patch("quads, fractional_odd_spacing", (const float[6]){3.3f, 5.7f, 2.1f, 7, 4.6f, 6.2f},
          scene_shade);
}

static void triangles(void)
{
    patch("triangles", (const float[6]){3, 5, 2, 0, 4, 0}, scene_shade);
}

static void triangles_even(void)
{
    patch("triangles, fractional_even_spacing", (const float[6]){3.3f, 5.7f, 2.1f, 0, 6.5f, 0},
          scene_shade);
}

static void quad_points(void)
{
    patch("quads, point_mode", (const float[6]){3, 5, 2, 7, 4, 6}, scene_flat);
}

static void triangle_points(void)
{
    patch("triangles, point_mode", (const float[6]){3, 5, 2, 0, 6, 0}, scene_flat);
}

static void isolines(void)
{
    patch("isolines", (const float[6]){5, 7, 0, 0, 0, 0}, scene_flat);
}

/* No triangle faces away, and so none is culled; nor is a patch drawn whose factor is 0. */
static void winding(void)
{
    glEnable(GL_CULL_FACE);
    patch("quads, ccw", (const float[6]){3, 5, 2, 7, 4, 6}, scene_shade);
    patch("triangles, cw", (const float[6]){3, 5, 2, 0, 4, 0}, scene_shade);
    patch("quads, ccw", (const float[6]){3, 0, 2, 7, 4, 6}, scene_shade);
}

const struct scene scene_patched[] = {{"quads", quads},
                                      {"quads-odd", quads_odd},
                                      {"triangles", triangles},
                                      {"triangles-even", triangles_even},
                                      {"quad-points", quad_points},
                                      {"triangle-points", triangle_points},
                                      {"isolines", isolines},
                                      {"winding", winding},
                                      {0}};
