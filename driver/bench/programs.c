/* SPDX-License-Identifier: MIT */
/* programs.c: programs on buffers, and the table of all. */
#include "driver/bench/programs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"

enum {
    FFT = 1 << 18,
    NUMBERS = 1 << 22,
    BINS = 256,
    EACH = 64,
    SORTED = 1 << 18,
    POINTS = 1 << 18,
    CENTRES = 32
};

uint32_t program_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

void *program_room(size_t size)
{
    void *room = malloc(size);
    if (!room)
        host_die("out of memory");
    return room;
}

void program_launch(const struct program_run *run, size_t count, size_t rows, size_t group)
{
    const size_t global[2] = {count, rows}, local[2] = {group, 1};
    host_check(clEnqueueNDRangeKernel(run->host->queue, run->kernel, rows > 1 ? 2 : 1, NULL, global,
                                      group ? local : NULL, 0, NULL, NULL),
               "clEnqueueNDRangeKernel");
}

void program_set(const struct program_run *run, cl_uint index, size_t size, const void *value)
{
    host_check(clSetKernelArg(run->kernel, index, size, value), "clSetKernelArg");
}

static void read_back(const struct program_run *run, cl_mem buffer, size_t size, void *data)
{
    host_check(clEnqueueReadBuffer(run->host->queue, buffer, CL_TRUE, 0, size, data, 0, NULL, NULL),
               "clEnqueueReadBuffer");
}

static void restore(const struct program_run *run, cl_mem buffer, size_t size, const void *data)
{
    host_check(
        clEnqueueWriteBuffer(run->host->queue, buffer, CL_TRUE, 0, size, data, 0, NULL, NULL),
        "clEnqueueWriteBuffer");
}

static uint32_t *random_numbers(size_t count)
{
    uint32_t *numbers = program_room(count * sizeof *numbers), state = 5;
    for (size_t i = 0; i < count; i++)
        numbers[i] = program_random(&state);
    return numbers;
}

/* Random numbers in [0, 1). */
static float *random_floats(size_t count)
{
    uint32_t *numbers = random_numbers(count);
    float *values = program_room(count * sizeof *values);
    for (size_t i = 0; i < count; i++)
        values[i] = (float)(numbers[i] >> 8) / (1 << 24);
    free(numbers);
    return values;
}

/* ---- Fourier transform ---- */

static void fft_prepare(struct program_run *run)
{
    run->data = random_floats(2 * FFT);
    run->source = host_buffer(run->host, FFT * sizeof(cl_float2), run->data);
    run->spare = host_buffer(run->host, FFT * sizeof(cl_float2), NULL);
    run->result = host_buffer(run->host, FFT * sizeof(cl_float2), NULL);
}

static void fft_go(struct program_run *run)
{
    const cl_uint count = FFT;
    cl_mem from = run->source, to = run->result;
    for (cl_uint half = 1; half < count; half *= 2) {
        host_set_mem(run->kernel, 0, from);
        host_set_mem(run->kernel, 1, to);
        program_set(run, 2, sizeof half, &half);
        program_set(run, 3, sizeof count, &count);
        program_launch(run, FFT / 2, 1, 0);
        from = to;
        to = to == run->result ? run->spare : run->result;
    }
}

/* Some of the sums, by their definition. There are 18 passes: the last one writes to `spare`. */
static void fft_check(struct program_run *run)
{
    static const size_t bins[] = {0, 1, 2, 77, 1024, FFT / 2, FFT / 2 + 1, FFT - 1};
    const float *data = run->data;
    float *result = program_room(FFT * sizeof(cl_float2));
    read_back(run, run->spare, FFT * sizeof(cl_float2), result);
    for (size_t b = 0; b < COUNT(bins); b++) {
        double re = 0, im = 0;
        for (size_t i = 0; i < FFT; i++) {
            const double angle = -2 * M_PI * (double)(bins[b] * i % FFT) / FFT;
            re += data[2 * i] * cos(angle) - data[2 * i + 1] * sin(angle);
            im += data[2 * i] * sin(angle) + data[2 * i + 1] * cos(angle);
        }
        /* native_sin is good for some 2^-20 of the largest number */
        if (!(hypot(re - result[2 * bins[b]], im - result[2 * bins[b] + 1]) < 0.5))
            host_die("bin %zu: %g, %g instead of %g, %g", bins[b], (double)result[2 * bins[b]],
                     (double)result[2 * bins[b] + 1], re, im);
    }
    free(result);
}

/* ---- histogram ---- */

static void histogram_prepare(struct program_run *run)
{
    run->data = random_numbers(NUMBERS);
    run->source = host_buffer(run->host, NUMBERS * sizeof(cl_uint), run->data);
    run->result = host_buffer(run->host, BINS * sizeof(cl_uint), NULL);
}

static void histogram_go(struct program_run *run)
{
    static const cl_uint zeros[BINS], each = EACH;
    restore(run, run->result, sizeof zeros, zeros);
    host_set_mem(run->kernel, 0, run->source);
    host_set_mem(run->kernel, 1, run->result);
    program_set(run, 2, sizeof each, &each);
    program_launch(run, NUMBERS / EACH, 1, BINS);
}

static void histogram_check(struct program_run *run)
{
    cl_uint counts[BINS], expected[BINS] = {0};
    const uint8_t *bytes = run->data;
    for (size_t i = 0; i < NUMBERS * sizeof(cl_uint); i++)
        expected[bytes[i]]++;
    read_back(run, run->result, sizeof counts, counts);
    for (size_t i = 0; i < BINS; i++)
        if (counts[i] != expected[i])
            host_die("bin %zu: %u instead of %u", i, counts[i], expected[i]);
}

/* ---- bitonic sort ---- */

static void bitonic_prepare(struct program_run *run)
{
    run->data = random_numbers(SORTED);
    run->result = host_buffer(run->host, SORTED * sizeof(cl_uint), run->data);
}

static void bitonic_go(struct program_run *run)
{
    restore(run, run->result, SORTED * sizeof(cl_uint), run->data);
    host_set_mem(run->kernel, 0, run->result);
    for (cl_uint length = 2; length <= SORTED; length *= 2)
        for (cl_uint apart = length / 2; apart; apart /= 2) {
            program_set(run, 1, sizeof apart, &apart);
            program_set(run, 2, sizeof length, &length);
            program_launch(run, SORTED / 2, 1, 0);
        }
}

static int compare(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void bitonic_check(struct program_run *run)
{
    uint32_t *result = program_room(SORTED * sizeof *result), *expected = run->data;
    read_back(run, run->result, SORTED * sizeof *result, result);
    qsort(expected, SORTED, sizeof *expected, compare);
    for (size_t i = 0; i < SORTED; i++)
        if (result[i] != expected[i])
            host_die("number %zu: %u instead of %u", i, result[i], expected[i]);
    free(result);
}

/* ---- k-means ---- */

static void k_means_prepare(struct program_run *run)
{
    run->data = random_floats(4 * POINTS);
    run->source = host_buffer(run->host, POINTS * sizeof(cl_float4), run->data);
    run->spare = host_buffer(run->host, CENTRES * sizeof(cl_float4), run->data);
    run->result = host_buffer(run->host, POINTS * sizeof(cl_uint), NULL);
}

static void k_means_go(struct program_run *run)
{
    const cl_uint count = CENTRES;
    host_set_mem(run->kernel, 0, run->source);
    host_set_mem(run->kernel, 1, run->spare);
    host_set_mem(run->kernel, 2, run->result);
    program_set(run, 3, sizeof count, &count);
    program_launch(run, POINTS, 1, 0);
}

static double distance(const float *a, const float *b)
{
    double sum = 0;
    for (unsigned c = 0; c < 4; c++)
        sum += ((double)a[c] - b[c]) * ((double)a[c] - b[c]);
    return sum;
}

/* The centre that is found is the nearest, but for rounding. */
static void k_means_check(struct program_run *run)
{
    cl_uint *nearest = program_room(POINTS * sizeof *nearest);
    const float *points = run->data; /* the first of which are the centres */
    read_back(run, run->result, POINTS * sizeof *nearest, nearest);
    for (size_t i = 0; i < POINTS; i++) {
        double least = INFINITY;
        for (size_t k = 0; k < CENTRES; k++)
            least = fmin(least, distance(points + 4 * i, points + 4 * k));
        if (nearest[i] >= CENTRES ||
            !(distance(points + 4 * i, points + (size_t)4 * nearest[i]) <= least * 1.00001))
            host_die("point %zu: centre %u is not the nearest", i, nearest[i]);
    }
    free(nearest);
}

/* ---- all ---- */

static const struct program programs[] = {
    {"gaussian", "gaussian", gaussian_prepare, gaussian_go, gaussian_check},
    {"bilateral", "bilateral", bilateral_prepare, bilateral_go, bilateral_check},
    {"fft", "fft", fft_prepare, fft_go, fft_check},
    {"histogram", "histogram", histogram_prepare, histogram_go, histogram_check},
    {"bitonic-sort", "bitonic", bitonic_prepare, bitonic_go, bitonic_check},
    {"k-means", "k_means", k_means_prepare, k_means_go, k_means_check},
};

const struct program *program_find(const char *name)
{
    for (size_t i = 0; i < COUNT(programs); i++)
        if (!strcmp(programs[i].name, name))
            return &programs[i];
    return NULL;
}

static double run_once(struct program_run *run, const struct program *program)
{
    const double start = host_now();
    program->go(run);
    host_check(clFinish(run->host->queue), "clFinish");
    return host_now() - start;
}

void program_time(const struct host *host, const struct program *program, unsigned repeat,
                  double *seconds)
{
    struct program_run run = {.host = host};
    char *source = host_read_source("programs.cl");
    run.program = host_build(host, source);
    run.kernel = host_kernel(run.program, program->kernel);
    program->prepare(&run);
    run_once(&run, program);
    for (unsigned i = 0; i < repeat; i++)
        seconds[i] = run_once(&run, program);
    program->check(&run);
    free(run.data);
    free(source);
    clReleaseKernel(run.kernel);
    clReleaseProgram(run.program);
}
