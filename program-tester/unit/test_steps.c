/* SPDX-License-Identifier: MIT */
/* test_steps.c: what the parser makes of steps, and every error it finds in them, with its place.
 */
#include "ci/tests/run_tests.h"
#include "program-tester/parse/layout.h"
#include "program-tester/unit/parsing.h"

#define FORMAT "image_channel_order R image_channel_data_type "
/* 0: a buffer of 64 bytes, 1: a 2D image, 2: a 2D array, 3: an int; the next line is line 8. */
#define HEAD                                                                                       \
    "[config]\nkernel_name: k\n[test]\narg_out: 0 buffer int[16] repeat 1\n"                       \
    "arg_in: 1 image uchar repeat 1 image_type 2d image_width 4 image_height 3 " FORMAT            \
    "UNSIGNED_INT8\n"                                                                              \
    "arg_in: 2 image float repeat 1 image_type 2d_array image_width 4 image_height 3 "             \
    "image_array_size 2 " FORMAT "FLOAT\n"                                                         \
    "arg_in: 3 int 1\n"

#define TEXEL                                                                                      \
    "image_type 2d image_width 1 image_height 1 image_channel_order R "                            \
    "image_channel_data_type UNSIGNED_INT8\n"

static const struct mistake mistakes[] = {
    /* Launches. */
    {HEAD "launch:\n", 8, 1, "'launch' has no value"},
    {HEAD "launch: k 0 1\n", 8, 11, "'0' does not belong to a launch"},
    {HEAD "launch: k args\n", 8, 11, "args names no argument"},
    {HEAD "launch: k args 0 4\n", 8, 18, "there is no argument 4 above"},
    {HEAD "launch: k args 0 args 1\n", 8, 18, "args was already given"},
    {HEAD "launch: k global_size\n", 8, 11, "global_size has no value"},
    {HEAD "launch: k global_size x\n", 8, 11, "global_size has no value"},
    {HEAD "launch: k global_size 1 2 3 4\n", 8, 29, "'4' does not belong to a launch"},
    {HEAD "launch: k global_size 1 2 local_size 1\n", 8, 27,
     "local_size has 1 numbers, but the launch has 2 dimensions"},
    {HEAD "launch: k local_size 1\n", 8, 9, "needs a global_size"},
    {HEAD "launch: k global_size 4 0\n", 8, 9, "global_size is 0 in dimension 2 of 2"},
    {HEAD "launch: k global_size 4 error CL_NO\n", 8, 31, "'CL_NO' is not an error's name"},
    {HEAD "launch: k error\n", 8, 16, "'' is not an error's name"},
    /* Queues. */
    {HEAD "queue: x\n", 8, 8, "queue: 'x' is not a number"},
    {HEAD "queue: 4\n", 8, 8, "there are queues 0 to 3"},
    {HEAD "queue: 1 2\n", 8, 10, "'2' does not belong to a queue"},
    /* Errors of the argument's index. */
    {HEAD "read: x 1\n", 8, 7, "argument index: 'x' is not a number"},
    {HEAD "read: 9 1\n", 8, 7, "there is no argument 9 above"},
    {HEAD "read: 3999999999 1\n", 8, 7, "there is no argument 3999999999 above"},
    {HEAD "read: 3 1\n", 8, 7, "argument 3 is neither a buffer nor an image"},
    {HEAD "read: 4 1\narg_in: 4 buffer int[1] 1\n", 8, 7, "there is no argument 4 above"},
    /* Boxes of images. */
    {HEAD "read: 1 origin 1\n", 8, 17, "origin is missing"},
    {HEAD "read: 1 origin 1 x 1\n", 8, 18, "origin: 'x' is not a number"},
    {HEAD "read: 1 origin 1 1 region 4 1 repeat 1\n", 8, 7, "box does not lie within argument 1"},
    {HEAD "read: 1 region 4 0 repeat 1\n", 8, 7, "box does not lie within argument 1"},
    {HEAD "read: 1 origin 0xffffffffffffffff 0 region 2 1 repeat 1\n", 8, 7, "does not lie within"},
    {HEAD "read: 1 origin 0 0 origin 0 0\n", 8, 20, "origin was already given"},
    {HEAD "read: 1 level 1 repeat 1\n", 8, 9, "only a mipmapped image has levels"},
    {HEAD "read: 1 offset 0\n", 8, 9, "offset is for buffers; an image has origin and region"},
    {HEAD "read: 2 origin 0 0 2 repeat 1\n", 8, 7, "box does not lie within argument 2"},
    /* Boxes of buffers. */
    {HEAD "read: 0 offset 60 size 8 1 2\n", 8, 7, "box does not lie within argument 0"},
    {HEAD "read: 0 offset 64 1\n", 8, 7, "box does not lie within argument 0"},
    {HEAD "read: 0 size 6 repeat 1\n", 8, 7, "has 6 bytes, which are no whole 4-byte values"},
    {HEAD "read: 0 origin 0 0 0 1\n", 8, 7, "a rectangle of a buffer needs a region"},
    {HEAD "read: 0 offset 4 region 4 1 1 1\n", 8, 18, "do not go with the keys of a rectangle"},
    {HEAD "read: 0 region 4 2 1 row_pitch 3 1 1\n", 8, 7, "pitches are less than its rows"},
    {HEAD "read: 0 origin 0 0 0 region 0 1 1 1\n", 8, 7, "box does not lie within"},
    {HEAD "read: 0 region 4 2 2 row_pitch 8 slice_pitch 12 1 1 1 1\n", 8, 7,
     "pitches are less than its rows"},
    {HEAD "read: 0 region 4 3 1 row_pitch 32 1 1 1\n", 8, 7, "box does not lie within"},
    {HEAD "read: 0 region 4 1 0xffffffffffffffff 1\n", 8, 7, "box does not lie within"},
    {HEAD "fill: 0 region 4 2 1 1\n", 8, 7, "a fill of a buffer has offset and size"},
    {HEAD "map: 0 read region 4 2 1 1\n", 8, 6, "a map of a buffer has offset and size"},
    {HEAD "fill: 0 offset 2 size 8 1\n", 8, 7, "must be multiples of the 4-byte pattern"},
    /* Values. */
    {HEAD "read: 1 region 2 1\n", 8, 7, "the values of the read are missing"},
    {HEAD "fill: 1 error CL_INVALID_VALUE\n", 8, 7, "the values of the fill are missing"},
    {HEAD "read: 1 region 2 1 1 2 3\n", 8, 20, "2 values are needed here, but there are 3"},
    {HEAD "read: 1 region 2 1 repeat 256\n", 8, 27, "'256' is out of range, for uchar"},
    {HEAD "read: 1 random\n", 8, 9, "a read needs numbers here"},
    {HEAD "write: 1 NULL\n", 8, 10, "a write needs numbers here"},
    {HEAD "read: 1 texels_of 1\n", 8, 9, "texels_of is for an arg_out that is a buffer"},
    {HEAD "write: 1 repeat 1..2\n", 8, 20, "only an arg_out has ranges"},
    {HEAD "write: 1 repeat 1 tolerance 1\n", 8, 19, "only an arg_out has a tolerance"},
    {HEAD "map: 1 write repeat 1..2\n", 8, 24, "only an arg_out has ranges"},
    {HEAD "read: 1 repeat 1 colour\n", 8, 18, "'colour' does not belong to a read"},
    {HEAD "read: 1 repeat 1 char\n", 8, 18, "the type must stand before the values"},
    {HEAD "read: 1 uchar4 repeat 1\n", 8, 7, "the pixel type has 4 bytes, but a texel of R"},
    {HEAD "read: 2 values int repeat 1 2 3 4\n", 8, 7, "a kernel sees float texels of this format"},
    {HEAD "fill: 1 1 2 3\n", 8, 9, "4 values are needed here, but there are 3"},
    {HEAD "fill: 1 int 1 2 3 4\n", 8, 9, "'int' does not belong to a fill"},
    {HEAD "read: 1 repeat 1 error CL_INVALID_VALUE\n", 8, 9, "a read that must fail has no values"},
    /* Host memory, maps. */
    {HEAD "read: 1 host_row_pitch 3 repeat 1\n", 8, 7,
     "host_row_pitch is less than a row's 4 bytes"},
    {HEAD "read: 2 host_slice_pitch 47 repeat 1\n", 8, 7, "is less than a slice's 48 bytes"},
    {HEAD "read: 2 host_row_pitch 0x100000000 repeat 1\n", 8, 7, "host memory is larger than"},
    {HEAD "read: 0 host_row_pitch 64 repeat 1\n", 8, 7, "need a rectangle's region"},
    {HEAD "read: 1 region 0xffffffffffffffff 2 error CL_INVALID_VALUE\n", 8, 7,
     "host memory is larger than"},
    {HEAD "fill: 1 host_row_pitch 4\n", 8, 9, "'host_row_pitch' does not belong to a fill"},
    {HEAD "map: 1 repeat 1\n", 8, 8,
     "there is no map for 'repeat'; known: read, write, invalidate"},
    /* Copies. */
    {HEAD "copy: 1\n", 8, 7, "a copy is written as INDEX to INDEX"},
    {HEAD "copy: 1 2\n", 8, 9, "'2' does not belong to a copy"},
    {HEAD "copy: 1 to\n", 8, 11, "argument index is missing"},
    {HEAD "copy: 1 to 1 to 1\n", 8, 14, "'to' does not belong to a copy"},
    {HEAD "copy: 1 to 2\n", 8, 7, "images can be copied only if their formats are equal"},
    {HEAD "copy: 1 region 2 1 to 1 region 2 1\n", 8, 7, "have the same region: give one"},
    {HEAD "copy: 1 region 2 1 to 1 origin 3 0\n", 8, 7, "box does not lie within argument 1"},
    {HEAD "copy: 2 to 0\n", 8, 7, "box does not lie within argument 0"},
    {HEAD "copy: 0 size 8 to 1\n", 8, 7, "a buffer has an offset and the image the region"},
    {HEAD "copy: 0 to 1 region 5 1\n", 8, 7, "box does not lie within argument 1"},
    {HEAD "copy: 0 offset 4 to 0 origin 0 0 0 region 4 1 1\n", 8, 7, "do not go with the keys"},
    {HEAD "copy: 0 size 8 to 0 offset 60\n", 8, 7, "box does not lie within argument 0"},
    /* The test as a whole. */
    {"[config]\n[test]\narg_in: 0 buffer int[1] 1\nwrite: 0 1\n", 2, 2, "the test checks nothing"},
    {"[config]\n[test]\nexpect: runs\narg_in: 0 buffer int[1] 1\nread: 0 1\n", 2, 2,
     "'expect: runs' compares nothing, but the test has steps that do"},
    {"[config]\nread: 0 1\n", 2, 1, "'read' does not belong into [config]"},
    {"[config]\n[test]\narg_in: 0 integer 1\nread: 0 1\n", 3, 11, "'integer' is not a type"},
    /* Questions. */
    {HEAD "ask: 0 size 1\n", 8, 6, "argument 0 is no image"},
    {HEAD "ask: 9 size 1\n", 8, 6, "there is no argument 9 above"},
    {HEAD "ask: 1 weight 1\n", 8, 8, "'weight' is nothing that can be asked of an image"},
    {HEAD "ask: 1 max_widt holds\n", 8, 8,
     "'max_widt' is nothing that can be asked of an image; did"},
    {HEAD "ask: 1 size without colour 1\n", 8, 21, "an image has no 'colour' to leave out"},
    {HEAD "ask: 1 size without\n", 8, 20, "an image has no '' to leave out"},
    {HEAD "ask: 1 size\n", 8, 6, "what is asked must have an answer"},
    {HEAD "ask: 1 size many\n", 8, 13, "size"},
    {HEAD "ask: 1 size 4 holds\n", 8, 15, "an ask ends with its one answer, before 'holds'"},
    {HEAD "info: 9 width 1\n", 8, 7, "there is no argument 9 above"},
    {HEAD "info: 1 weight 1\n", 8, 9, "'weight' is no fact of an image"},
    {HEAD "info: 1 width at_least many\n", 8, 24, "width"},
    {HEAD "info: 1 width 4 5\n", 8, 17, "an info ends with its one value, before '5'"},
    {HEAD "info: 1 width error NO\n", 8, 21, "'NO' is not an error's name"},
    {HEAD "ask: 1 size error NO\n", 8, 19, "'NO' is not an error's name"},
    /* texels_of and image_access. */
    {HEAD "arg_out: 4 buffer float4[12] texels_of 3\n", 8, 10, "argument 3 is not an image"},
    {HEAD "arg_out: 4 buffer float4[12] texels_of 9\n", 8, 10, "argument 9 is not an image"},
    {HEAD "arg_out: 4 buffer float4[12] texels_of 1\n", 8, 10, "of argument 1 are uint4[12]"},
    {HEAD "arg_out: 4 buffer float4[12] texels_of 2\n", 8, 10, "of argument 2 are float4[24]"},
    {HEAD "arg_out: 4 buffer float4[12] texels_of\n", 8, 39, "index of the image is missing"},
    {HEAD "arg_in: 4 buffer float4[12] texels_of 1\n", 8, 29, "texels_of is for an arg_out"},
    {HEAD "arg_in: 4 image uchar 1 image_access rw\n", 8, 38, "image_access cannot be 'rw'"},
    /* image_from. */
    {HEAD "arg_in: 4 image uchar 1 image_from a.png " TEXEL, 8, 36, "values were already given"},
    {HEAD "arg_in: 4 image uchar image_from a.png 1 " TEXEL, 8, 40, "values were already given"},
    {HEAD "arg_in: 4 image char image_from a.png image_type 2d image_width 1 image_height 1 " FORMAT
          "SIGNED_INT8\n",
     8, 22, "pictures have UNORM_INT8 or UNSIGNED_INT8 texels"},
    {HEAD "arg_in: 4 image uchar image_from a.png image_type 1d image_width 1 " FORMAT
          "UNORM_INT8\n",
     8, 23, "a picture is a 2d image"},
    /* image_over. */
    {HEAD "arg_in: 4 image uchar 1 image_over 1 " TEXEL, 8, 11, "an arg_in, and NULL"},
    {HEAD "arg_in: 4 image uchar NULL image_over 3 " TEXEL, 8, 9, "argument 3 is no buffer or"},
    {HEAD "arg_in: 4 image uchar NULL image_over 4 " TEXEL, 8, 9, "argument 4 is no buffer or"},
    {HEAD "arg_in: 4 image uchar NULL image_over 9 " TEXEL, 8, 9, "argument 9 is no buffer or"},
    {HEAD "arg_in: 4 image uchar NULL image_error NO " TEXEL, 8, 40, "'NO' is not an error's name"},
};

static void every_mistake(void **state)
{
    check_mistakes(mistakes, PT_COUNT(mistakes));
}

/* A test without steps is one launch of all its arguments. */
static void implied_launch(void **state)
{
    struct pt_plan *plan = parse_good(HEAD "dimensions: 2\nglobal_size: 5 6\n");
    const struct pt_test *test = &plan->tests[0];

    assert_false(test->explicit_steps);
    assert_int_equal(test->step_count, 1);
    assert_int_equal(test->steps[0].kind, PT_STEP_LAUNCH);
    assert_string_equal(test->steps[0].launch.kernel_name, "k");
    assert_int_equal(test->steps[0].launch.global[1], 6);
    assert_null(test->steps[0].args);
    pt_plan_free(plan);
}

/* A launch has the test's sizes, wherever they stand, or all of its own. */
static void launches(void **state)
{
    struct pt_plan *plan =
        parse_good(HEAD "launch: one\n"
                        "launch: two args 2 0 2 global_size 8 4 local_size NULL\n"
                        "launch: one global_offset 3 global_size 7\n"
                        "global_size: 5\nlocal_size: 5\n");
    const struct pt_step *steps = plan->tests[0].steps;

    assert_int_equal(plan->tests[0].step_count, 3);
    assert_string_equal(steps[0].launch.kernel_name, "one");
    assert_int_equal(steps[0].launch.global[0], 5);
    assert_int_equal(steps[0].launch.local[0], 5);
    assert_int_equal(steps[1].launch.dimensions, 2);
    assert_int_equal(steps[1].launch.global[1], 4);
    assert_true(steps[1].launch.local_null);
    assert_true(steps[1].launch.offset_null);
    assert_int_equal(steps[1].arg_count, 3);
    assert_int_equal(steps[1].args[0], 2);
    assert_int_equal(steps[1].args[1], 0);
    assert_int_equal(steps[2].launch.local[0], 1);
    assert_false(steps[2].launch.offset_null);
    assert_int_equal(steps[2].launch.offset[0], 3);
    pt_plan_free(plan);
}

static void queues(void **state)
{
    struct pt_plan *plan = parse_good(HEAD "queue: 3\nlaunch: k\nqueue: 0\n");
    const struct pt_test *test = &plan->tests[0];

    assert_int_equal(test->step_count, 3);
    assert_int_equal(test->steps[0].kind, PT_STEP_QUEUE);
    assert_int_equal(test->steps[0].queue, 3);
    assert_int_equal(test->steps[2].queue, 0);
    pt_plan_free(plan);
}

/* The box that is left out is the rest of the argument. */
static void boxes(void **state)
{
    struct pt_plan *plan = parse_good(
        HEAD "write: 1 origin 1 2 5 6 7\n"
             "read: 2 origin 1 0 1 region 2 3 1 host_row_pitch 12 host_slice_pitch 48 repeat 2 "
             "tolerance 1 ulp\n"
             "read: 0 offset 60 short 1 2\n"
             "write: 0 origin 4 0 0 region 8 2 2 row_pitch 16 slice_pitch 32 host_row_pitch 10 "
             "repeat 3\n"
             "map: 1 invalidate region 2 2 1 2 3 4\n"
             "fill: 2 origin 0 0 1 0.5 0 0 1\n"
             "fill: 0 size 8 int2 4 5\n"
             "read: 0 origin 4 1 2 region 8 2 1 1 2 3 4\n");
    const struct pt_step *steps = plan->tests[0].steps;
    struct pt_layout layout;
    int32_t pattern[2];

    assert_int_equal(steps[0].box.region[0], 3);
    assert_int_equal(steps[0].box.region[1], 1);
    assert_int_equal(steps[0].contents.count, 3);
    assert_int_equal(steps[1].contents.count, 6);
    assert_int_equal(steps[1].contents.image.width, 2);
    assert_int_equal(steps[1].contents.tolerance.whole, 1);
    layout = pt_step_layout(&steps[1]);
    assert_int_equal(pt_layout_size(&layout), 48);
    assert_int_equal(layout.row, 8);
    assert_int_equal(steps[2].box.region[0], 4);
    assert_int_equal(steps[2].contents.count, 2);
    assert_true(steps[3].box.rectangle);
    assert_int_equal(steps[3].contents.size, 32);
    layout = pt_step_layout(&steps[3]);
    assert_int_equal(pt_layout_size(&layout), 40);
    assert_int_equal(steps[4].map_flags, CL_MAP_WRITE_INVALIDATE_REGION);
    assert_int_equal(steps[5].contents.type.scalar, PT_FLOAT);
    assert_int_equal(steps[5].box.region[1], 3);
    pt_arg_expand(&steps[6].contents, 1, pattern);
    assert_int_equal(pattern[1], 5);
    assert_int_equal(steps[6].contents.size, 8);
    assert_int_equal(steps[7].box.row_pitch, 0); /* the driver gets none, either */
    assert_int_equal(steps[7].box.slice_pitch, 0);
    pt_plan_free(plan);
}

/* A 1D array's second coordinate is its layer; its layers are slices of host memory. */
static void layers_of_rows(void **state)
{
    struct pt_plan *plan = parse_good(
        "[config]\n[test]\narg_in: 0 image char random image_type 1d_array image_width 4 "
        "image_array_size 3 image_channel_order R image_channel_data_type SNORM_INT8\n"
        "read: 0 origin 1 1 region 2 2 host_slice_pitch 6 1 2 3 4\n");
    const struct pt_step *step = &plan->tests[0].steps[0];
    struct pt_layout layout = pt_step_layout(step);

    assert_int_equal(step->contents.image.layers, 2);
    assert_int_equal(step->contents.image.height, 1);
    assert_int_equal(layout.rows, 1);
    assert_int_equal(layout.slices, 2);
    assert_int_equal(layout.slice_pitch, 6);
    pt_plan_free(plan);
}

static void copies(void **state)
{
    struct pt_plan *plan =
        parse_good(HEAD "copy: 1 origin 1 0 region 2 3 to 0 offset 8\n"
                        "copy: 0 offset 16 to 1 origin 0 1\n"
                        "copy: 0 offset 32 to 0 size 8\n"
                        "copy: 0 origin 0 0 0 row_pitch 8 to 0 origin 32 0 0 region 4 2 1\n"
                        "copy: 2 origin 0 0 1 to 2\n"
                        "copy: 1 region 9 9 to 2 error CL_IMAGE_FORMAT_MISMATCH\n");
    const struct pt_step *steps = plan->tests[0].steps;

    assert_int_equal(steps[0].to.origin[0], 8);
    assert_int_equal(steps[0].to.region[0], 6);
    assert_int_equal(steps[1].to.region[0], 4);
    assert_int_equal(steps[1].to.region[1], 2);
    assert_int_equal(steps[1].box.region[0], 8);
    assert_int_equal(steps[2].box.region[0], 8);
    assert_int_equal(steps[3].box.row_pitch, 8);
    assert_int_equal(steps[3].to.row_pitch, 0);
    assert_int_equal(steps[3].box.region[1], 2);
    assert_int_equal(steps[4].to.region[2], 1);
    assert_int_equal(steps[5].error, CL_IMAGE_FORMAT_MISMATCH);
    pt_plan_free(plan);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, every_mistake, implied_launch, launches, queues, boxes,
                     layers_of_rows, copies);
}
