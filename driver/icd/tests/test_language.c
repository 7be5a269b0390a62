/* SPDX-License-Identifier: MIT */
/* test_language.c: "every extension [...] must create a preprocessor #define that matches the
 * extension name string": what the device lists, and nothing else of what there is, has its macro
 * in every version of OpenCL C; features have theirs in 3.0. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/icd/tests/device_fixture.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const all_extensions[] = {
#define EXTENSION(name, major, minor, patch, needs) #name,
#include "driver/hw/language.def"
};
static const char *const all_features[] = {
#define FEATURE(name, needs) #name,
#include "driver/hw/language.def"
};
/* Clang has macros of these, too. */
static const char *const never[] = {"cl_khr_int64_base_atomics", "cl_khr_subgroups",
                                    "cl_khr_gl_msaa_sharing", "cl_amd_media_ops",
                                    "cl_intel_subgroups"};
static const char *const versions[] = {"", "-cl-std=CL1.0", "-cl-std=CL1.1", "-cl-std=CL1.2",
                                       "-cl-std=CL3.0"};

/* A program that every chip runs: rv515 runs no others. */
static const char kernel[] = "kernel void k(write_only image2d_t i)\n"
                             "{\n"
                             "    int2 p = (int2)(get_global_id(0), get_global_id(1));\n"
                             "    write_imagef(i, p, (float4)(0.0f));\n"
                             "}\n";

static bool lists(const char *words, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = words; (at = strstr(at, name)); at += length) {
        const bool begins = at == words || at[-1] == ' ';
        if (begins && (at[length] == ' ' || !at[length]))
            return true;
    }
    return false;
}

static void want(FILE *out, const char *name, bool there)
{
    fprintf(out, "#if%sdef %s\n#error %s\n#endif\n", there ? "n" : "", name, name);
}

static bool has_feature(const char *name)
{
    cl_name_version rows[64];
    size_t size;

    if (clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_FEATURES, sizeof rows, rows, &size))
        return false; /* before OpenCL 3.0 */
    for (size_t i = 0; i < size / sizeof *rows; i++)
        if (!strcmp(rows[i].name, name))
            return true;
    return false;
}

static void macros_are_what_is_listed(void **state)
{
    char words[4096], *source;
    size_t size;

    ok(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof words, words, NULL));
    for (size_t v = 0; v < COUNT(versions); v++) {
        FILE *out = open_memstream(&source, &size);
        assert_non_null(out);
        for (size_t i = 0; i < COUNT(all_extensions); i++)
            want(out, all_extensions[i], lists(words, all_extensions[i]));
        for (size_t i = 0; i < COUNT(never); i++)
            want(out, never[i], false);
        for (size_t i = 0; i < COUNT(all_features); i++)
            if (!strstr(versions[v], "3.0"))
                want(out, all_features[i], false);
            else if (!getenv("ROOTLE_CL"))
                want(out, all_features[i], has_feature(all_features[i]));
        fputs(kernel, out);
        fclose(out);
        ok(clReleaseProgram(built(versions[v], source)));
        free(source);
    }
}

/* A macro promises that what the extension brings can be used. */
static void extensions_can_be_used(void **state)
{
    static const struct {
        const char *extension, *source;
    } rows[] = {
        {"cl_khr_mipmap_image",
         "kernel void k(read_only image2d_t i, sampler_t s, global float4 *o)"
         "{ *o = read_imagef(i, s, (float2)(0.5f), 1.0f) + get_image_num_mip_levels(i); }"},
        {"cl_khr_mipmap_image_writes", "kernel void k(write_only image2d_t i) { write_imagef(i, "
                                       "(int2)(0), 1, (float4)(1.0f)); }"},
        {"cl_khr_3d_image_writes",
         "kernel void k(write_only image3d_t i) { write_imagef(i, (int4)(0), (float4)(1.0f)); }"},
        {"cl_khr_depth_images",
         "kernel void k(read_only image2d_depth_t i, sampler_t s, global float *o)"
         "{ *o = read_imagef(i, s, (float2)(0.5f)); }"},
        {"cl_khr_fp16", "kernel void k(global half *o) { half x = *o; *o = sin(x * 2); }"},
        {"cl_khr_fp64", "kernel void k(global double *o) { double x = *o; *o = sin(x * 2); }"},
        {"cl_khr_local_int32_extended_atomics", "kernel void k(local int *o) { atom_max(o, 1); }"},
        {"cl_khr_global_int32_base_atomics", "kernel void k(global int *o) { atom_inc(o); }"},
        {"cl_khr_byte_addressable_store", "kernel void k(global char *o) { *o = 1; }"},
    };
    char words[4096], source[512];

    ok(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof words, words, NULL));
    for (size_t i = 0; i < COUNT(rows); i++) {
        snprintf(source, sizeof source, "#pragma OPENCL EXTENSION %s : enable\n%s",
                 rows[i].extension, rows[i].source);
        for (size_t v = 0; v < COUNT(versions) && lists(words, rows[i].extension); v++)
            ok(clReleaseProgram(built(versions[v], source)));
    }
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, macros_are_what_is_listed,
                             extensions_can_be_used);
}
