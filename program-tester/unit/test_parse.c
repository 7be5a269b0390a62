/* SPDX-License-Identifier: MIT */
/* test_parse.c: what the parser makes of good files, and every error it finds, with its place. */
#include "ci/tests/run_tests.h"
#include "program-tester/parse/without_comment.h"
#include "program-tester/unit/parsing.h"

#define HEAD   "[config]\nkernel_name: k\n" /* 2 lines */
#define TEST   HEAD "[test]\n"              /* the next line is line 4 */
#define OUT    "arg_out: 0 buffer int[1] 1\n"
#define IMAGE  "image_type 2d image_width 1 image_height 1 image_channel_order RGBA "
#define UCHAR4 "image_channel_data_type UNSIGNED_INT8\n"

#define TOO_LARGE                                                                                  \
    (sizeof(size_t) > 4 ? "larger than 4294967296 bytes" : "larger than 2147483648 bytes")

static const struct mistake mistakes[] = {
    /* Lines and sections. */
    {"hello\n", 1, 1, "neither a [section] nor a 'key: value'"},
    {HEAD "[test\n", 3, 1, "neither a [section]"},
    {HEAD "[tests]\n" OUT, 3, 2,
     "there is no section [tests]; did you mean 'test'? Known: config, "},
    {"name: x\n[config]\n", 1, 1, "stands before any [config]"},
    {HEAD "[config]\n", 3, 2, "there can be only one [config]"},
    {"[test]\n" OUT, 1, 2, "[config] must stand before the first [test]"},
    {"# nothing\n", 1, 1, "there is no [config]"},
    {HEAD "[program source]\na\n[program source]\nb\n", 5, 2, "there can be only one program"},
    /* Keys. */
    {"[config]\nkernel: k\n", 2, 1, "there is no key 'kernel'"},
    {"[config]\nname:\n", 2, 1, "'name' has no value"},
    {"[config]\nname: a\nname: b\n", 3, 1, "'name' is given twice"},
    {"[config]\narg_in: 0 int 1\n", 2, 1, "'arg_in' does not belong into [config]"},
    {TEST "build_options: -g\n" OUT, 4, 1, "'build_options' does not belong into [test]"},
    {"[config]\nneed_image_support: maybe\n", 2, 21, "'maybe' is neither true nor false"},
    {"[config]\nplatform_regex: (a\n", 2, 17,
     "'(a' cannot be used as a regular expression: Unmatched"},
    {"[config]\nexpect_build_log: [\nexpect_build_fail: true\n", 2, 19,
     "cannot be used as a regular expression"},
    {"[config]\nexpect_build_log: x\n", 1, 2, "expect_build_log needs expect_build_fail"},
    {"[config]\nclc_version_min: 1.2\n", 2, 18,
     "'1.2' is not a version, which is written as two digits: 12 is"},
    {"[config]\nclc_version_min: 120\n", 2, 18, "'120' is not a version"},
    {"[config]\nclc_version_min: 12 13\n", 2, 21, "unexpected '13' after the value"},
    {"[config]\nclc_version_min: 12\nclc_version_max: 11\n", 1, 2, "clc_version_max is lower"},
    {"[config]\ndimensions: 4\n", 2, 13, "dimensions is 1, 2 or 3, not 4"},
    {"[config]\ndimensions: two\n", 2, 13, "'two' is not a number"},
    {"[config]\nglobal_size: 1 x 1\n", 2, 16, "'x' is not a number"},
    {"[config]\nglobal_size: 1 1 1 1\n", 2, 20, "unexpected '1' after the value"},
    {"[config]\nglobal_size: 010 1 1\n", 2, 14, "has a leading zero"},
    {"[config]\nglobal_offset: -1 0 0\n", 2, 16, "'-1' is negative"},
    {"[config]\nlocal_size: 18446744073709551616\n", 2, 13, "is out of range"},
    {"[config]\nexpect: passes\n", 2, 9, "'passes' is not something to expect"},
    {"[config]\nexpect_build_fail: true\n[test]\n" OUT "kernel_name: k\n", 3, 2,
     "cannot have a [test]"},
    {"[config]\nexpect_build_fail: true\nkernel_name: k\n", 1, 2, "kernel_name has no use"},
    /* Tests as wholes. */
    {TEST "name: a\n" OUT "[test]\nname: a\n" OUT, 7, 7, "there is already a test named 'a'"},
    {TEST "name: test 2\n" OUT "[test]\n" OUT, 6, 2,
     "the test has no name, and 'test 2' is another's"},
    {"[config]\n[test]\n" OUT, 2, 2, "no kernel_name, neither here nor in [config]"},
    {TEST "dimensions: 2\nglobal_size: 4 0 0\n" OUT, 3, 2, "global_size is 0 in dimension 2 of 2"},
    {TEST "local_size: 0 1 1\n" OUT, 3, 2, "local_size is 0 in dimension 1 of 1"},
    {TEST "dimensions: 2\nglobal_size: 0xffffffffffffffff 2 0\n" OUT, 3, 2,
     "global_size is too large"},
    {TEST "arg_out: 2 buffer int[1] 1\narg_in: 0 int 1\n", 3, 2, "argument 1 is missing"},
    {TEST "arg_in: 0 int 1\n", 3, 2, "the test checks nothing"},
    {TEST "expect: runs\n" OUT, 3, 2, "compares nothing, but the test has an arg_out"},
    {TEST "expect: runs\nexpect_test_fail: true\narg_in: 0 int 1\n", 3, 2,
     "contradicts expect_test_fail"},
    /* Arguments: index and kind. */
    {TEST "arg_in: x int 1\n", 4, 9, "argument index: 'x' is not a number"},
    {TEST "arg_in: 5000 int 1\n", 4, 9, "argument index 5000 is too large"},
    {TEST "arg_in: 0\n", 4, 10, "the argument's type is missing"},
    {TEST "arg_in: 0 integer 1\n", 4, 11, "'integer' is not a type"},
    {TEST "arg_in: 0 int 1\narg_in: 0 int 2\narg_out: 1 buffer int[1] 1\n", 5, 9,
     "there is already an arg_in with index 0"},
    {TEST "arg_out: 0 int 1\n", 4, 12, "only a buffer or an image can be an arg_out"},
    {TEST OUT "arg_in: 0 int 1\n", 4, 10, "with index 0 are of different kinds"},
    {TEST OUT "arg_in: 0 buffer int[2] 1 2\n", 4, 10, "differ in size: 8 and 4 bytes"},
    /* Values. */
    {TEST "arg_in: 0 int\n", 4, 14, "the value is missing"},
    {TEST "arg_in: 0 int one\n", 4, 15, "'one' is not a value"},
    {TEST "arg_in: 0 int2 1\n", 4, 16, "2 values are needed here, but there is 1"},
    {TEST "arg_in: 0 int 1 2\n", 4, 15, "1 value is needed here, but there are 2"},
    {TEST "arg_in: 0 int 1 tolerance 2\n", 4, 17, "unexpected 'tolerance' after the value"},
    {TEST "arg_in: 0 int 1-5\n", 4, 15, "'1-5' is not a number, for int"},
    {TEST "arg_in: 0 int 010\n", 4, 15, "'010' has a leading zero"},
    {TEST "arg_in: 0 uchar 256\n", 4, 17, "'256' is out of range, for uchar"},
    {TEST "arg_in: 0 uint -1\n", 4, 16, "'-1' is negative, for uint"},
    {TEST "arg_in: 0 int 1.5\n", 4, 15, "'1.5' is not a whole number, for int"},
    {TEST "arg_in: 0 float 1e39\n", 4, 17, "'1e39' is out of range, for float"},
    {TEST "arg_in: 0 half 65520\n", 4, 16, "'65520' is out of range, for half"},
    /* Buffers. */
    {TEST "arg_out: 0 buffer int 1\n", 4, 19, "a buffer's type is written like float4[16]"},
    {TEST "arg_out: 0 buffer int[] 1\n", 4, 19, "a buffer's type is written like float4[16]"},
    {TEST "arg_out: 0 buffer [1] 1\n", 4, 19, "'' is not a type"},
    {TEST "arg_out: 0 buffer itn[1] 1\n", 4, 19, "'itn' is not a type"},
    {TEST "arg_out: 0 buffer int[x] 1\n", 4, 23, "number of elements: 'x' is not a number"},
    {TEST "arg_out: 0 buffer int[0] 1\n", 4, 19, "a buffer has at least one element"},
    {TEST "arg_out: 0 buffer int[99999999999] repeat 1\n", 4, 19, TOO_LARGE},
    {TEST "arg_out: 0 buffer int[0xffffffffffffffff] repeat 1\n", 4, 19, TOO_LARGE},
    {TEST "arg_out: 0 buffer int[1]\n", 4, 25, "the buffer's values are missing"},
    {TEST "arg_out: 0 buffer int[2] 1\n", 4, 26, "2 values are needed here, but there is 1"},
    {TEST "arg_out: 0 buffer int[2] 1 \\\n 2 \\\n 3\n", 4, 26,
     "2 values are needed here, but there are 3"},
    {TEST "arg_out: 0 buffer int[2] 1 \\\n x\n", 5, 2, "'x' does not belong to a buffer"},
    {TEST "arg_out: 0 buffer int[1] repeat\n", 4, 32, "a number should stand here"},
    {TEST "arg_out: 0 buffer int[1] 1 random\n", 4, 28, "values were already given"},
    {TEST "arg_out: 0 buffer int[1] random\n", 4, 26, "an arg_out needs values to compare with"},
    {TEST "arg_out: 0 buffer int[1] NULL\n", 4, 26, "an arg_out needs values to compare with"},
    /* Tolerance. */
    {TEST "arg_in: 0 buffer int[1] 1 tolerance 1\n", 4, 27, "only an arg_out has a tolerance"},
    {TEST "arg_out: 0 buffer int[1] 1 tolerance 1 ulp\n", 4, 40,
     "ulp is for floating types, not for int"},
    {TEST "arg_in: 0 buffer int[1] 1..2\n", 4, 28, "only an arg_out has ranges"},
    {TEST "arg_in: 0 buffer int[1] 1|2\n", 4, 27, "only an arg_out has ranges and alternatives"},
    {TEST "arg_in: 0 buffer int[1] (1)\n", 4, 25, "only an arg_out has ranges and alternatives"},
    {TEST "arg_out: 0 buffer int[1] 1|\n", 4, 28, "'' is not a number"},
    {TEST "arg_out: 0 buffer int[1] 1|2|x\n", 4, 30, "'x' is not a number"},
    {TEST "arg_out: 0 buffer int[1] 1|3..2\n", 4, 31, "must not be below"},
    {TEST "arg_out: 0 buffer int[1] 1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17\n", 4, 65,
     "there can be 16 alternatives"},
    {TEST "arg_out: 0 buffer int2[1] (1 2\n", 4, 31, "does not end here"},
    {TEST "arg_out: 0 buffer int2[1] (1 2 3)\n", 4, 32, "2 numbers in parentheses does not end"},
    {TEST "arg_out: 0 buffer int2[1] (1)|(2 3)\n", 4, 30, "an element has 2 numbers, not 1"},
    {TEST "arg_out: 0 buffer int2[1] (1 2)|3\n", 4, 33, "( must follow the |"},
    {TEST "arg_out: 0 buffer int2[1] (1 2)3\n", 4, 32, "'3' cannot follow a parenthesis"},
    {TEST "arg_out: 0 buffer int2[1] (1|2 3)\n", 4, 28, "'1|2' is not a number"},
    {TEST "arg_out: 0 buffer int2[2] 1 (2 3) 4\n", 4, 29, "around a whole element of 2 numbers"},
    {TEST "arg_out: 0 buffer int2[2] repeat (2 3)|(1 2) 4\n", 4, 27, "are whole elements of 2"},
    {TEST "arg_out: 0 buffer int[2] 1 2..1\n", 4, 31, "must not be below its lower end"},
    {TEST "arg_out: 0 buffer uint[1] 1..-2\n", 4, 30, "'-2' is negative"},
    {TEST "arg_out: 0 buffer int[1] 1..\n", 4, 29, "is not a number"},
    {TEST "arg_out: 0 buffer int[1] 1 tolerance -1\n", 4, 38, "tolerance: '-1' is negative"},
    {TEST "arg_out: 0 buffer int[1] 1 tolerance 0.5\n", 4, 38,
     "tolerance: '0.5' is not a whole number"},
    {TEST "arg_out: 0 buffer float[1] 1 tolerance -0.5\n", 4, 40, "a tolerance cannot be '-0.5'"},
    {TEST "arg_out: 0 buffer float[1] 1 tolerance nan\n", 4, 40, "a tolerance cannot be 'nan'"},
    {TEST "arg_out: 0 buffer float[1] 1 tolerance\n", 4, 39, "the tolerance's value is missing"},
    {TEST "arg_out: 0 buffer float[1] 1 tolerance 1.5 ulp\n", 4, 40,
     "tolerance: '1.5' is not a whole number"},
    {TEST "arg_out: 0 buffer float[1] 1 tolerance 1 tolerance 2\n", 4, 42,
     "the tolerance was already given"},
    {TEST "arg_out: 0 buffer int[1] 1 signed_zero\n", 4, 28,
     "signed_zero is for an arg_out of a floating type"},
    {TEST "arg_out: 0 buffer int[1] 1 flushed\n", 4, 28, "flushed is for an arg_out of a floating"},
    /* Images. */
    {TEST "arg_out: 0 image\n", 4, 17, "the pixel type is missing"},
    {TEST "arg_out: 0 image rgba\n", 4, 18, "'rgba' is not a pixel type"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4\n", 4, 12,
     "image_type, image_width, image_channel_order, image_channel_data_type are missing"},
    {TEST "arg_out: 0 image uchar4 " IMAGE UCHAR4, 4, 12, "the image's values are missing"},
    {TEST "arg_out: 0 image uchar4 random " IMAGE UCHAR4, 4, 25, "an arg_out needs values"},
    {TEST "arg_out: 0 image uchar4 1 2 3 " IMAGE UCHAR4, 4, 25,
     "4 values are needed here, but there are 3"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 depth 3\n", 4, 33,
     "'depth' does not belong to an image"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 image_type 4d\n", 4, 44, "there is no image type '4d'"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 image_width 0\n", 4, 45, "image_width cannot be 0"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 image_width\n", 4, 44,
     "the value of image_width is missing"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 image_width x\n", 4, 45,
     "image_width: 'x' is not a number"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 image_channel_order RGBQ\n", 4, 53,
     "there is no channel order 'RGBQ'"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 image_channel_data_type INT8\n", 4, 57,
     "there is no channel data type 'INT8'"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 type 2d image_type 2d\n", 4, 41,
     "image_type was already given"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 image_depth 2 " IMAGE UCHAR4, 4, 33,
     "a 2d image has no image_depth"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 image_array_size 2 " IMAGE UCHAR4, 4, 33,
     "a 2d image has no image_array_size"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 image_mip_levels 2 " IMAGE UCHAR4, 4, 33,
     "an image of this size has 1 levels at most"},
    {TEST
     "arg_out: 0 image uchar4 1 2 3 4 image_type 2d image_width 1 image_channel_order RGBA " UCHAR4,
     4, 12, "image_height is missing"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 image_row_pitch 3 " IMAGE UCHAR4, 4, 33,
     "image_row_pitch is less than a row's 4 bytes"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 image_slice_pitch 3 " IMAGE UCHAR4, 4, 33,
     "image_slice_pitch is less than a slice's 4 bytes"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 image_row_pitch 0x100000004 " IMAGE UCHAR4, 4, 33,
     "a pitch is larger than"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 image_type 1d_buffer image_width 1 image_row_pitch 4 "
          "image_channel_order RGBA " UCHAR4,
     4, 68, "a 1d_buffer image has no pitch"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 image_mip_levels 2 " IMAGE UCHAR4, 4, 33,
     "an image of this size has 1 levels at most"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 image_bound_level 1 " IMAGE UCHAR4, 4, 33,
     "the image has no level 1"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 1 2 3 4 image_mip_levels 2 image_type 1d image_width 2 "
          "image_channel_order RGBA " UCHAR4,
     4, 25, "12 values are needed here, but there are 8"},
    {TEST "arg_out: 0 image float4 1 2 3 4 " IMAGE UCHAR4, 4, 101,
     "the pixel type has 16 bytes, but a texel of RGBA UNSIGNED_INT8 has 4"},
    {TEST "arg_out: 0 image uchar3 1 2 3 " IMAGE UCHAR4, 4, 99, "the pixel type has 3 bytes"},
    {TEST "arg_out: 0 image ushort 1 " IMAGE "image_channel_data_type UNORM_SHORT_565\n", 4, 95,
     "OpenCL has no image format of order RGBA and data type UNORM_SHORT_565"},
    {TEST "arg_out: 0 image uchar4 repeat 1 image_type 2d image_width 0xffffffffffffffff "
          "image_height 2 image_channel_order RGBA " UCHAR4,
     4, 12, "the image is too large"},
    {TEST "arg_out: 0 image values double 1 2 3 4 " IMAGE UCHAR4, 4, 25,
     "texels are float, int or uint, not 'double'"},
    {TEST "arg_out: 0 image values float 1 2 3 4 " IMAGE UCHAR4, 4, 107,
     "a kernel sees uint texels of this format, not float"},
    {TEST "arg_out: 0 image values uint 1 2 3 " IMAGE UCHAR4, 4, 30,
     "each texel needs four numbers"},
    {TEST "arg_out: 0 image values uint random " IMAGE UCHAR4, 4, 25, "texels need numbers here"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 values uint 1 2 3 4 " IMAGE UCHAR4, 4, 33,
     "values were already given"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 " IMAGE UCHAR4
          "arg_in: 0 image uchar4 1 2 3 4 1 2 3 4 image_type 2d image_width 2 image_height 1 "
          "image_channel_order RGBA " UCHAR4,
     4, 10, "with index 0 are different images"},
    /* Samplers. */
    {TEST "arg_in: 0 sampler\n", 4, 11,
     "normalized_coords, addressing_mode, filter_mode are missing"},
    {TEST "arg_in: 0 sampler normalized_coords 2\n", 4, 37, "normalized_coords cannot be '2'"},
    {TEST "arg_in: 0 sampler normalized_coords 0 addressing_mode invalid filter_mode nearest\n", 4,
     11, "a mode that is invalid needs a sampler_error"},
    {TEST "arg_in: 0 sampler addressing_mode wrap\n", 4, 35, "addressing_mode cannot be 'wrap'"},
    {TEST "arg_in: 0 sampler filter_mode cubic\n", 4, 31, "filter_mode cannot be 'cubic'"},
    {TEST "arg_in: 0 sampler filter_mode\n", 4, 30, "the value of filter_mode is missing"},
    {TEST "arg_in: 0 sampler filter_mode linear filter_mode linear\n", 4, 38,
     "filter_mode was already given"},
    {TEST "arg_in: 0 sampler mip_filter_mode cubic\n", 4, 35, "mip_filter_mode cannot be 'cubic'"},
    {TEST "arg_in: 0 sampler lod_min high\n", 4, 27, "lod_min is a number, not 'high'"},
    {TEST
     "arg_in: 0 sampler normalized_coords 1 addressing_mode none filter_mode linear lod_min 1\n",
     4, 79, "lod_min and lod_max go together"},
    {TEST "arg_in: 0 sampler mode linear\n", 4, 19, "'mode' does not belong to a sampler"},
    {TEST "arg_out: 0 sampler normalized_coords 0 addressing_mode none filter_mode linear\n", 3, 2,
     "the test checks nothing"},
};

static void every_mistake(void **state)
{
    check_mistakes(mistakes, PT_COUNT(mistakes));
}

/* All errors of a file are reported, and one mistake is not reported twice. */
static void several_errors(void **state)
{
    struct pt_diags diags;
    struct pt_plan *plan =
        parse("[config]\nkernel_name: k\ncolour: red\n[test]\n"
              "arg_in: 0 int x1\narg_in: 1 uchar 1000\narg_out: 2 buffer int[1] 1\n",
              &no_options, &diags);

    assert_int_equal(diags.count, 3);
    finish(plan, &diags);
}

static void error_display(void **state)
{
    struct pt_diags diags;
    struct pt_plan *plan = parse(TEST "\targ_in: 0 int 1-5\n", &no_options, &diags);
    char *shown = NULL;
    size_t size;
    FILE *file = open_memstream(&shown, &size);

    pt_diags_print(&diags, file);
    fclose(file);
    assert_string_equal(shown, "t.program_test:4:16: error: '1-5' is not a number, for int\n"
                               "    \targ_in: 0 int 1-5\n"
                               "    \t              ^\n");
    free(shown);
    finish(plan, &diags);
}

static void defaults(void **state)
{
    struct pt_plan *plan = parse_good(TEST OUT);
    const struct pt_test *test = &plan->tests[0];

    assert_int_equal(plan->test_count, 1);
    assert_string_equal(test->name, "test 1");
    assert_string_equal(test->launch.kernel_name, "k");
    assert_int_equal(test->launch.dimensions, 1);
    assert_int_equal(test->launch.global[0], 1);
    assert_int_equal(test->launch.local[2], 1);
    assert_false(test->launch.local_null);
    assert_true(test->launch.offset_null);
    assert_int_equal(plan->config.clc_version_min, 10);
    pt_plan_free(plan);
}

static void overrides(void **state)
{
    struct pt_plan *plan = parse_good(
        "\r\n[ config ]\r\nname: a: b # c\r\nglobal_size: 8 0 0\r\nlocal_size: 4\r\nkernel_name : "
        "k\r\n"
        "[test]\r\n" OUT "[test]\r\nname: two\r\nkernel_name: other\r\nlocal_size: NULL\r\n"
        "global_offset: 1 2 3\r\nglobal_size: 2 2 2\r\ndimensions: 3\r\n" OUT);

    assert_string_equal(plan->config.name, "a: b");
    assert_int_equal(plan->tests[0].launch.global[0], 8);
    assert_int_equal(plan->tests[0].launch.local[0], 4);
    assert_string_equal(plan->tests[1].launch.kernel_name, "other");
    assert_true(plan->tests[1].launch.local_null);
    assert_int_equal(plan->tests[1].launch.offset[2], 3);
    assert_int_equal(plan->tests[1].launch.dimensions, 3);
    pt_plan_free(plan);
}

static void continuation(void **state)
{
    struct pt_plan *plan = parse_good(TEST "arg_out: 0 buffer int[4] 1 2 \\ # comment\n"
                                           "  3 \\\n"
                                           "  4 \\\n"
                                           "  # a comment-only line ends the value\n"
                                           "arg_in: 1 float3 1 2.5 -inf\n");
    const struct pt_test *test = &plan->tests[0];
    int32_t values[4];
    float vector[4];

    pt_arg_expand(&test->out.items[0], 1, values);
    assert_int_equal(values[0], 1);
    assert_int_equal(values[3], 4);
    assert_int_equal(test->in.items[0].size, 16);
    pt_arg_expand(&test->in.items[0], 1, vector);
    assert_true(vector[1] == 2.5f && vector[2] < -1e38f && vector[3] == 0);
    pt_plan_free(plan);
}

static void fills(void **state)
{
    struct pt_plan *plan = parse_good(TEST "arg_out: 0 buffer int3[2] repeat 1 2 tolerance 3\n"
                                           "arg_in: 1 buffer float[8] NULL\n"
                                           "arg_in: 2 int4 NULL\n"
                                           "arg_in: 3 buffer uint[4] random\n");
    const struct pt_test *test = &plan->tests[0];
    int32_t values[8];
    uint32_t a[4], b[4];

    pt_arg_expand(&test->out.items[0], 1, values);
    assert_int_equal(values[0], 1);
    assert_int_equal(values[2], 1);
    assert_int_equal(values[3], 0); /* padding */
    assert_int_equal(values[4], 2);
    assert_int_equal(test->out.items[0].tolerance.whole, 3);
    assert_int_equal(test->in.items[0].kind, PT_ARG_LOCAL);
    assert_int_equal(test->in.items[0].size, 32);
    assert_int_equal(test->in.items[1].kind, PT_ARG_LOCAL);
    assert_int_equal(test->in.items[1].size, 16);
    pt_arg_expand(&test->in.items[2], 1, a);
    pt_arg_expand(&test->in.items[2], 1, b);
    assert_memory_equal(a, b, sizeof(a));
    pt_arg_expand(&test->in.items[2], 2, b);
    assert_memory_not_equal(a, b, sizeof(a));
    pt_plan_free(plan);
}

/* The origin's notation: type for image_type, any order, any case. */
static void images(void **state)
{
    struct pt_plan *plan = parse_good(
        TEST
        "arg_out: 0 image float4 repeat 0.5 type 3D image_channel_data_type float \\\n"
        "  image_channel_order rgba image_height 2 image_width 3 image_depth 4 tolerance 2 ulp\n"
        "arg_in: 1 image values float 1 0 0.5 1 image_width 1 image_type 1d_buffer \\\n"
        "  image_channel_order BGRA image_channel_data_type UNORM_INT8\n"
        "arg_in: 2 image uint random image_type 2d_array image_width 2 image_height 2 \\\n"
        "  image_array_size 3 image_row_pitch 16 image_channel_order R image_channel_data_type "
        "UNSIGNED_INT32\n"
        "arg_in: 3 sampler filter_mode LINEAR normalized_coords TRUE addressing_mode "
        "Mirrored_Repeat\n");
    const struct pt_test *test = &plan->tests[0];
    const struct pt_arg *volume = &test->out.items[0], *row = &test->in.items[0];
    uint8_t texel[4];

    assert_int_equal(volume->image.type, CL_MEM_OBJECT_IMAGE3D);
    assert_int_equal(volume->count, 24);
    assert_int_equal(volume->size, 24 * 16);
    assert_int_equal(volume->tolerance.kind, PT_ULP);
    assert_true(row->texels);
    pt_arg_expand(row, 1, texel);
    assert_int_equal(texel[0], 128);
    assert_int_equal(texel[2], 255);
    assert_int_equal(test->in.items[1].image.layers, 3);
    assert_int_equal(test->in.items[1].image.row_pitch, 16);
    assert_int_equal(test->in.items[2].sampler.addressing, CL_ADDRESS_MIRRORED_REPEAT);
    assert_int_equal(test->in.items[2].sampler.normalized, CL_TRUE);
    pt_plan_free(plan);
}

static void programs(void **state)
{
    struct pt_plan *plan =
        parse_good("[config]\nname: x\n[program source]\n# define A 1\nkernel void k() {}\n"
                   "[test]\nkernel_name: k\nexpect: runs\n");

    assert_string_equal(plan->program, "# define A 1\nkernel void k() {}\n");
    assert_true(plan->tests[0].launch.expect_runs);
    pt_plan_free(plan);
}

/* In a .cl file the configuration is a comment; without one the file only builds. */
static void comments(void **state)
{
    static const char with[] = "// x\n/*!\n[config]\nname: n\n!*/\nkernel void k() {}\n";
    static const char without[] = "kernel void k() {}\n";
    static const char open[] = "\n/*! [config]\n";
    const char *const contents[] = {with, without, open};
    const size_t error_counts[] = {0, 0, 1};

    for (int i = 0; i < 3; i++) {
        struct pt_diags diags = {0};
        struct pt_text text = {pt_copy("a.cl", 4), pt_copy(contents[i], strlen(contents[i])),
                               strlen(contents[i])};
        struct pt_plan *plan = pt_plan_parse(&text, "a.cl", &no_options, &diags);

        assert_int_equal(diags.count, error_counts[i]);
        assert_true(pt_plan_only_builds(plan));
        assert_int_equal(plan->config.name != NULL, i == 0);
        if (i == 2)
            assert_int_equal(diags.items[0].offset, 1);
        finish(plan, &diags);
    }
}

/* Text that only Piglit allows. */
static void piglit(void **state)
{
    static const struct pt_parse_options options = {.piglit = true};
    struct pt_diags diags;
    struct pt_plan *plan =
        parse(TEST "name: a\narg_in: 0 char 0xdead\n[test]\nname: a\n" OUT, &options, &diags);

    assert_int_equal(diags.count, 0);
    finish(plan, &diags);
}

static void check_program(const char *file, const char *expected)
{
    struct pt_diags diags;
    struct pt_plan *plan = parse_bytes("t.cl", file, strlen(file), &no_options, &diags);
    size_t size;
    char *program = pt_without_comment(&plan->text, plan->comment, &size);

    assert_string_equal(program, expected);
    assert_int_equal(size, strlen(expected));
    free(program);
    finish(plan, &diags);
}

/* Programs that differ in their configuration alone are the same, line for line and column for
 * column. */
static void without_configuration(void **state)
{
    check_program("/*!\n[config]\nname: a\n!*/\nkernel\n", "\n\n\n   \nkernel\n");
    check_program("// a\n\n/*!\n[config]\nname: b\n!*/ kernel\n", "// a\n\n\n\n\n    kernel\n");
    check_program("/*! x !*/kernel", "         kernel");
    check_program("kernel\n", "kernel\n");
}

/* Where C may see another comment than the tester, the text is the program as it is. */
static void comments_of_c(void **state)
{
    static const char *const texts[] = {
        "int a; /*!\n[config]\nname: a\n!*/\n",     "#define A\n/*!\n[config]\nname: a\n!*/\n",
        "/* a\n/*!\n[config]\nname: a\n!*/\n",      "// a\\\n/*!\n[config]\nname: a\n!*/\n",
        "/*!\n[config]\nname: a */ int x; /*!*/\n", "  /*!\n[config]\nname: a\n!*/\n",
    };

    for (size_t i = 0; i < PT_COUNT(texts); i++)
        check_program(texts[i], texts[i]);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, every_mistake, several_errors, error_display, defaults,
                     overrides, continuation, fills, images, programs, comments,
                     without_configuration, comments_of_c, piglit);
}
