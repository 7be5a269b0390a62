/* SPDX-License-Identifier: MIT */
/* test_alignment.c: accesses through pointers that are not aligned to their type are faults that
 * name kernel, address and alignment; what OpenCL C allows at any address works there. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/icd/tests/device_fixture.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 512 };

static char last_message[1024];

static void CL_CALLBACK notify(const char *message, const void *info, size_t size, void *data)
{
    (void)info;
    (void)size;
    (void)data;
    snprintf(last_message, sizeof last_message, "%s", message);
}

static int open_reporting_device(void **state)
{
    return open_device_with(notify);
}

/* The body sees the bytes `b`, the place `at`, the unknown zero `z` and local bytes `l`. */
static cl_kernel build_body(const char *body)
{
    const char *format =
        "kernel void k(global uchar *b, int at, int z, local uchar *l)\n{\n%s\n}\n";
    char source[2000];

    snprintf(source, sizeof source, format, body);
    return build(source);
}

/* Runs one work-item. */
static cl_int run(cl_kernel kernel, cl_int at, unsigned char bytes[BYTES])
{
    const cl_int zero = 0;
    cl_mem buffer = buffer_of(BYTES, bytes);

    set(kernel, 0, sizeof buffer, &buffer);
    set(kernel, 1, sizeof at, &at);
    set(kernel, 2, sizeof zero, &zero);
    ok(clSetKernelArg(kernel, 3, BYTES, NULL));
    last_message[0] = '\0';
    ok(clEnqueueTask(queue, kernel, 0, NULL, NULL));
    cl_int error = clFinish(queue);
    if (!error)
        read_back(buffer, bytes, BYTES);
    ok(clReleaseMemObject(buffer));
    return error;
}

static const struct {
    const char *body, *place;
    cl_uint align;
} accesses[] = {
    {"*(global int *)(b + at) = 5;", "store at pool address", 4},
    {"*(global short *)(b + at) = 5;", "store at pool address", 2},
    {"*(global ushort *)(b + at) = 1;", "store at pool address", 2},
    {"*(global long *)(b + at) = 5;", "store at pool address", 8},
    {"*(global int4 *)(b + at) = 5;", "store at pool address", 16},
    {"b[200] = *(global int *)(b + at);", "load at pool address", 4},
    {"b[200] = *(global short *)(b + at);", "load at pool address", 2},
    {"b[200] = (*(global float2 *)(b + at)).y;", "load at pool address", 8},
    {"*(global int *)(b + 200) = vload4(0, (global int *)(b + at)).x;", "load at pool address", 4},
    {"*(global float *)(b + 200) = vload_half(0, (global half *)(b + at));", "load at pool address",
     2},
    {"*(global uchar4 *)(b + at) = 5;", "store at pool address", 4},
    {"*(global short2 *)(b + at) = 5;", "store at pool address", 4},
    {"vstore3((int3)(1, 2, 3), 0, (global int *)(b + at));", "store at pool address", 4},
    {"vstore2((short2)(1, 2), 0, (global short *)(b + at));", "store at pool address", 2},
    {"vstore_half(1.0f, 0, (global half *)(b + at));", "store at pool address", 2},
    {"atomic_add((global int *)(b + at), 1);", "store at pool address", 4},
    {"b[200] = atomic_cmpxchg((global int *)(b + at), 1, 2);", "store at pool address", 4},
    {"struct s { char c; int i; }; global struct s *s = (global struct s *)(b + at);"
     "s[z].i = 5;",
     "store at pool address", 4},
    {"int i = at; for (global int *p = (global int *)(b + at); i < at + 3; i++) *p++ = i;",
     "store at pool address", 4},
    {"*(local int *)(l + at) = 5; b[0] = l[z];", "store at local address", 4},
    {"b[0] = *(local ushort *)(l + at);", "load at local address", 2},
    {"b[0] = atomic_inc((local int *)(l + at));", "store at local address", 4},
    {"uchar p[64]; for (int i = 0; i < 64; i++) p[i] = b[i]; *(int *)(p + at) = 5;"
     "for (int i = 0; i < 64; i++) b[i] = p[(i * 7 + z) & 63];",
     "store at private address", 4},
    {"uchar p[64]; for (int i = 0; i < 64; i++) p[(i * 7 + z) & 63] = b[i];"
     "b[0] = *(int *)(p + at);",
     "load at private address", 4},
    {"uchar p[64]; for (int i = 0; i < 64; i++) p[(i * 7 + z) & 63] = b[i];"
     "b[0] = *(short *)(p + at);",
     "load at private address", 2},
};

/* Whatever is not aligned is reported, whatever is runs. */
static void misaligned_accesses_are_faults(void **state)
{
    for (size_t i = 0; i < COUNT(accesses); i++) {
        cl_kernel kernel = build_body(accesses[i].body);
        for (cl_int at = 0; at < 8; at++) {
            unsigned char bytes[BYTES] = {0};
            char aligned[64];
            const bool sound = (cl_uint)at % accesses[i].align == 0;
            const cl_int error = run(kernel, at, bytes);
            snprintf(aligned, sizeof aligned, "is not aligned to %u bytes", accesses[i].align);
            if (sound && error)
                fail_msg("%s at %d: %s", accesses[i].body, at, last_message);
            if (sound)
                continue;
            if (!error)
                fail_msg("%s at %d is no fault", accesses[i].body, at);
            if (!strstr(last_message, "kernel k") || !strstr(last_message, accesses[i].place) ||
                !strstr(last_message, aligned))
                fail_msg("%s at %d: %s", accesses[i].body, at, last_message);
        }
        ok(clReleaseKernel(kernel));
    }
}

/* Pointers to elements are all that vloadn, vstoren and packed structs need. */
static const struct {
    const char *body;
    cl_int step;         /* `at` is a multiple of it */
    unsigned from, size; /* the bytes copied to at, at the end of which nothing else changes */
} copies[] = {
    {"vstore4(vload4(0, b + 300), 0, b + at);", 1, 300, 4},
    {"vstore3(vload3(0, b + 301), 0, b + at);", 1, 301, 3},
    {"vstore16(vload16(0, b + 303), 0, b + at);", 1, 303, 16},
    {"vstore2(vload2(0, (global ushort *)(b + 302)), 0, (global ushort *)(b + at));", 2, 302, 4},
    {"vstore8(vload8(0, (global short *)(b + 302)), 0, (global short *)(b + at));", 2, 302, 16},
    {"vstore3(vload3(0, (global int *)(b + 304)), 0, (global int *)(b + at));", 4, 304, 12},
    {"vstore4(vload4(0, (global long *)(b + 304)), 0, (global long *)(b + at));", 8, 304, 32},
    {"struct __attribute__((packed)) s { char c; int i; short s; };"
     "*(global struct s *)(b + at) = *(global struct s *)(b + 301);",
     1, 301, 7},
    {"struct __attribute__((packed)) s { char c; int i; short s; };"
     "global struct s *to = (global struct s *)(b + at), *from = (global struct s *)(b + 301);"
     "to->c = from->c; to->i = from->i; to->s = from->s;",
     1, 301, 7},
    {"vstore4(vload4(0, b + 303), 0, l + at); vstore4(vload4(0, l + at), 0, b + at);", 1, 303, 4},
    {"uchar p[64]; vstore8(vload8(0, b + 303), 0, p + at + z); vstore8(vload8(0, p + at), 0, b + "
     "at);",
     1, 303, 8},
};

static void element_aligned_accesses_work(void **state)
{
    for (size_t i = 0; i < COUNT(copies); i++) {
        cl_kernel kernel = build_body(copies[i].body);
        for (cl_int at = 0; at < 16; at += copies[i].step) {
            unsigned char bytes[BYTES], wanted[BYTES];
            for (unsigned j = 0; j < BYTES; j++)
                bytes[j] = (unsigned char)(j * 37 + j / 256 + 11);
            memcpy(wanted, bytes, BYTES);
            memcpy(wanted + at, bytes + copies[i].from, copies[i].size);
            if (run(kernel, at, bytes))
                fail_msg("%s at %d: %s", copies[i].body, at, last_message);
            if (memcmp(bytes, wanted, BYTES) != 0)
                fail_msg("%s at %d copies something else", copies[i].body, at);
        }
        ok(clReleaseKernel(kernel));
    }
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_reporting_device, close_device, cmocka_unit_test,
                             misaligned_accesses_are_faults, element_aligned_accesses_work);
}
