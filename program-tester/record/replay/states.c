/* SPDX-License-Identifier: MIT */
/* states.c: what each launch was given and what it left, as lines of JSON, with contents as files
 * that are named by their hashes. With inputs of another driver each launch begins from those. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "program-tester/base/pixel.h"
#include "program-tester/base/util.h"
#include "program-tester/record/replay/replay.h"

/* ---- inputs of another driver ---- */

/* A line of `inputs`: launch, argument, object, name of its content. */
static void give_inputs(struct replay *replay, const struct thing *queue)
{
    size_t launch = 0, index;
    uint64_t id;
    char name[HASH_TEXT];

    for (;;) {
        const long start = ftell(replay->inputs_file);
        if (fscanf(replay->inputs_file, "%zu %zu %" SCNu64 " %32[0-9a-f]\n", &launch, &index, &id,
                   name) != 4)
            return;
        if (launch > replay->launch) {
            fseek(replay->inputs_file, start, SEEK_SET);
            return;
        }
        const struct thing *mem = replay_mem(replay, id);
        if (launch == replay->launch && mem)
            contents_give(replay, queue, mem, name);
    }
}

static struct thing *mem_of(struct replay *replay, const struct argument *argument)
{
    return argument->is_set && argument->form == ARGUMENT_OBJECT ? replay_mem(replay, argument->id)
                                                                 : NULL;
}

/* Returns the object that an image is made over, or NULL. */
static struct thing *under_of(struct replay *replay, const struct thing *mem)
{
    return mem->kind == OBJECT_IMAGE && mem->parent ? replay_mem(replay, mem->parent) : NULL;
}

/* The names of what an argument's object has before and after the launch, and of what the object
 * has that it is made over. */
struct names {
    char before[HASH_TEXT], after[HASH_TEXT];
    char before_under[HASH_TEXT], after_under[HASH_TEXT];
};

static struct names *kept; /* by argument */

/* Keeps what is in an object, and a line for those who are to begin with it. An image over a buffer
 * is given by both: a driver that has rows at wrong places finds texels where it has put them. */
static void keep_input(struct replay *replay, const struct thing *queue, struct thing *mem,
                       size_t index, char name[HASH_TEXT])
{
    contents_keep(replay, queue, mem, name);
    if (name[0])
        fprintf(replay->states_file, "%zu %zu %" PRIu64 " %s\n", replay->launch, index, mem->id,
                name);
}

void states_before(struct replay *replay, const struct thing *queue, const struct thing *kernel)
{
    if (replay->inputs_file)
        give_inputs(replay, queue);
    free(kept);
    kept = pt_alloc(kernel->argument_count + 1, sizeof *kept);
    for (size_t i = 0; i < kernel->argument_count; i++) {
        struct thing *mem = mem_of(replay, &kernel->arguments[i]);
        if (!mem)
            continue;
        keep_input(replay, queue, mem, i, kept[i].before);
        struct thing *under = under_of(replay, mem);
        if (under)
            keep_input(replay, queue, under, i, kept[i].before_under);
    }
    fflush(replay->states_file);
}

/* ---- the line of a launch ---- */

static void tell_sizes(struct pt_json *json, const char *key, struct unpack *fields, bool is_given)
{
    size_t sizes[3];

    unpack_triple(fields, sizes);
    if (!is_given)
        return;
    pt_json_open(json, key, '[');
    for (unsigned i = 0; i < 3; i++)
        pt_json_whole(json, NULL, sizes[i]);
    pt_json_close(json, ']');
}

static void tell_info(struct pt_json *json, const char *key, cl_kernel kernel, size_t index,
                      cl_kernel_arg_info what)
{
    char text[400] = "";

    if (!clGetKernelArgInfo(kernel, (cl_uint)index, what, sizeof text - 1, text, NULL))
        pt_json_string(json, key, text);
}

static void tell_qualifiers(struct pt_json *json, cl_kernel kernel, size_t index)
{
    cl_kernel_arg_address_qualifier address = 0;
    cl_kernel_arg_access_qualifier access = 0;
    cl_kernel_arg_type_qualifier type = 0;
    const cl_uint i = (cl_uint)index;

    if (clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address,
                           NULL) ||
        clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access,
                           NULL) ||
        clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof type, &type, NULL))
        return;
    pt_json_whole(json, "address", address);
    pt_json_whole(json, "access", access);
    pt_json_whole(json, "qualifiers", type);
}

static void tell_image(struct pt_json *json, const struct thing *image)
{
    const cl_image_desc *desc = &image->desc;
    const struct pt_order *order = pt_order_of(image->format.image_channel_order);
    const struct pt_data_type *type = pt_data_type_of(image->format.image_channel_data_type);

    pt_json_string(json, "order", order ? order->name : "");
    pt_json_string(json, "data_type", type ? type->name : "");
    pt_json_whole(json, "image_type", desc->image_type);
    pt_json_whole(json, "width", desc->image_width);
    pt_json_whole(json, "height", desc->image_height);
    pt_json_whole(json, "depth", desc->image_depth);
    pt_json_whole(json, "array_size", desc->image_array_size);
    pt_json_whole(json, "row_pitch", desc->image_row_pitch);
    pt_json_whole(json, "slice_pitch", desc->image_slice_pitch);
    pt_json_whole(json, "levels", desc->num_mip_levels);
    pt_json_whole(json, "element", image->element);
}

static void tell_object(struct pt_json *json, const struct thing *mem)
{
    pt_json_string(json, "form", mem->kind == OBJECT_BUFFER ? "buffer" : "image");
    pt_json_whole(json, "object", mem->id);
    pt_json_whole(json, "flags", mem->flags);
    pt_json_whole(json, "size", memory_size(mem));
    if (mem->parent)
        pt_json_whole(json, "parent", mem->parent);
    if (mem->kind == OBJECT_IMAGE)
        tell_image(json, mem);
}

static void tell_mem(struct replay *replay, struct pt_json *json, struct thing *mem,
                     const struct names *names)
{
    struct thing *under = under_of(replay, mem);

    tell_object(json, mem);
    pt_json_string(json, "before", names->before);
    pt_json_string(json, "after", names->after);
    if (!under)
        return;
    pt_json_open(json, "under", '{');
    tell_object(json, under);
    pt_json_string(json, "before", names->before_under);
    pt_json_string(json, "after", names->after_under);
    pt_json_close(json, '}');
}

static void tell_bytes(struct pt_json *json, const struct argument *argument)
{
    struct pt_string text = {0};

    for (size_t i = 0; i < argument->size; i++)
        pt_string_add(&text, "%02x", argument->bytes[i]);
    char *hex = pt_string_take(&text);
    pt_json_string(json, "form", "bytes");
    pt_json_string(json, "value", hex);
    free(hex);
}

static void tell_sampler(struct pt_json *json, const struct thing *sampler)
{
    static const char *const names[] = {"mip_filter", "lod_min", "lod_max"};

    pt_json_string(json, "form", "sampler");
    pt_json_whole(json, "normalized", sampler->modes[0]);
    pt_json_whole(json, "addressing", sampler->modes[1]);
    pt_json_whole(json, "filter", sampler->modes[2]);
    for (unsigned i = 0; i < PT_COUNT(names); i++)
        if (sampler->has_mips & 1u << i)
            pt_json_whole(json, names[i], sampler->mip_modes[i]);
}

static void tell_argument(struct replay *replay, struct pt_json *json, const struct thing *kernel,
                          size_t index)
{
    const struct argument *argument = &kernel->arguments[index];
    struct thing *mem = mem_of(replay, argument);
    const struct thing *sampler = argument->form == ARGUMENT_OBJECT
                                      ? replay_find(replay, argument->id, OBJECT_SAMPLER)
                                      : NULL;

    pt_json_open(json, NULL, '{');
    tell_info(json, "name", kernel->handle, index, CL_KERNEL_ARG_NAME);
    tell_info(json, "type", kernel->handle, index, CL_KERNEL_ARG_TYPE_NAME);
    tell_qualifiers(json, kernel->handle, index);
    if (mem) {
        tell_mem(replay, json, mem, &kept[index]);
    } else if (sampler) {
        tell_sampler(json, sampler);
    } else if (argument->is_set && argument->form == ARGUMENT_BYTES) {
        tell_bytes(json, argument);
    } else if (argument->is_set && argument->form == ARGUMENT_LOCAL) {
        pt_json_string(json, "form", "local");
        pt_json_whole(json, "size", argument->size);
    } else {
        pt_json_string(json, "form", argument->is_set && !argument->id ? "null" : "not kept");
    }
    pt_json_close(json, '}');
}

static const struct thing *program_of(const struct replay *replay, const struct thing *kernel)
{
    const struct thing *program =
        kernel->program < replay->thing_count ? replay->things[kernel->program] : NULL;

    return program && program->made_by ? program : NULL;
}

/* Keeps the source of the program. Its name is empty where it was made otherwise. */
static void keep_source(struct replay *replay, const struct thing *kernel, char name[HASH_TEXT])
{
    const struct thing *program = program_of(replay, kernel);
    size_t size;

    name[0] = '\0';
    if (!program || replay->recording.records[program->made_by - 1].op != OP_PROGRAM_SOURCE)
        return;
    struct unpack fields = replay->recording.records[program->made_by - 1].fields;
    unpack_number(&fields);
    unpack_number(&fields);
    uint8_t *source =
        recording_content(&replay->recording, unpack_number(&fields), replay->most_bytes, &size);
    if (source)
        contents_keep_bytes(replay, source, size, name);
    free(source);
}

static void tell_program(const struct replay *replay, struct pt_json *json,
                         const struct thing *kernel, const char *source)
{
    const struct thing *program = program_of(replay, kernel);

    if (!program)
        return;
    pt_json_whole(json, "program", program->id);
    if (program->options)
        pt_json_string(json, "options", program->options);
    if (*source)
        pt_json_string(json, "source", source);
}

/* Keeps what the launch left. */
static void keep_outputs(struct replay *replay, const struct thing *queue,
                         const struct thing *kernel)
{
    for (size_t i = 0; i < kernel->argument_count; i++) {
        struct thing *mem = mem_of(replay, &kernel->arguments[i]);
        struct thing *under = mem ? under_of(replay, mem) : NULL;
        if (mem)
            contents_keep(replay, queue, mem, kept[i].after);
        if (under)
            contents_keep(replay, queue, under, kept[i].after_under);
    }
}

void states_after(struct replay *replay, const struct thing *queue, const struct thing *kernel,
                  const struct unpack *given, double seconds, cl_int error)
{
    struct unpack fields = *given;
    struct pt_json *json = &replay->json;
    char source[HASH_TEXT];

    keep_outputs(replay, queue, kernel); /* what cannot be kept is told by lines of their own */
    keep_source(replay, kernel, source);
    pt_json_open(json, NULL, '{');
    pt_json_whole(json, "state", replay->launch);
    pt_json_whole(json, "record", replay->record);
    pt_json_string(json, "kernel", kernel->name);
    tell_program(replay, json, kernel, source);
    pt_json_whole(json, "dimensions", unpack_number(&fields));
    const uint64_t which = unpack_number(&fields);
    tell_sizes(json, "offset", &fields, which & 1);
    tell_sizes(json, "global", &fields, true);
    tell_sizes(json, "local", &fields, which & 2);
    pt_json_number(json, "seconds", seconds);
    pt_json_number(json, "error", error);
    pt_json_open(json, "arguments", '[');
    for (size_t i = 0; i < kernel->argument_count; i++)
        tell_argument(replay, json, kernel, i);
    pt_json_close(json, ']');
    pt_json_close(json, '}');
    fputc('\n', json->file);
    fflush(json->file);
    json->comma = false;
}

uint8_t *states_content(struct replay *replay, size_t index, bool after, size_t *size)
{
    const char *name = after ? kept[index].after : kept[index].before;
    char *path = pt_format("%s/%s", replay->states, name);
    FILE *file = *name ? fopen(path, "rb") : NULL;
    uint8_t *bytes = NULL;

    *size = 0;
    if (file && !fseek(file, 0, SEEK_END) && ftell(file) > 0) {
        *size = (size_t)ftell(file);
        rewind(file);
        bytes = pt_alloc(*size, 1);
        *size = fread(bytes, 1, *size, file);
    }
    if (file)
        fclose(file);
    free(path);
    return bytes;
}

/* ---- the folders ---- */

static FILE *open_list(const char *folder, const char *mode)
{
    char *path = pt_format("%s/inputs", folder);
    FILE *file = fopen(path, mode);

    if (!file)
        pt_complain("%s: %s", path, strerror(errno));
    free(path);
    return file;
}

bool states_open(struct replay *replay)
{
    if (!replay->states)
        return true;
    if (mkdir(replay->states, 0777) && errno != EEXIST) {
        pt_complain("%s: %s", replay->states, strerror(errno));
        return false;
    }
    replay->states_file = open_list(replay->states, "w");
    if (replay->inputs)
        replay->inputs_file = open_list(replay->inputs, "r");
    return replay->states_file && (!replay->inputs || replay->inputs_file);
}

void states_close(struct replay *replay)
{
    contents_close();
    free(kept);
    kept = NULL;
    if (replay->states_file)
        fclose(replay->states_file);
    if (replay->inputs_file)
        fclose(replay->inputs_file);
}
