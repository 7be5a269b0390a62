/* SPDX-License-Identifier: MIT */
/* test_clc.c: which version of OpenCL C a program is built for, by what a device lists. */
#include <stdlib.h>

#include "ci/tests/run_tests.h"
#include "program-tester/device/clc.h"

enum { ANY = 99, NONE = 0 };

/* An OpenCL 3.0 device without OpenCL C 2.0. */
#define WITHOUT_20 (UINT64_C(1) << 10 | UINT64_C(1) << 11 | UINT64_C(1) << 12 | UINT64_C(1) << 30)

static void choice(void **state)
{
    static const struct {
        pt_clc_versions versions;
        unsigned usual, least, most, chosen;
    } cases[] = {
        /* The usual one, wherever it will do. */
        {WITHOUT_20, 12, 10, ANY, 12},
        {WITHOUT_20, 12, 12, 12, 12},
        /* A later one: the nearest that is listed. */
        {WITHOUT_20, 12, 20, ANY, 30},
        {WITHOUT_20, 12, 13, ANY, 30},
        {WITHOUT_20 | 1 << 20, 12, 20, ANY, 20},
        {WITHOUT_20, 12, 30, ANY, 30},
        {WITHOUT_20, 12, 31, ANY, NONE},
        {WITHOUT_20, 12, 20, 20, NONE},
        {WITHOUT_20, 12, 99, ANY, NONE},
        {WITHOUT_20 | UINT64_C(1) << 63, 12, 31, ANY, 63},
        /* An earlier one. */
        {WITHOUT_20, 12, 10, 11, 11},
        {WITHOUT_20, 30, 10, 20, 12},
        {WITHOUT_20, 12, 10, 9, NONE},
        {1 << 12 | UINT64_C(1) << 30, 12, 10, 11, NONE},
        {1 << 12, 12, 11, 10, NONE},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        assert_int_equal(
            pt_clc_choose(cases[i].versions, cases[i].usual, cases[i].least, cases[i].most),
            cases[i].chosen);
}

static void check_text(pt_clc_versions versions, const char *expected)
{
    char *text = pt_clc_text(versions);

    assert_string_equal(text, expected);
    free(text);
}

static void sets(void **state)
{
    check_text(WITHOUT_20, "1.0, 1.1, 1.2 and 3.0");
    check_text(pt_clc_up_to(10), "1.0");
    check_text(pt_clc_up_to(12), "1.0, 1.1 and 1.2");
    check_text(pt_clc_up_to(20), "1.0, 1.1, 1.2 and 2.0");
    check_text(pt_clc_add(0, 63), "6.3");
    check_text(pt_clc_add(0, 64), "");
    check_text(pt_clc_add(1 << 12, 4000000), "1.2");
    check_text(0, "");
}

static void stated(void **state)
{
    assert_int_equal(pt_clc_stated(""), 0);
    assert_int_equal(pt_clc_stated("-cl-std=CL2.0"), 20);
    assert_int_equal(pt_clc_stated("-D A=1 -cl-std=CL1.2 -cl-std=CL3.0 -Werror"), 30);
    assert_int_equal(pt_clc_stated("-cl-std=CLC++ -cl-std=CL -cl-std=CL3"), 0);
    assert_true(pt_clc_has(WITHOUT_20, 30));
    assert_false(pt_clc_has(WITHOUT_20, 20));
    assert_false(pt_clc_has(~UINT64_C(0), 99));
}

static void check_lacks(const char *features, const char *expected)
{
    char *missing = pt_clc_lacks_of_20(features);

    assert_string_equal(missing, expected);
    free(missing);
}

static void features(void **state)
{
    static const char all[] =
        "__opencl_c_3d_image_writes __opencl_c_atomic_order_acq_rel "
        "__opencl_c_atomic_order_seq_cst "
        "__opencl_c_atomic_scope_device __opencl_c_atomic_scope_all_devices "
        "__opencl_c_device_enqueue "
        "__opencl_c_generic_address_space __opencl_c_pipes "
        "__opencl_c_program_scope_global_variables __opencl_c_read_write_images "
        "__opencl_c_work_group_collective_functions";

    check_lacks(all, "");
    check_lacks("", all);
    check_lacks(all + 27, "__opencl_c_3d_image_writes");
    check_lacks(all + 12, "__opencl_c_3d_image_writes"); /* a part of a name is none */
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, choice, sets, stated, features);
}
