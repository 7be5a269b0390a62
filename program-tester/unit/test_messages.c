/* SPDX-License-Identifier: MIT */
/* test_messages.c: what the parser says: names for misspelt ones, hints, one error a mistake. */
#include "ci/tests/run_tests.h"
#include "program-tester/base/names.h"
#include "program-tester/parse/expression.h"
#include "program-tester/unit/parsing.h"

static const char *nearest(const char *word)
{
    static const char *const names[] = {"kernel_name", "image_width", "image_height",  "RGB",
                                        "RGBA",        "clamp",       "clamp_to_edge", NULL,
                                        "SNORM_INT8",  "UNORM_INT8"};

    return pt_names_nearest(PT_NAMES(names), (struct pt_word){word, strlen(word)});
}

static void nearest_names(void **state)
{
    assert_string_equal(nearest("kernl_name"), "kernel_name");   /* a letter less */
    assert_string_equal(nearest("kernell_name"), "kernel_name"); /* more */
    assert_string_equal(nearest("kermel_name"), "kernel_name");  /* another */
    assert_string_equal(nearest("kerenl_naem"), "kernel_name");  /* two swaps */
    assert_string_equal(nearest("Kernel_Name"), "kernel_name");
    assert_string_equal(nearest("kernel"), "kernel_name"); /* part of one name only */
    assert_string_equal(nearest("width"), "image_width");
    assert_string_equal(nearest("CL_RGBA"), "RGBA"); /* the longest that is in it */
    assert_string_equal(nearest("CLK_ADDRESS_CLAMP_TO_EDGE"), "clamp_to_edge");
    assert_null(nearest("image")); /* of two names */
    assert_null(nearest("INT8"));
    assert_null(nearest("colour"));
    assert_null(nearest(""));
    assert_null(nearest("x"));
}

static void long_words(void **state)
{
    char *word = pt_alloc(1000001, 1);

    memset(word, 'a', 1000000);
    assert_null(nearest(word));
    free(word);
}

static char *hint_of(const char *word)
{
    static const char *const names[] = {"one", "two"};

    return pt_names_hint(PT_NAMES(names), (struct pt_word){word, strlen(word)});
}

static void hints(void **state)
{
    char *likely = hint_of("tow"), *unlikely = hint_of("seven");

    assert_string_equal(likely, "; did you mean 'two'? Known: one, two");
    assert_string_equal(unlikely, "; known: one, two");
    free(likely);
    free(unlikely);
}

#define HEAD  "[config]\nkernel_name: k\n"
#define TEST  HEAD "[test]\n"
#define OUT   "arg_out: 0 buffer int[1] 1\n"
#define IMAGE "arg_out: 0 image uchar4 1 2 3 4 image_type 2d image_width 1 image_height 1 "

static const struct mistake misspelt[] = {
    {HEAD "[tset]\n" OUT, 3, 2, "there is no section [tset]; did you mean 'test'? Known: config, "},
    {"[confg]\nkernel_name: k\n[test]\n" OUT, 1, 2, "did you mean 'config'?"},
    {"[config]\nname: a\n[programme source]\nint a;\n", 3, 2, "did you mean 'program source'?"},
    {"[config]\nkernl_name: k\n[test]\n" OUT "[test]\n" OUT, 2, 1,
     "there is no key 'kernl_name'; did you mean 'kernel_name'? Known: name, clc_version_min"},
    {TEST "arg_ot: 0 buffer int[1] 1\nread: 0 1\n", 4, 1,
     "did you mean 'arg_out'? Known: kernel_n"},
    {TEST OUT "colour: red\n", 5, 1, "there is no key 'colour'; known: kernel_name"},
    {TEST OUT "arg_in: 1 bufer int[1] 1\n", 5, 11, "'bufer' is not a type; did you mean 'buffer'?"},
    {TEST OUT "arg_in: 1 image2d_t\n", 5, 11, "did you mean 'image'?"},
    {TEST OUT "arg_in: 1 flaot4 1 2 3 4\n", 5, 11, "did you mean 'float4'?"},
    {TEST OUT "arg_in: 1 uint32_t 1\n", 5, 11, "did you mean 'uint'?"},
    {TEST OUT "arg_in: 1 float5 1\n", 5, 11, "a vector of float has 2, 3, 4, 8 or 16 elements"},
    {TEST OUT "arg_in: 1 bool 1\n", 5, 11, "'bool' is not a type; known: char, uchar, short"},
    {TEST OUT "arg_in: 1 buffer doubel2[1] 1 2\n", 5, 18, "did you mean 'double2'?"},
    {TEST OUT "arg_in: 1 buffer int[1] 1 tolerence 1\n", 5, 27, "did you mean 'tolerance'?"},
    {TEST "arg_out: 0 image uhcar4 1\n", 4, 18, "is not a pixel type; did you mean 'uchar4'?"},
    {TEST IMAGE "image_chanel_order RGBA\n", 4, 76, "did you mean 'image_channel_order'?"},
    {TEST IMAGE "image_channel_order RBGA\n", 4, 96, "did you mean 'RGBA'? Known: R, Rx, A"},
    {TEST IMAGE "image_channel_order CL_BGRA\n", 4, 96, "did you mean 'BGRA'?"},
    {TEST IMAGE "image_channel_order DEPTH_STENCIL\n", 4, 96,
     "the channel order 'DEPTH_STENCIL' is not for tests: only clCreateFromGLTexture makes"},
    {TEST IMAGE "image_channel_order CL_sRGB\n", 4, 96,
     "the channel order 'CL_sRGB' is not for tests: a texel's bits must be a power of two"},
    {TEST IMAGE "image_channel_data_type UNORM_INT24\n", 4, 100,
     "the channel data type 'UNORM_INT24' is not for tests: it goes with DEPTH_STENCIL alone"},
    {TEST IMAGE "image_channel_data_type UNORM_INT25\n", 4, 100, "there is no channel data type"},
    {TEST "arg_out: 0 buffer char2[1] 1 50494\n", 4, 30,
     "'50494' is out of range, for char, which has numbers from -128 to 255 (--piglit-compare"},
    {TEST "arg_out: 0 buffer half[2] repeat 0xdeadp1\n", 4, 34,
     "'0xdeadp1' is out of range, for half, which has numbers from -65504 to 65504"},
    {TEST "arg_out: 0 buffer uchar[1] -1\n", 4, 28,
     "'-1' is negative, for uchar, which has numbers from 0 to 255"},
    {TEST IMAGE "image_channel_data_type UNSIGNED_INT_8\n", 4, 100,
     "there is no channel data type 'UNSIGNED_INT_8'; did you mean 'UNSIGNED_INT8'?"},
    {TEST IMAGE "image_access readwrite\n", 4, 89,
     "image_access cannot be 'readwrite'; did you mean 'read_write'? Known: read, write"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4 image_type 2d_aray\n", 4, 44,
     "did you mean '2d_array'?"},
    {TEST OUT "arg_in: 1 sampler adressing_mode none\n", 5, 19, "did you mean 'addressing_mode'?"},
    {TEST OUT "arg_in: 1 sampler addressing_mode mirror_repeat\n", 5, 35,
     "did you mean 'mirrored_repeat'? Known: none, clamp_to_edge"},
    {TEST OUT "arg_in: 1 sampler filter_mode bilinear\n", 5, 31, "did you mean 'linear'?"},
    {TEST OUT "arg_in: 1 sampler normalized_coords yes\n", 5, 37,
     "normalized_coords cannot be 'yes'; known: 1, true, 0, false"},
    {TEST OUT "launch: k globl_size 1\n", 5, 11, "did you mean 'global_size'? Known: args"},
    {TEST OUT "read: 0 ofset 0 1\n", 5, 9, "does not belong to a read; did you mean 'offset'?"},
    {TEST OUT "copy: 0 too 0\n", 5, 9, "does not belong to a copy"},
    {TEST OUT "map: 0 wirte 1\n", 5, 8, "there is no map for 'wirte'; did you mean 'write'?"},
    {TEST OUT "fill: 0 1 error CL_INVALID_VALU\n", 5, 17, "did you mean 'CL_INVALID_VALUE'?"},
};

static void every_misspelt_name(void **state)
{
    check_mistakes(misspelt, PT_COUNT(misspelt));
}

/* Mistakes are reported alone, without those that follow from them. */
static const struct mistake alone[] = {
    {"[config]\nexpect_build_fail: yes\nexpect_build_log: x\n", 2, 20,
     "'yes' is neither true nor false"},
    {"[config]\nexpect_build_fail: true\nkernel_name: k\n[test]\n" OUT "[test]\n", 4, 2,
     "a file with expect_build_fail cannot have a [test]"},
    {"[test]\n" OUT "[test]\n" OUT, 1, 2, "[config] must stand before the first [test]"},
    {"kernel_name: k\nname: a\n", 1, 1, "'kernel_name' stands before any [config] or [test]"},
    {"[colours]\nred: 1\nblue: 2\n", 1, 2, "there is no section [colours]"},
    {" * [config]\n * kernel_name: k\n", 1, 2, "neither a [section] nor a 'key: value'"},
    {"[config]\nname = a\n", 2, 1, "values are given with a colon, as in 'name: value'"},
    {TEST OUT "2 3 4\n", 5, 1, "a value goes on in the next line if its line ends with a \\"},
    {TEST OUT "tolerance 1\n", 5, 1, "a value goes on in the next line if its line ends with a \\"},
    {TEST "arg_out: 0 image uchar4 1 2 3 4\nimage_type 2d\nimage_width 1\n", 4, 12,
     "are missing; a value goes on in the next line if its line ends with a \\"},
    {"[config]\n[test]\n" OUT "[test]\n" OUT "[test]\n" OUT, 2, 2,
     "no kernel_name, neither here nor in [config] (nor have 2 more tests)"},
    {HEAD "dimensions: 2\nglobal_size: 4\n[test]\n" OUT "[test]\n" OUT, 5, 2,
     "global_size is 0 in dimension 2 of 2"},
    {TEST OUT "arg_in: 1 buffer int[3] 1.5 2.5 3.5\n", 5, 25,
     "'1.5' is not a whole number, for int"},
    {TEST "arg_in: 0 int x\narg_out: 1 buffer int[1] 1\nread: 0 1\n", 4, 15, "'x' is not a value"},
    {TEST "arg_in: 0 buffer int[4] NULL\narg_out: 0 buffer int[4] repeat 1\n", 5, 10,
     "are of different kinds: NULL makes it local memory; a buffer that may hold anything is"},
    {TEST "arg_in: 0 buffer int[4] NULL\nread: 0 1\n", 5, 7,
     "is neither a buffer nor an image: NULL makes it local memory"},
    {"[config]\narg_in: 0 int 1\n", 2, 1, "does not belong into [config], but into [test]"},
    {TEST OUT "arg_in: 1 int2 x\n", 5, 16, "'x' is not a value of type int: 2 numbers, or NULL"},
    {TEST OUT "arg_in: 1 float\n", 5, 16, "the value is missing: 1 number of type float, or NULL"},
    {TEST OUT "arg_in: 1 buffer int[1]\n", 5, 24,
     "the buffer's values are missing: numbers, 'repeat' and numbers, 'random' or NULL"},
    {TEST OUT "read: 0 offset 2 size 4 1\n", 5, 7,
     "the box does not lie within argument 0, which has 4 bytes"},
    {TEST IMAGE "image_channel_order ARGB image_channel_data_type FLOAT\n", 4, 101,
     "OpenCL has no image format of order ARGB and data type FLOAT; ARGB goes with SNORM_INT8, "
     "UNORM_INT8, SIGNED_INT8, UNSIGNED_INT8"},
    {TEST OUT "name: a\tb\n", 5, 7, "a test's name cannot have tabs or control characters"},
};

static void every_mistake_alone(void **state)
{
    check_mistakes(alone, PT_COUNT(alone));
}

/* A comment with a [test] and without the mark of a configuration is no program that only builds.
 */
static void comments_without_mark(void **state)
{
    static const struct {
        const char *text;
        size_t errors, offset;
    } cases[] = {
        {"/* a [test] */\n", 1, 0}, {"int a; /* one */ /*\n[config]\n[test]\n*/\n", 1, 17},
        {"/* [test]", 1, 0},        {"/* a test */ int test[2];\n", 0, 0},
        {"// [test]\n", 0, 0},      {"/* [test] */\n/*!\n" TEST OUT "!*/\n", 0, 0},
    };

    for (size_t i = 0; i < PT_COUNT(cases); i++) {
        struct pt_diags diags;
        struct pt_plan *plan =
            parse_bytes("t.cl", cases[i].text, strlen(cases[i].text), &no_options, &diags);

        assert_int_equal(diags.count, cases[i].errors);
        if (diags.count) {
            assert_int_equal(diags.items[0].offset, cases[i].offset);
            assert_non_null(strstr(diags.items[0].message, "one begins with /*! and ends with"));
        }
        finish(plan, &diags);
    }
}

/* Two mistakes are two errors, though they are of one kind and in one line. */
static void two_mistakes(void **state)
{
    struct pt_diags diags;
    struct pt_plan *plan =
        parse(TEST "arg_out: 0 buffer int[3] 1x 2 3y\n[tset]\nnam: b\n" OUT, &no_options, &diags);

    assert_int_equal(diags.count, 4);
    finish(plan, &diags);
}

static void too_many_errors(void **state)
{
    struct pt_string text = {0};
    struct pt_diags diags;

    pt_string_add(&text, TEST OUT);
    for (int i = 0; i < 1000; i++)
        pt_string_add(&text, "colour%d: red\n", i);
    struct pt_plan *plan = parse(text.text, &no_options, &diags);
    const struct pt_diag *last = &diags.items[diags.count - 1];
    assert_int_equal(diags.count, 201);
    assert_int_equal(last->offset, PT_NOWHERE);
    assert_string_equal(last->message, "800 more errors are not shown");
    finish(plan, &diags);
    free(text.text);
}

static void expressions(void **state)
{
    static const char *const good[] = {
        "",       "^a.*b$",    "a{1,1000}",      "(a|b)+[[:digit:]]{2}",
        "[]{+(]", "\\(\\{\\+", "((((a+)+)+)+)+", "a{,3}",
        "x)"};
    static const struct {
        const char *text, *why;
    } wrong[] = {
        {"(a*)*b{1,32767}", "its repetitions multiply to more than 2000 states"},
        {"((a{1,100}){1,100}){1,100}", "multiply to more than 2000 states"},
        {"(((((((((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+", "multiply to more than"},
        {"(a)\\1", "an extended regular expression has no back-references"},
        {"(a", "Unmatched"},
        {"a{100000}", ""},
    };

    for (size_t i = 0; i < PT_COUNT(good); i++)
        assert_null(pt_expression_check(good[i]));
    for (size_t i = 0; i < PT_COUNT(wrong); i++) {
        char *why = pt_expression_check(wrong[i].text);

        assert_non_null(why);
        assert_non_null(strstr(why, wrong[i].why));
        assert_false(pt_expression_matches(wrong[i].text, ""));
        free(why);
    }
    assert_true(pt_expression_matches("b{2}", "abba"));
    assert_false(pt_expression_matches("^b", "abba"));
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, nearest_names, long_words, hints, every_misspelt_name,
                     every_mistake_alone, comments_without_mark, two_mistakes, too_many_errors,
                     expressions);
}
