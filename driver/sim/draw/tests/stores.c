/* SPDX-License-Identifier: MIT */
/* stores.c: what programs store: counters, images, and how many work-items of compute ran. */
#include "driver/sim/raster/tests/scene.h"

/* Pixels count themselves: those beside a triangle, which are computed for differences, do not. */
static void counted(void)
{
    GLuint counter;
    const GLuint *counts;
    const GLuint zero = 0;
    scene_begin();
    glGenBuffers(1, &counter);
    glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, counter);
    glBufferData(GL_ATOMIC_COUNTER_BUFFER, sizeof(zero), &zero, GL_STATIC_DRAW);
    scene_triangle("#version 330\n#extension GL_ARB_shader_atomic_counters : require\n"
                   "layout(binding = 0) uniform atomic_uint counter;\n"
                   "in vec4 shade;\nout vec4 result;\n"
                   "void main() { if (shade.x > 0.3) discard;\n"
                   "    atomicCounterIncrement(counter); result = vec4(1, 1, 0, 1); }\n");
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    counts = glMapBufferRange(GL_ATOMIC_COUNTER_BUFFER, 0, sizeof(zero), GL_MAP_READ_BIT);
    glClearColor((float)(*counts & 255u) / 255, (float)(*counts >> 8 & 255u) / 255, 0, 1);
    glUnmapBuffer(GL_ATOMIC_COUNTER_BUFFER);
    glClear(GL_COLOR_BUFFER_BIT);
    scene_end();
}

static void stored(void)
{
    GLuint texture;
    scene_begin();
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32UI, SCENE_SIZE, SCENE_SIZE);
    glBindImageTexture(0, texture, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
    scene_triangle("#version 330\n#extension GL_ARB_shader_image_load_store : require\n"
                   "layout(r32ui) uniform uimage2D image;\nout vec4 result;\n"
                   "void main() { ivec2 at = ivec2(gl_FragCoord.xy);\n"
                   "    imageStore(image, at.yx, uvec4(at.x * 3 + at.y));\n"
                   "    result = vec4(0); }\n");
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    scene_triangle("#version 330\n#extension GL_ARB_shader_image_load_store : require\n"
                   "layout(r32ui) uniform uimage2D image;\nout vec4 result;\n"
                   "void main() { uint number = imageLoad(image, ivec2(gl_FragCoord.yx)).x;\n"
                   "    result = vec4(number & 255u, number >> 8, 0, 255) / 255.0; }\n");
    scene_end();
}

/* Each pixel of a triangle takes a number of its own, in a loop that pixels beside it must not run.
 */
static void numbered(void)
{
    GLuint texture;
    const GLuint first = 0xffffffffu;
    scene_begin();
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32UI, 1, 1);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, &first);
    glBindImageTexture(0, texture, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
    scene_triangle("#version 330\n#extension GL_ARB_shader_image_load_store : require\n"
                   "layout(r32ui) uniform uimage2D image;\nout vec4 result;\n"
                   "void main() { uint old, now = 0xffffffffu;\n"
                   "    do { old = now; now = imageAtomicMin(image, ivec2(0), now - 1u); }\n"
                   "    while (now != old);\n"
                   "    result = vec4(0); }\n");
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    scene_triangle(
        "#version 330\n#extension GL_ARB_shader_image_load_store : require\n"
        "layout(r32ui) uniform uimage2D image;\nout vec4 result;\n"
        "void main() { uint number = ~imageLoad(image, ivec2(0)).x;\n"
        "    result = vec4(number & 255u, number >> 8 & 255u, number >> 16, 255) / 255.0; }\n");
    scene_end();
}

/* Work-items of compute that a query counts. */
static void items_counted(void)
{
    static const char source[] = "#version 330\n#extension GL_ARB_compute_shader : require\n"
                                 "layout(local_size_x = 7, local_size_y = 3) in;\n"
                                 "void main() {}\n";
    const char *const text = source;
    const GLuint shader = glCreateShader(GL_COMPUTE_SHADER), program = glCreateProgram();
    GLuint query;
    GLuint64 count = 0;
    scene_begin();
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glLinkProgram(program);
    glUseProgram(program);
    glGenQueries(1, &query);
    glBeginQuery(GL_COMPUTE_SHADER_INVOCATIONS_ARB, query);
    glDispatchCompute(5, 4, 3);
    glEndQuery(GL_COMPUTE_SHADER_INVOCATIONS_ARB);
    glGetQueryObjectui64v(query, GL_QUERY_RESULT, &count);
    scene_check("a query of work-items");
    scene_write_bytes(&count, sizeof(count));
}

const struct scene scene_stores[] = {{"counted", counted},
                                     {"stored", stored},
                                     {"numbered", numbered},
                                     {"items-counted", items_counted},
                                     {0}};
