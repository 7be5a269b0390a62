/* SPDX-License-Identifier: MIT */
/* test_device_kernels.c: what is told of compiled kernels, and arguments by value of all types, on
 * the real library. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/clover/tests/release.h"
#include "driver/icd/tests/device_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_ulong bytes_of(cl_kernel kernel, cl_kernel_work_group_info name)
{
    cl_ulong bytes = 99;

    ok(clGetKernelWorkGroupInfo(kernel, device, name, sizeof bytes, &bytes, NULL));
    return bytes;
}

/* ---- section 5.7.3: clGetKernelWorkGroupInfo ---- */

/* An array counts, whether it lies in registers or in memory, and little else does. */
static void private_memory(void **state)
{
    static const struct {
        const char *source;
        cl_ulong least, most;
    } cases[] = {
        {"kernel void k(global int *o) { *o = 1; }", 0, 0},
        {"kernel void k(global int *o) { int a[16]; for (int i = 0; i < 16; i++) a[i] = o[i];"
         "  o[20] = a[o[16] & 15]; }",
         64, 80},
        {"kernel void k(global int *o) { int a[1024]; for (int i = 0; i < 1024; i++) a[i] = o[i];"
         "  o[2000] = a[o[1024] & 1023]; }",
         4096, 4160},
        {"int at(int *a, int i) { return a[i]; } struct s { int3 v[50]; char c; };"
         "kernel void k(global int *o) { struct s s; for (int i = 0; i < 50; i++) s.v[i] = o[i];"
         "  s.c = o[1]; o[60] = at((int *)&s, o[51] & 127) + s.c; }",
         816, 880},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        cl_kernel kernel = build(cases[i].source);
        assert_in_range(bytes_of(kernel, CL_KERNEL_PRIVATE_MEM_SIZE), cases[i].least,
                        cases[i].most);
        ok(clReleaseKernel(kernel));
    }
}

/* More values than there are registers: those that spill lie in private memory. */
static void spilled_values(void **state)
{
    enum { VALUES = 600, LINE = 64 };
    char *source = malloc(VALUES * 2 * LINE + 200), *end = source;

    end += sprintf(end, "kernel void k(global int *o) {");
    for (int i = 0; i < VALUES; i++)
        end += sprintf(end, " int v%d = o[%d];\n", i, i);
    end += sprintf(end, " barrier(CLK_GLOBAL_MEM_FENCE);");
    for (int i = 0; i < VALUES; i++)
        end += sprintf(end, " o[%d] = v%d * v%d;\n", i, VALUES - 1 - i, i / 2);
    sprintf(end, "}");
    cl_kernel kernel = build(source);
    cl_ulong bytes = bytes_of(kernel, CL_KERNEL_PRIVATE_MEM_SIZE);
    int data[VALUES];
    for (int i = 0; i < VALUES; i++)
        data[i] = i + 1;
    cl_mem buffer = buffer_of(sizeof data, data);
    /* The device has 128 registers of four numbers. */
    assert_in_range(bytes, (VALUES - 128 * 4) * 4, VALUES * 4);
    set(kernel, 0, sizeof buffer, &buffer);
    ok(clEnqueueTask(queue, kernel, 0, NULL, NULL));
    read_back(buffer, data, sizeof data);
    for (int i = 0; i < VALUES; i++)
        assert_int_equal(data[i], (VALUES - i) * (i / 2 + 1));
    ok(clReleaseMemObject(buffer));
    ok(clReleaseKernel(kernel));
    free(source);
}

/* Variables count from the start, arguments as they are set. */
static void local_memory(void **state)
{
    static const char source[] =
        "kernel void none(global int *o) { *o = 1; }"
        "kernel void variables(global int *o) { local int a[100]; local char b[7]; a[o[0]] = 1;"
        "  b[o[1]] = 2; barrier(CLK_LOCAL_MEM_FENCE); *o = a[o[2]] + b[o[3]]; }"
        "kernel void arguments(global int *o, local float4 *a, local char *b)"
        "{ a[o[0]] = 1; b[o[1]] = 2; barrier(CLK_LOCAL_MEM_FENCE); *o = a[o[2]].x + b[o[3]]; }"
        "kernel void both(global int *o, local int *a) { local int b[10]; a[o[0]] = b[o[1]] = 1;"
        "  barrier(CLK_LOCAL_MEM_FENCE); *o = a[o[2]] + b[o[3]]; }";
    cl_program program = built("", source);
    cl_kernel none = kernel_of(program, "none"), variables = kernel_of(program, "variables"),
              arguments = kernel_of(program, "arguments"), both = kernel_of(program, "both");

    assert_int_equal(bytes_of(none, CL_KERNEL_LOCAL_MEM_SIZE), 0);
    assert_in_range(bytes_of(variables, CL_KERNEL_LOCAL_MEM_SIZE), 407, 416);
    assert_int_equal(bytes_of(arguments, CL_KERNEL_LOCAL_MEM_SIZE), 0);
    set(arguments, 1, 64, NULL);
    assert_int_equal(bytes_of(arguments, CL_KERNEL_LOCAL_MEM_SIZE), 64);
    set(arguments, 2, 10, NULL);
    assert_in_range(bytes_of(arguments, CL_KERNEL_LOCAL_MEM_SIZE), 74, 80);
    set(arguments, 1, 32, NULL);
    assert_in_range(bytes_of(arguments, CL_KERNEL_LOCAL_MEM_SIZE), 42, 48);
    assert_int_equal(bytes_of(both, CL_KERNEL_LOCAL_MEM_SIZE), 40);
    set(both, 1, 20, NULL);
    assert_int_equal(bytes_of(both, CL_KERNEL_LOCAL_MEM_SIZE), 60);
    release_kernels(none, variables, arguments, both);
    ok(clReleaseProgram(program));
}

static void work_group_sizes(void **state)
{
    static const struct {
        const char *attributes; /* as written, and as they are told */
        size_t required[3];
    } cases[] = {
        {"", {0, 0, 0}},
        {"reqd_work_group_size(4,3,2)", {4, 3, 2}},
        {"reqd_work_group_size(64,1,1)", {64, 1, 1}},
        {"work_group_size_hint(8,4,1)", {0, 0, 0}},
        {"vec_type_hint(float4)", {0, 0, 0}},
        {"vec_type_hint(uchar)", {0, 0, 0}},
        {"vec_type_hint(long16)", {0, 0, 0}},
        {"vec_type_hint(int) work_group_size_hint(2,2,2) reqd_work_group_size(2,2,2)", {2, 2, 2}},
    };
    size_t largest, items[3];

    ok(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof largest, &largest, NULL));
    ok(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof items, items, NULL));
    for (size_t i = 0; i < COUNT(cases); i++) {
        char source[256], text[128];
        size_t required[3], group, multiple;
        /* Each of several attributes is in a list of its own. */
        const char *format = "kernel %s%.*s%s%.*s%s%s%s void k(global int *o) { *o = 1; }";
        const char *first = cases[i].attributes, *second = strchr(first, ' '),
                   *third = second ? strchr(second + 1, ' ') : NULL;
        if (!*first)
            snprintf(source, sizeof source, "kernel void k(global int *o) { *o = 1; }");
        else if (!second)
            snprintf(source, sizeof source,
                     "kernel __attribute__((%s)) void k(global int *o) { *o = 1; }", first);
        else
            snprintf(source, sizeof source, format, "__attribute__((", (int)(second - first), first,
                     ")) __attribute__((", (int)(third - second - 1), second + 1,
                     ")) __attribute__((", third + 1, "))");
        cl_kernel kernel = build(source);
        ok(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof text, text, NULL));
        assert_string_equal(text, cases[i].attributes);
        ok(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                    sizeof required, required, NULL));
        assert_memory_equal(required, cases[i].required, sizeof required);
        ok(clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof group, &group,
                                    NULL));
        ok(clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                    sizeof multiple, &multiple, NULL));
        assert_in_range(group, 1, largest);
        assert_true(multiple > 0 && group % multiple == 0);
        /* A size that the driver answers can be launched. */
        cl_mem buffer = buffer_of(4, NULL);
        set(kernel, 0, sizeof buffer, &buffer);
        if (required[0])
            ok(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, required, required, 0, NULL, NULL));
        else
            ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &group, &group, 0, NULL, NULL));
        ok(clFinish(queue));
        ok(clReleaseMemObject(buffer));
        ok(clReleaseKernel(kernel));
    }
}

/* ---- sections 5.6.6 and 5.7.3: names ---- */

static void names_of_kernels(void **state)
{
    cl_program program = built("", "void helper(global int *o) { *o = 1; }"
                                   "kernel void second(global int *o) { helper(o); }"
                                   "kernel void first(global int *o) { second(o); }"
                                   "__kernel void third() {}");
    char names[64], *next = names;
    size_t count = 0, size = 0;
    int found = 0;

    ok(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL));
    assert_int_equal(count, 3);
    ok(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, &size));
    assert_int_equal(size, sizeof "first;second;third");
    for (char *name; (name = strsep(&next, ";"));)
        found |= !strcmp(name, "first")    ? 1
                 : !strcmp(name, "second") ? 2
                 : !strcmp(name, "third")  ? 4
                                           : 8;
    assert_int_equal(found, 7);
    ok(clReleaseProgram(program));
    program = built("", "int no_kernel(int x) { return x; }");
    ok(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL));
    assert_int_equal(count, 0);
    ok(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, &size));
    assert_string_equal(names, "");
    ok(clReleaseProgram(program));
}

#define PRIVATE  CL_KERNEL_ARG_ADDRESS_PRIVATE
#define GLOBAL   CL_KERNEL_ARG_ADDRESS_GLOBAL
#define LOCAL    CL_KERNEL_ARG_ADDRESS_LOCAL
#define CONSTANT CL_KERNEL_ARG_ADDRESS_CONSTANT
#define READ     CL_KERNEL_ARG_ACCESS_READ_ONLY
#define WRITE    CL_KERNEL_ARG_ACCESS_WRITE_ONLY
#define NO       CL_KERNEL_ARG_ACCESS_NONE
#define CONST    CL_KERNEL_ARG_TYPE_CONST
#define RESTRICT CL_KERNEL_ARG_TYPE_RESTRICT
#define VOLATILE CL_KERNEL_ARG_TYPE_VOLATILE

static const struct {
    const char *declared, *name, *type;
    cl_kernel_arg_address_qualifier address;
    cl_kernel_arg_access_qualifier access;
    cl_kernel_arg_type_qualifier qualifiers;
} parameters[] = {
    {"char c", "c", "char", PRIVATE, NO, 0},
    {"unsigned char uc", "uc", "uchar", PRIVATE, NO, 0},
    {"unsigned short us", "us", "ushort", PRIVATE, NO, 0},
    {"unsigned ui", "ui", "uint", PRIVATE, NO, 0},
    {"unsigned long ul", "ul", "ulong", PRIVATE, NO, 0},
    {"const int ci", "ci", "int", PRIVATE, NO, 0},
    {"float16 f16", "f16", "float16", PRIVATE, NO, 0},
    {"colour by_typedef", "by_typedef", "colour", PRIVATE, NO, 0},
    {"pair by_structure", "by_structure", "pair", PRIVATE, NO, 0},
    {"global int *g", "g", "int*", GLOBAL, NO, 0},
    {"global  unsigned   char  * spaces", "spaces", "uchar*", GLOBAL, NO, 0},
    {"global const float4 *restrict gcr", "gcr", "float4*", GLOBAL, NO, CONST | RESTRICT},
    {"volatile global uint *gv", "gv", "uint*", GLOBAL, NO, VOLATILE},
    {"global int *const not_const", "not_const", "int*", GLOBAL, NO, 0},
    {"global const volatile pair *restrict all", "all", "pair*", GLOBAL, NO,
     CONST | VOLATILE | RESTRICT},
    {"local float *l", "l", "float*", LOCAL, NO, 0},
    {"constant const int *ct", "ct", "int*", CONSTANT, NO, CONST},
    {"global void *untyped", "untyped", "void*", GLOBAL, NO, 0},
    {"read_only image2d_t ri", "ri", "image2d_t", GLOBAL, READ, 0},
    {"write_only image2d_array_t wi", "wi", "image2d_array_t", GLOBAL, WRITE, 0},
    {"image3d_t plain", "plain", "image3d_t", GLOBAL, READ, 0},
    {"image1d_buffer_t ib", "ib", "image1d_buffer_t", GLOBAL, READ, 0},
    {"sampler_t s", "s", "sampler_t", PRIVATE, NO, 0},
};

static void expect_text(cl_kernel kernel, cl_uint i, cl_kernel_arg_info name, const char *expected)
{
    char text[64] = "";
    size_t size = 0;

    ok(clGetKernelArgInfo(kernel, i, name, sizeof text, text, &size));
    if (strcmp(text, expected) != 0 || size != strlen(expected) + 1)
        fail_msg("%s: '%s', expected '%s'", parameters[i].declared, text, expected);
}

static void expect_number(cl_kernel kernel, cl_uint i, cl_kernel_arg_info name, cl_ulong expected,
                          size_t expected_size)
{
    cl_ulong number = 0;
    size_t size = 0;

    ok(clGetKernelArgInfo(kernel, i, name, sizeof number, &number, &size));
    if (number != expected || size != expected_size)
        fail_msg("%s: 0x%llx, expected 0x%llx", parameters[i].declared, (unsigned long long)number,
                 (unsigned long long)expected);
}

static void information_of_arguments(void **state)
{
    char source[4096] = "typedef float4 colour; typedef struct { int a, b; } pair;\nkernel void k(";
    cl_int error;

    for (size_t i = 0; i < COUNT(parameters); i++) {
        strcat(source, i ? ", " : "");
        strcat(source, parameters[i].declared);
    }
    strcat(source, ") {}");
    cl_program program = built("-cl-kernel-arg-info", source);
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    ok(error);
    cl_uint count;
    ok(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL));
    assert_int_equal(count, COUNT(parameters));
    for (cl_uint i = 0; i < COUNT(parameters); i++) {
        expect_text(kernel, i, CL_KERNEL_ARG_NAME, parameters[i].name);
        expect_text(kernel, i, CL_KERNEL_ARG_TYPE_NAME, parameters[i].type);
        expect_number(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, parameters[i].address,
                      sizeof(cl_kernel_arg_address_qualifier));
        expect_number(kernel, i, CL_KERNEL_ARG_ACCESS_QUALIFIER, parameters[i].access,
                      sizeof(cl_kernel_arg_access_qualifier));
        expect_number(kernel, i, CL_KERNEL_ARG_TYPE_QUALIFIER, parameters[i].qualifiers,
                      sizeof(cl_kernel_arg_type_qualifier));
    }
    ok(clReleaseKernel(kernel));
    ok(clReleaseProgram(program));
}

/* ---- section 6.9: arguments by value ---- */

/* Types, the size that clSetKernelArg takes, and the bytes of them that mean something. */
static const struct {
    const char *type;
    size_t size, used;
} values[] = {
    {"char", 1, 1},
    {"uchar", 1, 1},
    {"short", 2, 2},
    {"ushort", 2, 2},
    {"int", 4, 4},
    {"uint", 4, 4},
    {"long", 8, 8},
    {"ulong", 8, 8},
    {"float", 4, 4},
    {"unsigned char", 1, 1},
    {"tiny", 1, 1},
    {"tinier", 1, 1},
    {"small", 2, 2},
    {"const short", 2, 2},
    {"char2", 2, 2},
    {"char3", 4, 3},
    {"uchar4", 4, 4},
    {"char8", 8, 8},
    {"uchar16", 16, 16},
    {"short2", 4, 4},
    {"ushort3", 8, 6},
    {"short4", 8, 8},
    {"ushort8", 16, 16},
    {"short16", 32, 32},
    {"int2", 8, 8},
    {"uint3", 16, 12},
    {"int4", 16, 16},
    {"int8", 32, 32},
    {"uint16", 64, 64},
    {"long2", 16, 16},
    {"ulong3", 32, 24},
    {"long4", 32, 32},
    {"long8", 64, 64},
    {"ulong16", 128, 128},
    {"float2", 8, 8},
    {"float3", 16, 12},
    {"float4", 16, 16},
    {"float8", 32, 32},
    {"float16", 64, 64},
    {"triple", 16, 12},
    {"enum kind", 4, 4},
    {"struct one", 1, 1},
    {"struct three", 3, 3},
    {"struct mixed", 24, 24},
    {"struct nested", 64, 64},
    {"union either", 8, 8},
    {"struct packed_one", 5, 5},
};

static const char value_types[] =
    "typedef char tiny; typedef tiny tinier; typedef unsigned short small; typedef float3 triple;"
    "enum kind { A, B = 70000 };"
    "struct one { char c; }; struct three { uchar c[3]; };"
    "struct __attribute__((packed)) packed_one { char c; int i; };"
    "struct mixed { char c; char p[3]; short s; ushort t; long l; float f; int e; };"
    "struct nested { struct { int4 v; struct mixed m; int n[2]; } in; int more[2]; char last[8]; };"
    "union either { int i; char c[7]; };\n";

static void check_value(size_t which)
{
    size_t size = values[which].size;
    char source[1200];
    unsigned char value[128], got[160];

    snprintf(source, sizeof source,
             "%skernel void k(char before, %s v, char behind, global uchar *o) {"
             "  uchar *p = (uchar *)&v; for (int i = 0; i < (int)sizeof v; i++) o[i] = p[i];"
             "  o[128] = before; o[129] = behind; o[130] = sizeof v; }",
             value_types, values[which].type);
    cl_kernel kernel = build(source);
    cl_mem buffer = buffer_of(sizeof got, NULL);
    const char before = 77, behind = -78;
    for (size_t i = 0; i < sizeof value; i++)
        value[i] = (unsigned char)(i * 37 + 129);
    set(kernel, 0, 1, &before);
    if (clSetKernelArg(kernel, 1, size, value))
        fail_msg("%s is not taken with %zu bytes", values[which].type, size);
    if (clSetKernelArg(kernel, 1, size + 1, value) != CL_INVALID_ARG_SIZE ||
        clSetKernelArg(kernel, 1, size - 1, value) != CL_INVALID_ARG_SIZE)
        fail_msg("%s is taken with another size than %zu", values[which].type, size);
    set(kernel, 2, 1, &behind);
    set(kernel, 3, sizeof buffer, &buffer);
    ok(clEnqueueTask(queue, kernel, 0, NULL, NULL));
    read_back(buffer, got, sizeof got);
    if (memcmp(got, value, values[which].used) != 0 || got[128] != 77 || got[129] != 256 - 78 ||
        got[130] != size)
        fail_msg("%s arrives wrong", values[which].type);
    ok(clReleaseMemObject(buffer));
    ok(clReleaseKernel(kernel));
}

static void values_of_all_types(void **state)
{
    for (size_t i = 0; i < COUNT(values); i++)
        check_value(i);
}

/* As many bytes of arguments as the device says it takes, in as many arguments as that makes. */
static void all_parameter_bytes(void **state)
{
    size_t most, size;
    char *source, *end;

    ok(clGetDeviceInfo(device, CL_DEVICE_MAX_PARAMETER_SIZE, sizeof most, &most, NULL));
    assert_true(most >= 1024);
    cl_uint count = (cl_uint)(most / 4) - 2; /* the pointer counts as the host's */
    size = count * 64 + 256;
    end = source = malloc(size);
    end += sprintf(end, "kernel void k(global uint *o");
    for (cl_uint i = 0; i < count; i++)
        end += sprintf(end, ", uint a%u", i);
    end += sprintf(end, ") { uint sum = 0;\n");
    for (cl_uint i = 0; i < count; i++)
        end += sprintf(end, " sum = sum * 31 + a%u;\n", i);
    sprintf(end, " *o = sum; }");
    cl_kernel kernel = build(source);
    cl_mem buffer = buffer_of(4, NULL);
    cl_uint expected = 0, got;
    set(kernel, 0, sizeof buffer, &buffer);
    for (cl_uint i = 0; i < count; i++) {
        cl_uint value = i * 2654435761u;
        expected = expected * 31 + value;
        set(kernel, i + 1, sizeof value, &value);
    }
    ok(clEnqueueTask(queue, kernel, 0, NULL, NULL));
    read_back(buffer, &got, sizeof got);
    assert_int_equal(got, expected);
    ok(clReleaseMemObject(buffer));
    ok(clReleaseKernel(kernel));
    free(source);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, private_memory,
                             spilled_values, local_memory, work_group_sizes, names_of_kernels,
                             information_of_arguments, values_of_all_types, all_parameter_bytes);
}
