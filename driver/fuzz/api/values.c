/* SPDX-License-Identifier: MIT */
/* values.c: what a fuzzed call is given, but for numbers. Most values are good
 * ones, as a sequence of calls that all fail reaches nothing; a few are all that is wrong. Arrays
 * have their exact size, so that a sanitizer sees who reads behind them. */
#include "driver/fuzz/api/values.h"

#include <CL/cl_ext.h>
#include <assert.h>
#include <string.h>

enum { LIST_MAX = 3, ROOM_MAX = 65536 };

uintptr_t value_before(const struct call *call, const char *name)
{
    for (unsigned i = 0; i < call->count; i++)
        if (!strcmp(call->values[i].name, name))
            return call->values[i].value;
    return 0;
}

/* ---- arrays ---- */

static uintptr_t draw_queue_bits(struct call *call)
{
    return value_choose(call->actor, GOOD(0, 1, 2, 3), ODD(4, 8, 12, SIZE_MAX));
}

/* So many numbers, by a function each. NULL now and then. */
static uintptr_t numbers_of(struct call *call, unsigned count, draw *first, draw *others)
{
    if (world_byte(call->actor) >= 0xf8)
        return 0;
    size_t *numbers = world_room(call->actor, count * sizeof *numbers);
    for (unsigned i = 0; i < count; i++)
        numbers[i] = (i ? others : first)(call);
    return (uintptr_t)numbers;
}

static uintptr_t triple(struct call *call, draw *first, draw *others)
{
    return numbers_of(call, 3, first, others);
}

static uintptr_t draw_place(struct call *call)
{
    return value_choose(call->actor, GOOD(0, 0, 0, 1, 2, 4), ODD(HUGE_VALUES, 5, 7));
}

static uintptr_t draw_no_place(struct call *call)
{
    return value_choose(call->actor, GOOD(0, 0, 0, 0, 1, 2), ODD(HUGE_VALUES, 3));
}

static uintptr_t draw_extent(struct call *call)
{
    return value_choose(call->actor, GOOD(1, 4, 8, 2, 3), ODD(HUGE_VALUES));
}

static uintptr_t draw_other_extent(struct call *call)
{
    return value_choose(call->actor, GOOD(1, 1, 1, 2, 4, 3), ODD(HUGE_VALUES));
}

uintptr_t draw_origin(struct call *call)
{
    /* The level in an image may be the fourth (cl_khr_mipmap_image). */
    return numbers_of(call, strstr(call->name, "Image") ? 4 : 3, draw_place, draw_no_place);
}

static uintptr_t draw_host_place(struct call *call)
{
    const size_t place = draw_place(call);

    return place < 256 ? place : world_is_strict() ? SIZE_MAX : 0;
}

uintptr_t draw_host_origin(struct call *call)
{
    return triple(call, draw_host_place, draw_host_place);
}

uintptr_t draw_region(struct call *call)
{
    return triple(call, draw_extent, draw_other_extent);
}

static uintptr_t draw_items(struct call *call)
{
    return value_choose(call->actor, GOOD(16, 1, 4, 64, 100), ODD(0, SIZE_MAX, (size_t)1 << 62));
}

static uintptr_t draw_other_items(struct call *call)
{
    return value_choose(call->actor, GOOD(1, 2, 3), ODD(0, SIZE_MAX, (size_t)1 << 62));
}

uintptr_t draw_global(struct call *call)
{
    return triple(call, draw_items, draw_other_items);
}

uintptr_t draw_local(struct call *call)
{
    return world_byte(call->actor) < 0x80 ? 0 : triple(call, draw_extent, draw_other_extent);
}

uintptr_t draw_global_offset(struct call *call)
{
    return world_byte(call->actor) < 0x80 ? 0 : triple(call, draw_offset, draw_no_place);
}

/* As many objects as the count that was drawn before says, or no list. */
static uintptr_t list(struct call *call, enum world_kind kind, const char *counted)
{
    const size_t count = value_before(call, counted);
    const uint8_t choice = world_byte(call->actor);

    if (!count ? choice < 0xf0 : choice >= 0xf8)
        return 0;
    void **objects = world_room(call->actor, (count ? count : 1) * sizeof *objects);
    for (size_t i = 0; i < count; i++)
        objects[i] = world_pick(call->actor, kind);
    return (uintptr_t)objects;
}

uintptr_t draw_wait_list(struct call *call)
{
    return list(call, WORLD_EVENT, "num_events_in_wait_list");
}

uintptr_t draw_event_list(struct call *call)
{
    return list(call, WORLD_EVENT, "num_events");
}

uintptr_t draw_mem_list(struct call *call)
{
    return list(call, WORLD_MEM, "num_mem_objects");
}

uintptr_t draw_headers(struct call *call)
{
    return list(call, WORLD_PROGRAM, "num_input_headers");
}

uintptr_t draw_inputs(struct call *call)
{
    return list(call, WORLD_PROGRAM, "num_input_programs");
}

uintptr_t draw_device_list(struct call *call)
{
    return list(call, WORLD_DEVICE, "num_devices");
}

/* ---- what is written to ---- */

/* Memory for that many answers of a size; NULL now and then. */
static uintptr_t answers(struct call *call, size_t count, size_t bytes)
{
    if (world_byte(call->actor) >= 0xe0)
        return 0;
    return (uintptr_t)world_room(call->actor, count <= ROOM_MAX / bytes ? count * bytes : ROOM_MAX);
}

uintptr_t draw_answer(struct call *call)
{
    return answers(call, value_before(call, "param_value_size"), 1);
}

uintptr_t draw_out(struct call *call)
{
    return answers(call, 1, sizeof(uint64_t));
}

uintptr_t draw_entry_list(struct call *call)
{
    return answers(call, value_before(call, "num_entries"), sizeof(cl_image_format));
}

uintptr_t draw_kernels(struct call *call)
{
    return answers(call, value_before(call, "num_kernels"), sizeof(cl_kernel));
}

/* clGetDeviceIDs has room for devices, clCreateContext a list of them. */
uintptr_t draw_devices(struct call *call)
{
    return strstr(call->name, "IDs") ? draw_entry_list(call) : draw_device_list(call);
}

uintptr_t draw_parts(struct call *call)
{
    return answers(call, value_before(call, "num_devices"), sizeof(cl_device_id));
}

static uintptr_t draw_part_count(struct call *call)
{
    return value_choose(call->actor, GOOD(0, 2, 64), ODD(1, 3));
}

/* A number of devices, or room for it. */
uintptr_t draw_device_count(struct call *call)
{
    if (!strcmp(call->name, "clCreateSubDevices"))
        return draw_part_count(call);
    return strstr(call->name, "Build") || strstr(call->name, "Compile") ? draw_count(call)
                                                                        : draw_one(call);
}

/* ---- memory of the host ---- */

uintptr_t draw_host(struct call *call)
{
    const uint8_t choice = world_byte(call->actor);

    return choice >= 0xf8 ? 0 : (uintptr_t)(world_host() + (choice >= 0xf0 ? choice % 8 : 0));
}

/* Mostly where the flags ask for it. */
uintptr_t draw_host_ptr(struct call *call)
{
    const cl_mem_flags flags = value_before(call, "flags");
    const bool wanted = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);

    if (value_before(call, "size") > 1 << 20)
        return 0;
    return (world_byte(call->actor) < 0xf0) == wanted ? (uintptr_t)world_host() : 0;
}

uintptr_t draw_mapped(struct call *call)
{
    return (uintptr_t)world_pick_map(call->actor, (void *)value_before(call, "memobj"));
}

/* Draws a pattern to fill with: 16 bytes for an image, as a colour is, or as many as a pattern of a
 * buffer may have. */
uintptr_t draw_pattern(struct call *call)
{
    if (world_byte(call->actor) >= 0xf8)
        return 0;
    return (uintptr_t)world_room(call->actor, strstr(call->name, "Image") ? 16 : 256);
}

/* A handle, which is a number, too: of what the argument can be given. */
uintptr_t draw_argument(struct call *call)
{
    static const enum world_kind kinds[] = {WORLD_MEM, WORLD_MEM, WORLD_SAMPLER, WORLD_QUEUE};
    const uint8_t choice = world_byte(call->actor);
    const size_t size = value_before(call, "arg_size");

    if (choice >= 0xe0)
        return 0;
    void **handle = world_room(call->actor, size > ROOM_MAX ? ROOM_MAX : size < 8 ? 8 : size);
    *handle = world_pick(call->actor, kinds[choice % COUNT(kinds)]);
    return (uintptr_t)handle;
}

uintptr_t draw_argument_size(struct call *call)
{
    return value_choose(call->actor, GOOD(8, 4, 8, 8, 64), ODD(0, 1, SIZE_MAX, 65536));
}

/* ---- structures ---- */

uintptr_t draw_format(struct call *call)
{
    static const cl_image_format good[] = {
        {CL_RGBA, CL_UNORM_INT8},   {CL_R, CL_FLOAT},      {CL_RGBA, CL_UNSIGNED_INT32},
        {CL_RG, CL_HALF_FLOAT},     {CL_R, CL_UNORM_INT8}, {CL_BGRA, CL_UNORM_INT8},
        {CL_RGBA, CL_SIGNED_INT16}, {CL_DEPTH, CL_FLOAT},  {CL_RGB, CL_UNORM_SHORT_565}};
    const uint8_t choice = world_byte(call->actor);
    cl_image_format *format;

    if (choice >= 0xf8)
        return 0;
    format = world_room(call->actor, sizeof *format);
    *format = good[choice % COUNT(good)];
    if (choice >= 0xe8)
        format->image_channel_order = CL_R + world_byte(call->actor);
    else if (choice >= 0xd8)
        format->image_channel_data_type = CL_SNORM_INT8 + world_byte(call->actor) % 32;
    return (uintptr_t)format;
}

/* Draws an image description. Images that are small enough to be made have few texels. */
uintptr_t draw_description(struct call *call)
{
    struct world_actor *actor = call->actor;
    cl_image_desc *desc;

    if (world_byte(actor) >= 0xf8)
        return 0;
    desc = world_room(actor, sizeof *desc);
    desc->image_type = (cl_mem_object_type)draw_image_type(call);
    desc->image_width = draw_width(call);
    desc->image_height = draw_height(call);
    desc->image_depth = draw_height(call);
    desc->image_array_size = draw_height(call);
    if (world_byte(actor) >= 0xc0) {
        desc->image_row_pitch = draw_host_pitch(call);
        desc->image_slice_pitch = draw_host_pitch(call);
    }
    if (world_is_strict()) { /* PoCL 3.1 ends the process */
        desc->num_mip_levels =
            (cl_uint)value_choose(actor, GOOD(0, 0, 0, 1), ODD(2, 5, UINT32_MAX));
        desc->num_samples = (cl_uint)value_choose(actor, GOOD(0), ODD(1, UINT32_MAX));
    }
    if (world_byte(actor) >= 0xe0)
        desc->mem_object = world_pick(actor, WORLD_MEM);
    return (uintptr_t)desc;
}

uintptr_t draw_buffer_region(struct call *call)
{
    if (world_byte(call->actor) >= 0xf8)
        return 0;
    cl_buffer_region *region = world_room(call->actor, sizeof *region);
    region->origin = value_choose(call->actor, GOOD(0, 128, 256, 1024), ODD(HUGE_VALUES, 4));
    region->size = draw_size(call);
    return (uintptr_t)region;
}

/* Pairs that end in a 0: those of a call, in any order, with values that may be anything. */
uintptr_t draw_properties(struct call *call)
{
    static const struct {
        const char *call;
        intptr_t names[3];
    } known[] = {
        {"Context", {CL_CONTEXT_PLATFORM, CL_CONTEXT_INTEROP_USER_SYNC, 0x7fff}},
        {"Queue", {CL_QUEUE_PROPERTIES, CL_QUEUE_SIZE, 0x7fff}},
        {"Sampler",
         {CL_SAMPLER_NORMALIZED_COORDS, CL_SAMPLER_ADDRESSING_MODE, CL_SAMPLER_FILTER_MODE}},
        {"SubDevices",
         {CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS,
          CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN}},
        {"", {0x2051, 0x7fff, 1}},
    };
    static const intptr_t values[] = {
        0, 1, 2, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, CL_FILTER_NEAREST};
    const uint8_t choice = world_byte(call->actor);
    size_t row = 0;

    if (choice < 0x60)
        return 0;
    intptr_t *pairs = world_room(call->actor, 8 * sizeof *pairs);
    while (!strstr(call->name, known[row].call))
        row++;
    for (unsigned i = 0; i < choice % 4u; i++) {
        const uint8_t pair = world_byte(call->actor);
        pairs[2 * i] = known[row].names[pair % 3];
        pairs[2 * i + 1] = pairs[2 * i] == CL_CONTEXT_PLATFORM && pair < 0xe0
                               ? (intptr_t)world_pick(call->actor, WORLD_PLATFORM)
                               : values[pair % COUNT(values)];
    }
    return (uintptr_t)pairs;
}

/* Bits for clCreateCommandQueue and clSetCommandQueueProperty. */
uintptr_t draw_properties_or_bits(struct call *call)
{
    return strstr(call->name, "Properties") || !strstr(call->name, "Queue") ? draw_properties(call)
                                                                            : draw_queue_bits(call);
}

/* ---- programs ---- */

static uintptr_t one_of(struct call *call, const char *const *texts, size_t count)
{
    const uint8_t choice = world_byte(call->actor);

    return choice >= 0xf8 ? 0 : (uintptr_t)texts[choice % count];
}

uintptr_t draw_options(struct call *call)
{
    static const char *const options[] = {
        "",  "-w", "-cl-opt-disable", "-D A=1", "-cl-nonsense", "-cl-std=CL1.2", "-create-library",
        "-D"};
    return one_of(call, options, COUNT(options));
}

uintptr_t draw_kernel_name(struct call *call)
{
    static const char *const names[] = {"fill", "image", "nothing", "", "absent", "fill;image"};
    return one_of(call, names, COUNT(names));
}

/* Sources that compile are cached. */
uintptr_t draw_strings(struct call *call)
{
    static const char *const texts[] = {world_source, "int f(int a) { return a; }",
                                        "kernel void k(global int *p) { *p = 1; }", ""};
    static const char *const names[] = {"a.h", "b/c.h", "", "/etc/a.h"};
    const uint8_t choice = world_byte(call->actor);

    if (choice >= 0xf8)
        return 0;
    const char **strings = world_room(call->actor, LIST_MAX * sizeof *strings);
    for (unsigned i = 0; i < LIST_MAX; i++)
        strings[i] = strstr(call->name, "Compile")
                         ? (const char *)one_of(call, names, COUNT(names))
                         : (const char *)one_of(call, texts, COUNT(texts));
    if (choice >= 0xf4)
        strings[0] = "no program";
    return (uintptr_t)strings;
}

/* Draws lengths of the binary, or of strings, for which 0 says that a NUL ends them. */
uintptr_t draw_lengths(struct call *call)
{
    const uint8_t choice = world_byte(call->actor);
    size_t size;

    if (choice >= 0xe0 || !strstr(call->name, "Binary"))
        return 0;
    size_t *lengths = world_room(call->actor, LIST_MAX * sizeof *lengths);
    world_binary(&size);
    for (unsigned i = 0; i < LIST_MAX; i++)
        lengths[i] = choice >= 0xd0 ? size * world_byte(call->actor) / 256 : size;
    return (uintptr_t)lengths;
}

uintptr_t draw_binaries(struct call *call)
{
    const uint8_t choice = world_byte(call->actor);
    size_t size;
    const unsigned char *good = world_binary(&size);

    if (choice >= 0xf8)
        return 0;
    const unsigned char **binaries = world_room(call->actor, LIST_MAX * sizeof *binaries);
    for (unsigned i = 0; i < LIST_MAX; i++) {
        unsigned char *binary = world_room(call->actor, size);
        memcpy(binary, good, size);
        if (choice >= 0xd0 && world_is_strict())
            binary[(size_t)world_byte(call->actor) * size / 256] ^= world_byte(call->actor);
        binaries[i] = binary;
    }
    return (uintptr_t)binaries;
}

uintptr_t draw_text(struct call *call)
{
    return one_of(call, (const char *const[]){world_source, "", "\x03\x02\x23\x07"}, 3);
}

uintptr_t draw_text_length(struct call *call)
{
    return value_choose(call->actor, GOOD(1, 0), ODD(1));
}

/* ---- callbacks ---- */

/* A context without one writes its messages to standard error. */
uintptr_t draw_notify(struct call *call)
{
    const uint8_t choice = world_byte(call->actor);

    if (strstr(call->name, "CreateContext"))
        return choice == 0xff ? 0 : (uintptr_t)world_ignore_message;
    if (choice >= 0xf0)
        return 0;
    if (strstr(call->name, "SetEvent"))
        return (uintptr_t)world_called_event;
    if (strstr(call->name, "SetMem"))
        return (uintptr_t)world_called_mem;
    if (strstr(call->name, "SetContext"))
        return (uintptr_t)world_called_context;
    return choice >= 0x80 ? (uintptr_t)world_ignore_program : 0;
}

uintptr_t draw_data(struct call *call)
{
    /* A context's end is told by its data: NULL is one of a sequence. */
    return strstr(call->name, "SetContext") || world_byte(call->actor) < 0xf0
               ? 0
               : (uintptr_t)world_host();
}

static void CL_CALLBACK native(void *arguments)
{
    (void)arguments;
}

uintptr_t draw_function(struct call *call)
{
    return world_byte(call->actor) >= 0xf0 ? 0 : (uintptr_t)native;
}

uintptr_t draw_nothing(struct call *call)
{
    (void)call;
    return 0;
}

/* ---- by name ---- */

static const struct {
    const char *name;
    enum which which;
    draw *draw;
} parameters[] = {
#define PARAMETER(name, which, function) {name, which, function},
#include "driver/fuzz/api/parameters.def"
#undef PARAMETER
};

static bool fits(size_t i, const char *name, bool pointer)
{
    return (!*parameters[i].name || !strcmp(parameters[i].name, name)) &&
           (parameters[i].which == ANY || (parameters[i].which == POINTER) == pointer);
}

uintptr_t value_draw(struct call *call, const char *name, enum world_kind kind, bool pointer)
{
    struct value_of *value = &call->values[call->count];
    size_t i = 0;

    assert(call->count < COUNT(call->values));
    if (kind == WORLD_MEM && strstr(name, "buffer"))
        kind = WORLD_BUFFER;
    else if (kind == WORLD_MEM && strstr(name, "image"))
        kind = WORLD_IMAGE;
    *value = (struct value_of){name, kind, pointer, 0};
    while (!kind && i < COUNT(parameters) && !fits(i, name, pointer))
        i++;
    assert(i < COUNT(parameters)); /* else a parameter has no row */
    value->value = kind ? (uintptr_t)world_pick(call->actor, kind) : parameters[i].draw(call);
    call->count++;
    return value->value;
}
