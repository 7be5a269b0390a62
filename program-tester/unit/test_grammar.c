/* SPDX-License-Identifier: MIT */
/* test_grammar.c: every production of the two grammars that the format must read: that of Piglit's
 * tests/cl/program/program-tester.c, and the one in which images and samplers were first written
 * ("type 2d", "tolerance ulp N"). */
#include "ci/tests/run_tests.h"
#include "program-tester/unit/parsing.h"

#define HEAD    "[config]\nkernel_name: k\n"
#define TEST    HEAD "[test]\n"
#define OUT     "arg_out: 0 buffer int[1] 1\n"
#define IN(x)   TEST OUT "arg_in: 1 " x "\n"
#define OUT1(x) TEST "arg_out: 0 " x "\n"
#define SHAPE   " image_type 2d image_width 1 image_height 1"
#define FORMAT  " image_channel_order RGBA image_channel_data_type UNSIGNED_INT8"
/* Four bytes in whatever format. */
#define PIXEL(type, order, data_type)                                                              \
    IN("image " type " repeat 1" SHAPE " image_channel_order " order                               \
       " image_channel_data_type " data_type)
#define SAMPLER(coords, mode, filter)                                                              \
    IN("sampler normalized_coords " coords " addressing_mode " mode " filter_mode " filter)

static const char *const productions[] = {
    /* Lines: white space, comments, carriage returns, continuations. */
    " [ config ] \nkernel_name:k\n\t[test]\t\n " OUT,
    "[config] # comment\nkernel_name : k # comment\n\n# comment\n[test]\n" OUT,
    "[config]\r\nkernel_name: k\r\n[test]\r\narg_out: 0 buffer int[2] 1 \\\r\n 2\r\n",
    OUT1("buffer int[3] 1 \\ # comment\n 2 \\\n 3"),
    OUT1("buffer int[1] 1 \\\n\n"),
    /* [config]. */
    "[config]\nname: n\nclc_version_min: 10\nclc_version_max: 12\nplatform_regex: .*\n"
    "device_regex: ^(a|b)[[:digit:]]+$\nrequire_platform_extensions: a b\n"
    "require_device_extensions: c\nrequire_features: __opencl_c_x d\nbuild_options: -D "
    "A=1\nexpect_build_fail: false\n"
    "need_image_support: 1\nexpect_test_fail: 0\ndimensions: 3\nglobal_size: 1 1 1\n"
    "local_size: NULL\nglobal_offset: null\nkernel_name: NULL\n",
    "[config]\nclc_version_max: 0\nexpect_build_fail: true\n",
    "[config]\nkernel_name: null\n[program source]\nkernel void k() {}\n",
    "[config]\nprogram_source_file: a.cl\n",
    "[config]\nprogram_binary_file: a.bin\n",
    "[config]\nname: a\n[program binary]\nbinary\n",
    /* [test]. */
    TEST "name: n\nkernel_name: l\nexpect_test_fail: true\ndimensions: 2\nglobal_size: 4 2 0\n"
         "local_size: 2 1 0\nglobal_offset: 1 2 0\n" OUT,
    TEST "global_size: +0x10 1 1\n" OUT,
    TEST OUT "[test]\n" OUT "[test]\nname: last\n" OUT,
    /* Values of each type and width. */
    IN("char -128"),
    IN("uchar 255"),
    IN("short -0x8000"),
    IN("ushort 0xFFFF"),
    IN("int +1"),
    IN("uint 0Xff"),
    IN("long -9223372036854775808"),
    IN("ulong 18446744073709551615"),
    IN("half 0.5"),
    IN("float 1e-3"),
    IN("double 0x1.8p3"),
    IN("char2 1 2"),
    IN("short3 1 2 3"),
    IN("int4 1 2 3 4"),
    IN("uint8 1 2 3 4 5 6 7 8"),
    IN("float16 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"),
    IN("float NULL"),
    IN("int4 null"),
    /* Floating numbers. */
    IN("float 1"),
    IN("float -1.5"),
    IN("float +1.5e10"),
    IN("float 1e+10"),
    IN("float 1e-10"),
    IN("float 0x3F800000"),
    IN("float 0x1p-126"),
    IN("float -0x1.fffffep127"),
    IN("float nan"),
    IN("float NAN"),
    IN("float NaN"),
    IN("float +nan"),
    IN("float -nan"),
    IN("float inf"),
    IN("float Inf"),
    IN("float INF"),
    IN("float infinity"),
    IN("float Infinity"),
    IN("float INFINITY"),
    IN("float +inf"),
    IN("float -inf"),
    IN("float -infinity"),
    /* Buffers. */
    IN("buffer int[2] 1 2"),
    IN("buffer int[4] repeat 1 2"),
    IN("buffer int[4] REPEAT 1 2"),
    IN("buffer float[4] random"),
    IN("buffer float[4] RANDOM"),
    IN("buffer float[4] NULL"),
    IN("buffer float[4] null"),
    OUT1("buffer int[1] 1 tolerance 1"),
    OUT1("buffer uint[1] 1 tolerance 0x1"),
    OUT1("buffer float[1] 1 tolerance 0.5"),
    OUT1("buffer float[1] 1 tolerance 4 ulp"),
    OUT1("buffer float[1] 1 tolerance ulp 4"),
    OUT1("buffer half[2] repeat 1 tolerance ulp 4"),
    OUT1("buffer float3[1] 1 2 3 tolerance 1 ulp"),
    OUT1("buffer float[1] 1 tolerance 0.1 relative"),
    OUT1("buffer float[1] 1 tolerance relative 0.1"),
    TEST "arg_in: 0 buffer int[2] 1 2\narg_out: 0 buffer short[4] 1 2 3 4\n",
    /* Images: the kinds of values, shapes, any order, any case, tolerance of both sorts. */
    IN("image uchar4 1 2 3 4" SHAPE FORMAT),
    IN("image uchar4 repeat 1" SHAPE FORMAT),
    IN("image uchar4 random" SHAPE FORMAT),
    IN("image uchar4 NULL" SHAPE FORMAT),
    IN("image uchar4 repeat 1 image_type 2D image_width +2 image_height 0x2" FORMAT),
    IN("image uchar4 repeat 1 type 2d image_width 2 image_height 2" FORMAT),
    IN("image uchar4 repeat 1 type 3d image_width 2 image_height 2" FORMAT),
    IN("image uchar4 repeat 1 image_type 3D image_width 2 image_height 2 image_depth 2" FORMAT),
    IN("image uchar4 image_height 1" FORMAT " image_width 1 repeat 1 type 2d"),
    OUT1("image uchar4 1 2 3 4" SHAPE FORMAT " tolerance 1"),
    OUT1("image float4 repeat 1" SHAPE
         " image_channel_order RGBA image_channel_data_type FLOAT tolerance 1 ulp"),
    OUT1("image float4 repeat 1" SHAPE
         " image_channel_order RGBA image_channel_data_type FLOAT tolerance ulp 1"),
    /* Channel orders, with a data type that goes with each, in both cases. */
    PIXEL("uchar", "R", "UNSIGNED_INT8"),
    PIXEL("uchar", "r", "unsigned_int8"),
    PIXEL("uchar", "RX", "UNORM_INT8"),
    PIXEL("uchar", "Rx", "unorm_int8"),
    PIXEL("uchar", "rx", "SNORM_INT8"),
    PIXEL("uchar", "A", "snorm_int8"),
    PIXEL("char", "a", "SIGNED_INT8"),
    PIXEL("float", "INTENSITY", "FLOAT"),
    PIXEL("float", "intensity", "float"),
    PIXEL("half", "LUMINANCE", "HALF_FLOAT"),
    PIXEL("half", "luminance", "half_float"),
    PIXEL("ushort2", "RG", "UNORM_INT16"),
    PIXEL("ushort2", "rg", "unorm_int16"),
    PIXEL("short2", "RGX", "SNORM_INT16"),
    PIXEL("short2", "RGx", "snorm_int16"),
    PIXEL("short2", "rgx", "SIGNED_INT16"),
    PIXEL("short2", "RA", "signed_int16"),
    PIXEL("ushort2", "ra", "UNSIGNED_INT16"),
    PIXEL("ushort", "RGB", "UNORM_SHORT_565"),
    PIXEL("ushort", "rgb", "unorm_short_565"),
    PIXEL("ushort", "RGBX", "UNORM_SHORT_555"),
    PIXEL("ushort", "rgbx", "unorm_short_555"),
    PIXEL("uint", "RGB", "UNORM_INT_101010"),
    PIXEL("uint", "rgb", "unorm_int_101010"),
    PIXEL("int4", "RGBA", "SIGNED_INT32"),
    PIXEL("int4", "rgba", "signed_int32"),
    PIXEL("uint4", "RGBA", "UNSIGNED_INT32"),
    PIXEL("uint4", "rgba", "unsigned_int32"),
    PIXEL("ushort4", "rgba", "unsigned_int16"),
    PIXEL("char4", "rgba", "signed_int8"),
    PIXEL("uchar4", "ARGB", "UNORM_INT8"),
    PIXEL("uchar4", "argb", "UNORM_INT8"),
    PIXEL("uchar4", "BGRA", "UNORM_INT8"),
    PIXEL("uchar4", "bgra", "UNORM_INT8"),
    /* Samplers: booleans, modes and filters in both cases; any order. */
    SAMPLER("0", "none", "nearest"),
    SAMPLER("1", "clamp", "linear"),
    SAMPLER("true", "repeat", "NEAREST"),
    SAMPLER("true", "mirrored_repeat", "LINEAR"),
    SAMPLER("false", "clamp_to_edge", "nearest"),
    SAMPLER("false", "NONE", "nearest"),
    SAMPLER("false", "CLAMP_TO_EDGE", "nearest"),
    SAMPLER("false", "CLAMP", "nearest"),
    SAMPLER("1", "REPEAT", "nearest"),
    SAMPLER("1", "MIRRORED_REPEAT", "nearest"),
    IN("sampler filter_mode linear normalized_coords true addressing_mode none"),
    TEST OUT "arg_out: 1 sampler normalized_coords 1 addressing_mode clamp filter_mode linear\n",
    TEST "arg_out: 0 sampler normalized_coords 1 addressing_mode clamp filter_mode linear\n"
         "arg_out: 1 buffer int[1] 1\n",
    /* A tolerance may follow any image. */
    IN("image uchar4 1 2 3 4" SHAPE FORMAT " tolerance 1"),
    IN("image uchar4 random tolerance 1" SHAPE FORMAT),
    IN("image float4 repeat 1" SHAPE
       " image_channel_order RGBA image_channel_data_type FLOAT tolerance ulp 1"),
    TEST "arg_in: 0 image uchar4 1 2 3 4" SHAPE FORMAT " tolerance 1\n"
         "arg_out: 0 image uchar4 1 2 3 4" SHAPE FORMAT " tolerance 2\n",
};

static void every_production(void **state)
{
    bool good = true;

    for (size_t i = 0; i < PT_COUNT(productions); i++) {
        struct pt_diags diags;
        struct pt_plan *plan = parse(productions[i], &no_options, &diags);

        if (diags.count)
            print_error("'%s' for:\n%s\n", diags.items[0].message, productions[i]);
        good &= !diags.count;
        finish(plan, &diags);
    }
    assert_true(good);
}

/* Files that the grammars allow but that can mean nothing. The message says why, and what to
 * write. */
static const struct mistake meaningless[] = {
    {OUT1("sampler normalized_coords 0 addressing_mode none filter_mode linear"), 3, 2,
     "the test checks nothing: give an arg_out"},
    {IN("sampler normalized_coords 0 addressing_mode none filter_mode linear\n"
        "arg_out: 1 sampler normalized_coords 0 addressing_mode none filter_mode linear"),
     6, 10, "there is already an arg_in with index 1, which a sampler is, too"},
    {OUT1("sampler normalized_coords 0 addressing_mode none filter_mode linear\n"
          "arg_in: 0 int 1\narg_out: 1 buffer int[1] 1"),
     5, 9, "there is already an arg_in with index 0"},
    {OUT1("buffer int[1] 1\n"
          "arg_out: 0 sampler normalized_coords 0 addressing_mode none filter_mode linear"),
     4, 10, "arg_in and arg_out with index 0 are of different kinds"},
    {OUT1("sampler normalized_coords 0 addressing_mode none filter_mode cubic"), 4, 73,
     "filter_mode cannot be 'cubic'"},
    {OUT1("int 1"), 4, 12, "only a buffer or an image can be an arg_out: a kernel gets a copy"},
    {IN("buffer int[1] 1 tolerance 1"), 5, 27, "only an arg_out has a tolerance: an arg_in is"},
    {IN("image uchar4 1 2 3 4" SHAPE FORMAT " tolerance ulp 1"), 5, 148,
     "ulp is for floating types, not for uchar"},
    {IN("image uchar4 1 2 3 4" SHAPE FORMAT " tolerance 1 tolerance 1"), 5, 150,
     "the tolerance was already given"},
    {IN("image uchar4 1 2 3 4" SHAPE FORMAT " tolerance -1"), 5, 148, "tolerance: '-1'"},
    {IN("image float4 repeat 1" SHAPE
        " image_channel_order RGBA image_channel_data_type FLOAT signed_zero"),
     5, 131, "signed_zero is for an arg_out of a floating type"},
    {OUT1("buffer int[1] random"), 4, 26, "an arg_out needs values to compare with"},
    {OUT1("buffer int[1] NULL"), 4, 26, "an arg_out needs values to compare with"},
    {OUT1("buffer int[1] 1 tolerance ulp 1"), 4, 38, "ulp is for floating types, not for int"},
    {OUT1("buffer float[1] 1 tolerance NULL"), 4, 40, "tolerance: 'NULL' is not a number"},
    {OUT1("buffer float[1] 1 tolerance ulp"), 4, 43, "the tolerance's value is missing"},
    {IN("int true"), 5, 15, "'true' is not a value"},
};

static void every_meaningless_production(void **state)
{
    check_mistakes(meaningless, PT_COUNT(meaningless));
}

static const struct pt_arg *first_out(const struct pt_plan *plan)
{
    return &plan->tests[0].out.items[0];
}

/* A unit says the same before its number and behind it. */
static void units_on_both_sides(void **state)
{
    static const char *const texts[][2] = {
        {OUT1("buffer float[1] 1 tolerance 7 ulp"), OUT1("buffer float[1] 1 tolerance ulp 7")},
        {OUT1("buffer int[1] 1 tolerance 0.5 relative"),
         OUT1("buffer int[1] 1 tolerance relative 0.5")},
    };

    for (size_t i = 0; i < PT_COUNT(texts); i++) {
        struct pt_plan *behind = parse_good(texts[i][0]), *before = parse_good(texts[i][1]);
        const struct pt_tolerance *a = &first_out(behind)->tolerance;
        const struct pt_tolerance *b = &first_out(before)->tolerance;

        assert_int_equal(a->kind, b->kind);
        assert_int_equal(a->whole, b->whole);
        assert_true(a->value == b->value && a->value > 0);
        pt_plan_free(behind);
        pt_plan_free(before);
    }
}

/* Neither grammar has a depth: an image that is 3d has one slice, then. */
static void depth_by_default(void **state)
{
    struct pt_plan *plan =
        parse_good(OUT1("image uchar4 repeat 1 type 3d image_width 2 image_height 2" FORMAT));

    assert_int_equal(first_out(plan)->image.type, CL_MEM_OBJECT_IMAGE3D);
    assert_int_equal(first_out(plan)->image.depth, 1);
    assert_int_equal(first_out(plan)->count, 4);
    pt_plan_free(plan);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, every_production, every_meaningless_production,
                     units_on_both_sides, depth_by_default);
}
