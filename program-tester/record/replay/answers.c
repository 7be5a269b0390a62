/* SPDX-License-Identifier: MIT */
/* answers.c: asks what the application asked, and tells the answer. */
#include <stdlib.h>

#include <CL/cl_ext.h>

#include "program-tester/base/util.h"
#include "program-tester/record/replay/replay.h"

enum { MOST_BYTES = 1 << 16 };

static const struct {
    const char *name;
    enum object_kind kind;
} questions[ANSWER_COUNT] = {
#define ANSWER(name, function, kind) {#function, kind},
#include "program-tester/record/answers.def"
#undef ANSWER
};

static cl_int ask_formats(cl_context context, const uint64_t *asked, void *value, size_t *size)
{
    const size_t most = *size / sizeof(cl_image_format);
    const cl_uint room = (cl_uint)(asked[2] < most ? asked[2] : most);
    cl_uint count = 0;
    const cl_int error = clGetSupportedImageFormats(context, asked[1], (cl_mem_object_type)asked[0],
                                                    room, value, &count);

    *size = (count < room ? count : room) * sizeof(cl_image_format);
    return error;
}

static cl_int ask_requirements(const struct replay *replay, cl_context context, const uint64_t *a,
                               void *value, size_t *size)
{
    const cl_image_format format = {(cl_channel_order)a[3], (cl_channel_type)a[4]};
    const cl_image_desc desc = {.image_type = (cl_mem_object_type)a[5],
                                .image_width = a[6],
                                .image_height = a[7],
                                .image_depth = a[8],
                                .image_array_size = a[9],
                                .image_row_pitch = a[10],
                                .image_slice_pitch = a[11],
                                .num_mip_levels = (cl_uint)a[12],
                                .num_samples = (cl_uint)a[13]};
    const clGetImageRequirementsInfoEXT_fn function =
        (clGetImageRequirementsInfoEXT_fn)clGetExtensionFunctionAddressForPlatform(
            replay->platform, questions[ANSWER_REQUIREMENTS].name);

    if (!function)
        return CL_INVALID_OPERATION;
    return function(context, NULL, a[1], a[2] & 1 ? &format : NULL, a[2] & 2 ? &desc : NULL,
                    (cl_uint)a[0], *size, value, size);
}

/* Stores the answer, and how many bytes of `size` it has. */
static cl_int ask(const struct replay *replay, enum answer answer, void *object,
                  const uint64_t *asked, void *value, size_t *size)
{
    const cl_uint what = (cl_uint)asked[0];

    switch (answer) {
    case ANSWER_DEVICE:
        return clGetDeviceInfo(object, what, *size, value, size);
    case ANSWER_MEMORY:
        return clGetMemObjectInfo(object, what, *size, value, size);
    case ANSWER_IMAGE:
        return clGetImageInfo(object, what, *size, value, size);
    case ANSWER_FORMATS:
        return ask_formats(object, asked, value, size);
    default:
        return ask_requirements(replay, object, asked, value, size);
    }
}

void play_answer(struct replay *replay, struct unpack *fields)
{
    const uint64_t answer = unpack_number(fields), id = unpack_number(fields);
    const uint64_t count = unpack_number(fields);
    uint64_t asked[ANSWER_NUMBERS] = {0};
    size_t size = MOST_BYTES;

    for (uint64_t i = 0; i < count && i < ANSWER_NUMBERS; i++)
        asked[i] = unpack_number(fields);
    fields->bad |= count > ANSWER_NUMBERS || answer >= ANSWER_COUNT;
    if (fields->bad)
        return;
    const uint64_t bytes = unpack_number(fields);
    const struct hash hash = unpack_hash(fields);
    const struct thing *object = answer == ANSWER_MEMORY
                                     ? replay_mem(replay, id)
                                     : replay_find(replay, id, questions[answer].kind);
    if (!object)
        return;
    uint8_t *const value = pt_alloc(MOST_BYTES, 1);
    const cl_int error = ask(replay, (enum answer)answer, object->handle, asked, value, &size);
    const struct hash ours =
        replay_answer(replay, questions[answer].name, asked[0], error, value, error ? 0 : size);
    const bool is_same = !error && size == bytes && ours.low == hash.low && ours.high == hash.high;
    replay->same_answers += is_same;
    replay->other_answers += !is_same;
    free(value);
}
