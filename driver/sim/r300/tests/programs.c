/* SPDX-License-Identifier: MIT */
/* programs.c: programs of GLSL 1.20. */
#include "driver/sim/r300/tests/scenes.h"

static const char plain_vertex[] = "#version 120\n"
                                   "varying vec2 at;\n"
                                   "void main() {\n"
                                   "    at = gl_Vertex.xy;\n"
                                   "    gl_Position = gl_Vertex;\n"
                                   "}\n";

static void fragment(const char *source)
{
    r300_begin();
    const GLuint program = scene_program(plain_vertex, source);
    glUniform1i(glGetUniformLocation(program, "rounds"), 5);
    glUniform4f(glGetUniformLocation(program, "color"), 0.2f, 0.4f, 0.91f, 1.0f);
    r300_square(0.9f, 0);
    r300_end();
}

static void vertex(const char *source)
{
    static const char shade[] = "#version 120\n"
                                "varying vec4 shade;\n"
                                "void main() { gl_FragColor = shade; }\n";
    r300_begin();
    const GLuint program = scene_program(source, shade);
    glUniform1i(glGetUniformLocation(program, "rounds"), 5);
    glUniform1f(glGetUniformLocation(program, "turn"), 0.7f);
    r300_square(0.7f, 0.1f);
    r300_end();
}

static void uniform(void)
{
    fragment("#version 120\nuniform vec4 color;\nvoid main() { gl_FragColor = color; }\n");
}

static void math(void)
{
    fragment("#version 120\nvarying vec2 at;\n"
             "void main() {\n"
             "    vec3 n = normalize(vec3(at, 0.5));\n"
             "    gl_FragColor = vec4(sin(at.x * 3.0) * 0.5 + 0.5, pow(abs(at.y), 1.5),\n"
             "                        exp2(-dot(n, n) * length(at)), fract(at.x * 4.0));\n"
             "}\n");
}

static void branches(void)
{
    fragment("#version 120\nvarying vec2 at;\n"
             "void main() {\n"
             "    vec4 c = vec4(0.0, 0.0, 0.0, 1.0);\n"
             "    if (at.x > 0.0) { c.r = 1.0; if (at.y > 0.2) c.g = 0.5; else c.b = at.x; }\n"
             "    else { c.g = at.y < -0.3 ? 1.0 : 0.25; }\n"
             "    gl_FragColor = c;\n"
             "}\n");
}

static void loops(void)
{
    fragment("#version 120\nvarying vec2 at;\nuniform int rounds;\n"
             "void main() {\n"
             "    float sum = 0.0;\n"
             "    for (int i = 0; i < rounds; i++) {\n"
             "        if (sum > 0.6 + at.y) break;\n"
             "        sum += 0.1 + 0.1 * at.x;\n"
             "    }\n"
             "    gl_FragColor = vec4(sum, 1.0 - sum, 0.0, 1.0);\n"
             "}\n");
}

static void discards(void)
{
    fragment("#version 120\nvarying vec2 at;\n"
             "void main() {\n"
             "    if (dot(at, at) > 0.4) discard;\n"
             "    gl_FragColor = vec4(1.0, 0.5, 0.0, 1.0);\n"
             "}\n");
}

static void differences(void)
{
    fragment("#version 120\nvarying vec2 at;\n"
             "void main() {\n"
             "    gl_FragColor = vec4(dFdx(at.x) * 20.0, dFdy(at.y) * 20.0, fwidth(at.x * at.y) * "
             "9.0, 1.0);\n"
             "}\n");
}

static void coordinates(void)
{
    fragment("#version 120\nvoid main() {\n"
             "    gl_FragColor = vec4(gl_FragCoord.xy / 64.0, gl_FragCoord.z, 1.0);\n"
             "}\n");
}

static void facing(void)
{
    static const char face[] = "#version 120\nvoid main() {\n"
                               "    gl_FragColor = gl_FrontFacing ? vec4(1.0) : vec4(0.0);\n"
                               "}\n";
    r300_begin();
    scene_program(plain_vertex, face);
    glBegin(GL_TRIANGLES);
    glVertex2f(-0.9f, -0.9f);
    glVertex2f(0.1f, -0.8f);
    glVertex2f(-0.5f, 0.3f);
    glVertex2f(0.9f, 0.9f);
    glVertex2f(0.8f, -0.8f);
    glVertex2f(0.1f, 0.3f);
    glEnd();
    glBegin(GL_TRIANGLES);
    glVertex2f(-0.9f, 0.4f);
    glVertex2f(-0.8f, 0.9f);
    glVertex2f(0, 0.8f);
    glEnd();
    r300_end();
}

static void depths(void)
{
    GLuint buffer;
    r300_begin();
    glGenRenderbuffers(1, &buffer);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, SCENE_SIZE, SCENE_SIZE);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffer);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    scene_program(plain_vertex, "#version 120\nvarying vec2 at;\nvoid main() {\n"
                                "    gl_FragDepth = at.x * 0.5 + 0.5;\n"
                                "    gl_FragColor = vec4(1.0, 0.0, 0.0, 1.0);\n}\n");
    r300_square(0.9f, 0);
    glUseProgram(0);
    glColor3f(0, 1, 0);
    r300_square(0.6f, 0.2f);
    r300_end();
}

static void vertex_math(void)
{
    vertex("#version 120\nuniform float turn;\nvarying vec4 shade;\n"
           "void main() {\n"
           "    mat2 m = mat2(cos(turn), sin(turn), -sin(turn), cos(turn));\n"
           "    gl_Position = vec4(m * gl_Vertex.xy, gl_Vertex.z, 1.2);\n"
           "    shade = vec4(abs(gl_Vertex.xy), pow(0.5 + gl_Vertex.x * 0.3, 2.0), 1.0);\n"
           "}\n");
}

static void vertex_loop(void)
{
    vertex("#version 120\nuniform int rounds;\nvarying vec4 shade;\n"
           "void main() {\n"
           "    vec4 sum = vec4(0.0);\n"
           "    for (int i = 0; i < rounds; i++) sum += vec4(0.1, 0.05, 0.02 * gl_Vertex.x, 0.2);\n"
           "    shade = sum;\n"
           "    gl_Position = gl_Vertex;\n"
           "}\n");
}

static void vertex_loops(void)
{
    vertex("#version 120\nuniform int rounds;\nvarying vec4 shade;\n"
           "void main() {\n"
           "    float sum = 0.0;\n"
           "    for (int i = 0; i < rounds; i++)\n"
           "        for (int k = 0; k < rounds; k++) {\n"
           "            if (k > i) break;\n"
           "            sum += 0.062;\n"
           "        }\n"
           "    shade = vec4(sum, 1.0 - sum, 0.5, 1.0);\n"
           "    gl_Position = gl_Vertex;\n"
           "}\n");
}

static void vertex_branches(void)
{
    vertex("#version 120\nvarying vec4 shade;\n"
           "void main() {\n"
           "    shade = vec4(0.0, 0.0, 0.0, 1.0);\n"
           "    if (gl_Vertex.x > 0.0) {\n"
           "        shade.r = 1.0;\n"
           "        if (gl_Vertex.y > 0.0) shade.g = 1.0; else shade.b = 0.5;\n"
           "    } else\n"
           "        shade.b = 1.0;\n"
           "    gl_Position = gl_Vertex;\n"
           "}\n");
}

static void vertex_indexed(void)
{
    vertex("#version 120\nuniform float turn;\nvarying vec4 shade;\n"
           "uniform vec4 table[4];\n"
           "void main() {\n"
           "    int i = int(gl_Vertex.x + 1.5);\n"
           "    shade = table[i] + vec4(0.25 * float(i), turn, 0.0, 1.0);\n"
           "    gl_Position = gl_Vertex;\n"
           "}\n");
}

/* Odd sizes at middles of pixels: others are rounded by OpenGL, and by no R500. */
static void point_sizes(void)
{
    r300_begin();
    scene_program("#version 120\nvarying vec4 shade;\nvoid main() {\n"
                  "    gl_Position = gl_Vertex;\n"
                  "    gl_PointSize = 1.0 + 2.0 * floor(6.0 * abs(gl_Vertex.x));\n"
                  "    shade = vec4(1.0, abs(gl_Vertex.yx), 1.0);\n}\n",
                  "#version 120\nvarying vec4 shade;\nvoid main() { gl_FragColor = shade; }\n");
    glEnable(GL_VERTEX_PROGRAM_POINT_SIZE);
    glBegin(GL_POINTS);
    for (int i = 0; i < 7; i++)
        glVertex2f((float)(9 * i - 27) / 32 + 1 / 64.0f, (float)(20 - 7 * i) / 32 + 1 / 64.0f);
    glEnd();
    r300_end();
}

static void targets(void)
{
    static const GLenum buffers[2] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    GLuint texture;
    r300_begin();
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SCENE_SIZE, SCENE_SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, texture, 0);
    glDrawBuffers(2, buffers);
    glClear(GL_COLOR_BUFFER_BIT);
    scene_program(plain_vertex, "#version 120\nvarying vec2 at;\nvoid main() {\n"
                                "    gl_FragData[0] = vec4(1.0, 0.0, 0.5, 1.0);\n"
                                "    gl_FragData[1] = vec4(abs(at), 1.0, 0.5);\n}\n");
    r300_square(0.7f, 0);
    r300_end();
    glReadBuffer(GL_COLOR_ATTACHMENT1);
    r300_end();
}

const struct scene r300_programs[] = {{"uniform", uniform},
                                      {"fragment-math", math},
                                      {"fragment-branches", branches},
                                      {"fragment-loops", loops},
                                      {"discard", discards},
                                      {"differences", differences},
                                      {"fragment-position", coordinates},
                                      {"facing", facing},
                                      {"fragment-depths", depths},
                                      {"vertex-math", vertex_math},
                                      {"vertex-loop", vertex_loop},
                                      {"vertex-loops", vertex_loops},
                                      {"vertex-branches", vertex_branches},
                                      {"vertex-indexed", vertex_indexed},
                                      {"point-sizes", point_sizes},
                                      {"targets", targets},
                                      {0}};
