/* SPDX-License-Identifier: MIT */
/* plan.h: what a test file asks for. The parser makes plans, everything else only reads them. */
#pragma once

#include "program-tester/base/pixel.h"
#include "program-tester/base/value.h"

enum pt_arg_kind {
    PT_ARG_VALUE, /* a scalar or vector by value */
    PT_ARG_LOCAL, /* local memory */
    PT_ARG_BUFFER,
    PT_ARG_IMAGE,
    PT_ARG_SAMPLER,
};

/* The contents of memory before the launch, or those expected after it. */
enum pt_fill {
    PT_FILL_NONE, /* left as the driver made it */
    PT_FILL_VALUES,
    PT_FILL_RANDOM,
    PT_FILL_TEXELS_OF, /* as a kernel would see an image's texels at the end of the test */
};

enum pt_tolerance_kind { PT_EXACT, PT_ABSOLUTE, PT_RELATIVE, PT_ULP };

struct pt_tolerance {
    enum pt_tolerance_kind kind;
    double value;
    uint64_t whole;   /* the value for PT_ULP and for PT_ABSOLUTE of integers */
    bool signed_zero; /* -0 and 0 differ */
    bool flushed;     /* zeros of both signs match an expected denormal, too */
};

/* The values that lanes may hold instead of their first ones, given as A|B. */
struct pt_choice {
    void *lanes, *highs; /* as pt_arg's, as many; lanes with fewer alternatives hold the first */
};

/* Alternatives of a lane, the first included. */
enum { PT_MAX_CHOICES = 16 };

struct pt_image {
    cl_mem_object_type type;
    size_t width, height, depth, layers; /* at least 1 each */
    size_t levels; /* of a mipmapped image, whose texels follow each other level by level; 0: it is
                      none */
    size_t bound_level;            /* that image functions of GLSL have */
    size_t row_pitch, slice_pitch; /* of the host memory given at creation, bytes; 0: none given */
    cl_uint access;      /* CL_MEM_READ_ONLY, WRITE_ONLY, READ_WRITE, or KERNEL_READ_AND_WRITE: what
                            formats are asked for; 0: as the test uses it */
    cl_uint host_access; /* CL_MEM_HOST_...: what the host may do with it; 0: all */
    struct pt_format format;
    bool shares;   /* it is made over another argument, whose contents it has: */
    unsigned over; /* its index, lower than its own */
    cl_int error;  /* that making it must give; 0: it must be made; PT_ANY_ERROR */
};

/* Where the specification does not say which error there must be. */
enum { PT_ANY_ERROR = 1 };

struct pt_sampler {
    cl_bool normalized;
    cl_addressing_mode addressing;
    cl_filter_mode filter;
    cl_filter_mode mip_filter; /* 0: none is given, nor are these: */
    bool bounded;              /* lod_min and lod_max are given */
    cl_float lod_min, lod_max;
    cl_int error; /* that making it must give; 0: it must be made */
};

/* A mode that there is not, of a sampler that must not be made. */
enum { PT_NO_SUCH_MODE = 0xfff };

/* Sub-keys for what Vulkan has and OpenCL lacks: vk-tester reads their words. */
enum pt_native {
    PT_NATIVE_FORMAT,  /* of an image, whose texels are those of the OpenCL format bit by bit */
    PT_NATIVE_VIEW,    /* the format that programs see it in */
    PT_NATIVE_ASPECT,  /* of an image with depths and stencils */
    PT_NATIVE_SWIZZLE, /* of its view */
    PT_NATIVE_SAMPLES, /* of a texel */
    PT_NATIVE_TILING,
    PT_NATIVE_ADDRESSING,
    PT_NATIVE_BORDER,
    PT_NATIVE_COMPARE,
    PT_NATIVE_REDUCTION,
    PT_NATIVE_BIAS,
    PT_NATIVE_COUNT
};

struct pt_arg {
    enum pt_arg_kind kind;
    unsigned index;
    size_t offset; /* of the argument in the configuration's text */
    struct pt_type
        type;     /* of an element; of a texel's stored form or, if texels, one channel's view */
    size_t count; /* elements or texels */
    size_t size;  /* bytes in memory */
    enum pt_fill fill;
    void *lanes;   /* PT_FILL_VALUES: lane values without padding, taken again from the start when
                      used up */
    char *picture; /* image: NULL, or the path of a PNG file that has the texels; pt_plan_load
                      reads it */
    void *highs;   /* NULL, or the other ends of lanes that are given as LOW..HIGH */
    struct pt_choice *choices;
    unsigned choice_count;
    bool *grouped; /* NULL, or for each lane whether its element was given as (A B)|(C D), so that
                      all of its lanes are of the same choice */
    size_t lane_count;
    unsigned source; /* PT_FILL_TEXELS_OF: the image's index */
    bool texels;     /* image: lanes are r, g, b, a of each texel as the kernel sees them */
    struct pt_tolerance tolerance;
    struct pt_image image;
    struct pt_sampler sampler;
    char *native[PT_NATIVE_COUNT]; /* NULL: not given */
};

struct pt_args {
    struct pt_arg *items;
    size_t count, capacity;
};

/* How to launch, with [config]'s values as [test]'s defaults. */
struct pt_launch {
    char *kernel_name;    /* NULL: none given */
    size_t kernel_offset; /* of the name in the configuration's text */
    unsigned dimensions;
    size_t global[3], local[3], offset[3];
    size_t local_place; /* of local_size in the configuration's text; 0: none given */
    bool local_null, offset_null;
    bool expect_fail; /* every arg_out must mismatch */
    bool expect_runs; /* nothing is compared */
};

enum { PT_QUEUES = 4 }; /* that a test can have */

enum pt_step_kind {
    PT_STEP_LAUNCH,
    PT_STEP_READ,
    PT_STEP_WRITE,
    PT_STEP_MAP,
    PT_STEP_FILL,
    PT_STEP_COPY,
    PT_STEP_BLIT,    /* this and the next two are of Vulkan alone */
    PT_STEP_RESOLVE, /* of a multisampled image */
    PT_STEP_FORMAT,  /* what the device says of a format */
    PT_STEP_QUEUE,
    PT_STEP_ASK,
    PT_STEP_INFO,
    PT_STEP_KIND_COUNT
};

/* The names of the keys, which say what a step does. */
extern const char *const pt_step_names[PT_STEP_KIND_COUNT];

/* A part of an image or a buffer. */
struct pt_box {
    unsigned arg;                /* index */
    bool rectangle;              /* of a buffer: rows and slices in it; else bytes in one piece */
    size_t origin[4], region[3]; /* texels; of a rectangle bytes, rows, slices; else bytes, 1, 1.
                                    Origins of a mipmapped image have its level, too. */
    size_t level;
    size_t row_pitch, slice_pitch; /* of a rectangle, bytes; 0: none given, those of the region */
    size_t row_length,
        image_height; /* of a buffer beside an image of Vulkan, texels; 0: likewise */
};

/* A question about an image that may be made (cl_ext_image_requirements_info). */
struct pt_requirement {
    const char *name;
    cl_uint query; /* CL_IMAGE_REQUIREMENTS_... */
    size_t extent; /* of struct pt_image, that it is the largest of; 0: it is a size in bytes */
};

/* A question, about the image of an argument, and what the answer must be. */
struct pt_question {
    unsigned arg; /* index */
    const struct pt_requirement *requirement;
    bool without_format, without_description, without_extents; /* asked for all of them */
    bool holds;   /* the answer must be what making images shows it to be */
    size_t value; /* else, where no error is expected, it must be this */
};

/* A fact that the host can query of an image. */
struct pt_fact {
    const char *name;
    cl_image_info query; /* of clGetImageInfo; 0: the host maps all of it, and this is returned: */
    bool slice_pitch;    /* else the row pitch */
};

/* A fact that the object behind an argument must have. */
struct pt_statement {
    unsigned arg; /* index */
    const struct pt_fact *fact;
    bool at_least; /* the value may be larger */
    size_t value;
};

/* One thing that is done with the arguments. */
struct pt_step {
    enum pt_step_kind kind;
    size_t offset;           /* of its value in the configuration's text */
    struct pt_launch launch; /* PT_STEP_LAUNCH */
    unsigned *args;          /* indices of the arguments in the kernel's order; NULL: all */
    size_t arg_count;
    struct pt_box box, to;                   /* all others; to: of a copy, blit or resolve */
    bool linear;                             /* PT_STEP_BLIT: its filter */
    size_t host_row_pitch, host_slice_pitch; /* 0: tight */
    cl_map_flags map_flags;                  /* PT_STEP_MAP */
    unsigned queue;                /* PT_STEP_QUEUE: that of the steps behind it, below PT_QUEUES */
    struct pt_question question;   /* PT_STEP_ASK */
    struct pt_statement statement; /* PT_STEP_INFO */
    char *words;                   /* PT_STEP_FORMAT: all of them */
    struct pt_arg contents; /* what is written or expected; PT_STEP_FILL: the pattern or colour */
    cl_int error;           /* that the call must give, or CL_SUCCESS */
};

struct pt_test {
    char *name;
    size_t offset;           /* of its section in the configuration's text */
    struct pt_launch launch; /* what launches do unless they say otherwise */
    struct pt_args in, out;
    struct pt_step *steps; /* one launch of all arguments if the file names none */
    size_t step_count, step_capacity;
    bool explicit_steps; /* the file names them */
    bool incomplete;     /* it has an error: others of the test may only follow from it */
    bool lacks_argument; /* an argument has an error, or the line of one may */
};

struct pt_config {
    char *name;                                /* NULL: none given */
    uint64_t clc_version_min, clc_version_max; /* 12 is 1.2; max 0: none */
    char *platform_regex, *device_regex;
    char *platform_extensions, *device_extensions, *features;
    char *program_source_file, *program_binary_file;
    size_t program_offset; /* of the file's name in the configuration's text */
    char *build_options;
    bool expect_build_fail;
    char *expect_build_log; /* extended regular expression */
    bool need_image_support;
    bool need_image_program; /* of kernels: devices that run nothing else will do */
};

struct pt_plan {
    struct pt_text text; /* the file with the configuration */
    struct pt_word
        comment; /* the configuration in `text` with its marks, where it is in a comment */
    char *path;  /* the file the user named */
    struct pt_config config;
    char *program; /* source or binary */
    size_t program_size;
    bool program_is_binary;
    struct pt_test *tests;
    size_t test_count, test_capacity;
    bool lacks_pictures; /* it has some, and this tester cannot read them */
};

/* The name of the one pseudo-test of a file that only builds. */
#define PT_BUILD_TEST "build"

/* Whether the plan has no [test]: then the build itself is the test. */
static inline bool pt_plan_only_builds(const struct pt_plan *plan)
{
    return plan->test_count == 0;
}

enum pt_api { PT_OPENCL, PT_OPENGL, PT_VULKAN };

/* The API that a program is for, by the name of its file. */
struct pt_language {
    const char *suffix, *name, *tester;
    enum pt_api api;
    bool assembly; /* of SPIR-V */
};

const struct pt_language *pt_plan_language(const struct pt_plan *plan);
/* Whether files of that name can be tests. */
bool pt_is_test_file(const char *path);
/* Whether the file of the configuration is the program, with the configuration in a comment. */
bool pt_plan_has_comment(const struct pt_plan *plan);

/* The argument of that index, or NULL. */
const struct pt_arg *pt_args_find(const struct pt_args *args, unsigned index);

/* Whether a step compares what it reads. */
static inline bool pt_step_compares(const struct pt_step *step)
{
    return step->contents.fill != PT_FILL_NONE &&
           (step->kind == PT_STEP_READ ||
            (step->kind == PT_STEP_MAP && step->map_flags == CL_MAP_READ));
}

/* Initial or expected contents: arg->size bytes, in memory's layout without pitches. The seed is
 * for random values; PT_FILL_NONE and PT_FILL_TEXELS_OF give zeros. */
void pt_arg_expand(const struct pt_arg *arg, uint64_t seed, void *memory);

/* The same of an expected argument with other lanes in place of its own. */
void pt_arg_expand_lanes(const struct pt_arg *arg, void *lanes, void *memory);

/* Frees the values. */
void pt_arg_finish(struct pt_arg *arg);
void pt_step_finish(struct pt_step *step);

void pt_plan_free(struct pt_plan *plan);
