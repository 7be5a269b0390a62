/* SPDX-License-Identifier: MIT */
/* answers.c: what the driver answers: an application that goes by a wrong answer makes other calls
 * than it should. */
#include <assert.h>
#include <stdatomic.h>

#include <CL/cl_ext.h>

#include "program-tester/record/layer/layer.h"

enum { SEEN = 4096 };

/* Handles, pointers and counts are other ones in a replay. */
static bool is_own(cl_uint what)
{
    static const cl_uint own[] = {
        CL_DEVICE_PLATFORM, CL_DEVICE_PARENT_DEVICE, CL_DEVICE_REFERENCE_COUNT,
        CL_MEM_HOST_PTR,    CL_MEM_MAP_COUNT,        CL_MEM_REFERENCE_COUNT,
        CL_MEM_CONTEXT,     CL_IMAGE_BUFFER,         CL_MEM_ASSOCIATED_MEMOBJECT};
    bool is_found = false;

    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        is_found |= own[i] == what;
    return is_found;
}

/* Keeps an answer, unless the same one was kept lately. */
static void keep(enum answer answer, const void *object, const uint64_t *asked, size_t count,
                 const void *value, size_t size)
{
    static _Atomic uint64_t seen[SEEN];
    const struct box box = box_of(value, size);
    struct pack pack = {0};

    assert(count <= ANSWER_NUMBERS);
    if (!layer_find(object).kind || is_own((cl_uint)asked[0]))
        return;
    const struct hash hash = box_hash(&box);
    pack_number(&pack, answer);
    layer_pack(&pack, object);
    pack_number(&pack, count);
    for (size_t i = 0; i < count; i++)
        pack_number(&pack, asked[i]);
    pack_number(&pack, size);
    pack_number(&pack, hash.low);
    pack_number(&pack, hash.high);
    const struct box packed = box_of(pack.bytes, pack.size);
    const uint64_t key = box_hash(&packed).low;
    if (pack.failed || atomic_exchange(&seen[key % SEEN], key) == key)
        pack_finish(&pack);
    else
        writer_put(OP_ANSWER, &pack);
}

#define INFO(wrapper, name, function, type)                                                        \
    static cl_int CL_API_CALL wrapper(type object, cl_uint what, size_t size, void *value,         \
                                      size_t *size_ret)                                            \
    {                                                                                              \
        const uint64_t asked[] = {what};                                                           \
        size_t got = 0, *place = value && !size_ret ? &got : size_ret;                             \
        const cl_int error = layer_next->function(object, what, size, value, place);               \
        if (!error && value)                                                                       \
            keep(ANSWER_##name, object, asked, 1, value, *place);                                  \
        return error;                                                                              \
    }

INFO(device_info, DEVICE, clGetDeviceInfo, cl_device_id)
INFO(mem_info, MEMORY, clGetMemObjectInfo, cl_mem)
INFO(image_info, IMAGE, clGetImageInfo, cl_mem)

static cl_int CL_API_CALL formats(cl_context context, cl_mem_flags flags, cl_mem_object_type type,
                                  cl_uint room, cl_image_format *list, cl_uint *count_ret)
{
    const uint64_t asked[] = {type, flags, room};
    cl_uint count = 0, *place = list && !count_ret ? &count : count_ret;
    const cl_int error =
        layer_next->clGetSupportedImageFormats(context, flags, type, room, list, place);

    if (!error && list)
        keep(ANSWER_FORMATS, context, asked, 3, list,
             (*place < room ? *place : room) * sizeof *list);
    return error;
}

/* ---- the function of an extension ---- */

static clGetImageRequirementsInfoEXT_fn requirements_of(cl_context context)
{
    cl_device_id devices[64] = {0};
    cl_platform_id platform = NULL;

    if (layer_next->clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof devices, devices, NULL) ||
        layer_next->clGetDeviceInfo(*devices, CL_DEVICE_PLATFORM, sizeof(void *), &platform, NULL))
        return NULL;
    return (clGetImageRequirementsInfoEXT_fn)layer_next->clGetExtensionFunctionAddressForPlatform(
        platform, "clGetImageRequirementsInfoEXT");
}

static cl_int CL_API_CALL requirements(cl_context context, const cl_mem_properties *properties,
                                       cl_mem_flags flags, const cl_image_format *format,
                                       const cl_image_desc *desc, cl_uint what, size_t size,
                                       void *value, size_t *size_ret)
{
    static const cl_image_format no_format;
    static const cl_image_desc no_desc;
    const clGetImageRequirementsInfoEXT_fn function = requirements_of(context);
    const cl_image_format *f = format ? format : &no_format;
    const cl_image_desc *d = desc ? desc : &no_desc;
    const uint64_t asked[] = {what,
                              flags,
                              (format ? 1 : 0) | (desc ? 2 : 0),
                              f->image_channel_order,
                              f->image_channel_data_type,
                              d->image_type,
                              d->image_width,
                              d->image_height,
                              d->image_depth,
                              d->image_array_size,
                              d->image_row_pitch,
                              d->image_slice_pitch,
                              d->num_mip_levels,
                              d->num_samples};
    size_t got = 0, *place = value && !size_ret ? &got : size_ret;

    if (!function)
        return CL_INVALID_CONTEXT;
    const cl_int error =
        function(context, properties, flags, format, desc, what, size, value, place);
    if (!error && value && !(properties && *properties) && !d->buffer)
        keep(ANSWER_REQUIREMENTS, context, asked, sizeof asked / sizeof *asked, value, *place);
    return error;
}

void *layer_requirements(void)
{
    return (void *)requirements;
}

void layer_wrap_answers(cl_icd_dispatch *table)
{
    table->clGetDeviceInfo = device_info;
    table->clGetMemObjectInfo = mem_info;
    table->clGetImageInfo = image_info;
    table->clGetSupportedImageFormats = formats;
}
