/* SPDX-License-Identifier: MIT */
/* programs_images.c: filters of an image of RGBA bytes. */
#include <math.h>
#include <stdlib.h>

#include "driver/bench/programs.h"

/* Rows of the image that are checked: every CHECKED_th. */
enum { SIZE = 1024, TAPS = 4, CHECKED = 61 };

static const float space = 0.125f, colour = 20.0f;

static void prepare(struct program_run *run)
{
    uint8_t *texels = program_room((size_t)SIZE * SIZE * 4);
    uint32_t state = 1;
    for (size_t i = 0; i < (size_t)SIZE * SIZE * 4; i++)
        texels[i] = (uint8_t)((i / 4 % SIZE / 8 + i / (4 * SIZE) / 8) * 40 % 200 +
                              (program_random(&state) >> 27));
    run->data = texels;
    run->source = host_image(run->host, CL_RGBA, CL_UNORM_INT8, SIZE, SIZE, texels);
    run->result = host_image(run->host, CL_RGBA, CL_UNORM_INT8, SIZE, SIZE, NULL);
    run->spare = host_image(run->host, CL_RGBA, CL_FLOAT, SIZE, SIZE, NULL);
    if (!run->source || !run->spare || !run->result)
        host_die("no RGBA images");
}

static float weight(int tap)
{
    float sum = 0.0f;
    for (int i = -TAPS; i <= TAPS; i++)
        sum += expf((float)(-i * i) / 8.0f);
    return expf((float)(-tap * tap) / 8.0f) / sum;
}

static cl_mem weights;

void gaussian_prepare(struct program_run *run)
{
    float values[2 * TAPS + 1];
    prepare(run);
    for (int i = -TAPS; i <= TAPS; i++)
        values[i + TAPS] = weight(i);
    weights = host_buffer(run->host, sizeof values, values);
}

static void pass(struct program_run *run, cl_mem from, cl_mem to, cl_int x, cl_int y)
{
    const cl_int2 step = {{x, y}};
    host_set_mem(run->kernel, 0, from);
    host_set_mem(run->kernel, 1, to);
    host_set_mem(run->kernel, 2, weights);
    program_set(run, 3, sizeof step, &step);
    program_launch(run, SIZE, SIZE, 0);
}

void gaussian_go(struct program_run *run)
{
    pass(run, run->source, run->spare, 1, 0);
    pass(run, run->spare, run->result, 0, 1);
}

static int edge(int at)
{
    return at < 0 ? 0 : at >= SIZE ? SIZE - 1 : at;
}

static float texel(const struct program_run *run, int x, int y, int channel)
{
    const uint8_t *texels = run->data;
    return (float)texels[((size_t)edge(y) * SIZE + (size_t)edge(x)) * 4 + (size_t)channel] / 255.0f;
}

static float gaussian_at(const struct program_run *run, int x, int y, int channel)
{
    float sum = 0.0f;
    for (int j = -TAPS; j <= TAPS; j++)
        for (int i = -TAPS; i <= TAPS; i++)
            sum += weight(i) * weight(j) * texel(run, x + i, y + j, channel);
    return sum;
}

static float bilateral_at(const struct program_run *run, int x, int y, int channel)
{
    float sum = 0.0f, all = 0.0f;
    for (int j = -2; j <= 2; j++)
        for (int i = -2; i <= 2; i++) {
            float apart = 0.0f;
            for (int c = 0; c < 4; c++) {
                const float d = texel(run, x + i, y + j, c) - texel(run, x, y, c);
                apart += d * d;
            }
            const float w = expf(-(float)(i * i + j * j) * space - apart * colour);
            sum += w * texel(run, x + i, y + j, channel);
            all += w;
        }
    return sum / all;
}

/* Every CHECKED_th texel is what `at` says, to one step of a byte. */
static void check(const struct program_run *run,
                  float (*at)(const struct program_run *, int, int, int))
{
    const size_t origin[3] = {0}, region[3] = {SIZE, SIZE, 1};
    uint8_t *result = program_room((size_t)SIZE * SIZE * 4);
    host_check(clEnqueueReadImage(run->host->queue, run->result, CL_TRUE, origin, region, 0, 0,
                                  result, 0, NULL, NULL),
               "clEnqueueReadImage");
    for (int i = 0; i < SIZE * SIZE; i += CHECKED)
        for (int c = 0; c < 4; c++) {
            const float expected = at(run, i % SIZE, i / SIZE, c) * 255.0f;
            if (!(fabsf((float)result[i * 4 + c] - expected) < 1.0f))
                host_die("texel %d, %d, channel %d: %d instead of %g", i % SIZE, i / SIZE, c,
                         result[i * 4 + c], (double)expected);
        }
    free(result);
}

void gaussian_check(struct program_run *run)
{
    check(run, gaussian_at);
}

void bilateral_prepare(struct program_run *run)
{
    prepare(run);
    host_set_mem(run->kernel, 0, run->source);
    host_set_mem(run->kernel, 1, run->result);
    program_set(run, 2, sizeof space, &space);
    program_set(run, 3, sizeof colour, &colour);
}

void bilateral_go(struct program_run *run)
{
    program_launch(run, SIZE, SIZE, 0);
}

void bilateral_check(struct program_run *run)
{
    check(run, bilateral_at);
}
