/* SPDX-License-Identifier: MIT */
/* creation.c: devices, contexts, queues, buffers, samplers, and what is released. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/record/layer/layer.h"
#include "program-tester/record/layer/svm.h"

/* ---- devices ---- */

static void pack_device_text(struct pack *pack, cl_device_id device, cl_device_info what)
{
    char text[1024] = "";

    layer_next->clGetDeviceInfo(device, what, sizeof text - 1, text, NULL);
    pack_text(pack, text);
}

uint64_t layer_device(cl_device_id device)
{
    const struct object known = layer_find(device);
    struct pack pack = {0};
    cl_device_type type = 0;
    cl_platform_id platform = NULL;
    char text[1024] = "";

    if (known.kind || !device)
        return known.id;
    const uint64_t id = layer_add(device, (struct object){.kind = OBJECT_DEVICE});
    layer_next->clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    layer_next->clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(void *), &platform, NULL);
    if (platform)
        layer_next->clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof text - 1, text, NULL);
    pack_number(&pack, id);
    pack_number(&pack, type);
    pack_text(&pack, text);
    pack_device_text(&pack, device, CL_DEVICE_NAME);
    pack_device_text(&pack, device, CL_DRIVER_VERSION);
    pack_device_text(&pack, device, CL_DEVICE_VERSION);
    writer_put(OP_DEVICE, &pack);
    return id;
}

/* ---- contexts and queues ---- */

static void keep_context(cl_context context)
{
    enum { MOST = 64 };
    cl_device_id devices[MOST];
    uint64_t ids[MOST];
    size_t size = 0;
    struct pack pack = {0};

    if (!context)
        return;
    if (layer_next->clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof devices, devices, &size))
        size = 0;
    for (size_t i = 0; i < size / sizeof *devices; i++)
        ids[i] = layer_device(devices[i]);
    pack_number(&pack, layer_add(context, (struct object){.kind = OBJECT_CONTEXT}));
    pack_number(&pack, size / sizeof *devices);
    for (size_t i = 0; i < size / sizeof *devices; i++)
        pack_number(&pack, ids[i]);
    writer_put(OP_CONTEXT, &pack);
}

typedef void(CL_CALLBACK *context_notify)(const char *, const void *, size_t, void *);

/* A call that fails makes nothing, also where a driver returns a context beside the error, as PoCL
 * does where it has no device of a type. */
static cl_context made_context(cl_context context, cl_int made, cl_int *error)
{
    if (error)
        *error = made;
    if (!made)
        keep_context(context);
    return context;
}

static cl_context CL_API_CALL create_context(const cl_context_properties *properties, cl_uint count,
                                             const cl_device_id *devices, context_notify notify,
                                             void *data, cl_int *error)
{
    cl_int made = CL_SUCCESS;
    cl_context context =
        layer_next->clCreateContext(properties, count, devices, notify, data, &made);

    return made_context(context, made, error);
}

static cl_context CL_API_CALL create_context_from_type(const cl_context_properties *properties,
                                                       cl_device_type type, context_notify notify,
                                                       void *data, cl_int *error)
{
    cl_int made = CL_SUCCESS;
    cl_context context = layer_next->clCreateContextFromType(properties, type, notify, data, &made);

    return made_context(context, made, error);
}

static void keep_queue(cl_command_queue queue, cl_context context, cl_device_id device,
                       cl_command_queue_properties bits)
{
    struct pack pack = {0};

    if (!queue)
        return;
    const uint64_t where = layer_device(device);
    pack_number(&pack, layer_add(queue, (struct object){.kind = OBJECT_QUEUE}));
    layer_pack(&pack, context);
    pack_number(&pack, where);
    pack_number(&pack, bits);
    writer_put(OP_QUEUE, &pack);
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
                                                 cl_command_queue_properties bits, cl_int *error)
{
    cl_command_queue queue = layer_next->clCreateCommandQueue(context, device, bits, error);

    keep_queue(queue, context, device, bits);
    return queue;
}

static cl_command_queue CL_API_CALL create_queue_with(cl_context context, cl_device_id device,
                                                      const cl_queue_properties *properties,
                                                      cl_int *error)
{
    cl_command_queue_properties bits = 0;
    cl_command_queue queue =
        layer_next->clCreateCommandQueueWithProperties(context, device, properties, error);

    for (const cl_queue_properties *at = properties; queue && at && *at; at += 2) {
        if (at[0] == CL_QUEUE_PROPERTIES)
            bits = at[1];
        else
            writer_note("a queue was made with the property 0x%llx", (unsigned long long)at[0]);
    }
    keep_queue(queue, context, device, bits);
    return queue;
}

/* ---- buffers ---- */

static void keep_buffer(cl_mem buffer, cl_context context, cl_mem_flags flags, size_t size,
                        uint64_t content)
{
    struct pack pack = {0};

    if (!buffer)
        return;
    pack_number(&pack, layer_add(buffer, (struct object){.kind = OBJECT_BUFFER,
                                                         .type = CL_MEM_OBJECT_BUFFER,
                                                         .flags = flags}));
    layer_pack(&pack, context);
    pack_number(&pack, layer_flags(flags));
    pack_number(&pack, size);
    pack_number(&pack, content);
    writer_put(OP_BUFFER, &pack);
}

static uint64_t content_of_host(cl_mem_flags flags, const void *host, size_t size)
{
    const struct box box = box_of(host, size);
    const bool is_given = flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR);

    return is_given && host ? writer_data(&box) : 0;
}

static void keep_part(cl_mem part, uint64_t whole, cl_mem_flags flags, size_t origin, size_t size)
{
    struct pack pack = {0};

    pack_number(&pack, layer_add(part, (struct object){.kind = OBJECT_BUFFER,
                                                       .type = CL_MEM_OBJECT_BUFFER,
                                                       .is_part = true,
                                                       .flags = flags}));
    pack_number(&pack, whole);
    pack_number(&pack, layer_flags(flags));
    pack_number(&pack, origin);
    pack_number(&pack, size);
    writer_put(OP_SUB_BUFFER, &pack);
}

/* A buffer over shared virtual memory is a part of the buffer that this is kept as. */
static void keep_made(cl_mem buffer, cl_context context, cl_mem_flags flags, size_t size,
                      const void *host)
{
    const struct svm_spot spot =
        flags & CL_MEM_USE_HOST_PTR ? svm_spot_of(host) : (struct svm_spot){0};

    if (spot.id)
        keep_part(buffer, spot.id, flags & ~(cl_mem_flags)CL_MEM_USE_HOST_PTR, spot.offset, size);
    else
        keep_buffer(buffer, context, flags, size, content_of_host(flags, host, size));
}

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size,
                                        void *host, cl_int *error)
{
    cl_mem buffer = layer_next->clCreateBuffer(context, flags, size, host, error);

    if (buffer)
        keep_made(buffer, context, flags, size, host);
    return buffer;
}

static cl_mem CL_API_CALL create_buffer_with(cl_context context,
                                             const cl_mem_properties *properties,
                                             cl_mem_flags flags, size_t size, void *host,
                                             cl_int *error)
{
    cl_mem buffer =
        layer_next->clCreateBufferWithProperties(context, properties, flags, size, host, error);

    if (buffer && properties && *properties)
        writer_note("a buffer was made with properties");
    if (buffer)
        keep_made(buffer, context, flags, size, host);
    return buffer;
}

static cl_mem CL_API_CALL create_sub_buffer(cl_mem buffer, cl_mem_flags flags,
                                            cl_buffer_create_type type, const void *info,
                                            cl_int *error)
{
    cl_mem part = layer_next->clCreateSubBuffer(buffer, flags, type, info, error);
    const cl_buffer_region *region = info;

    if (part)
        keep_part(part, layer_find(buffer).id, flags, region->origin, region->size);
    return part;
}

/* ---- samplers ---- */

static void keep_sampler(cl_sampler sampler, cl_context context, const cl_ulong modes[3],
                         const cl_sampler_properties *others, size_t count)
{
    struct pack pack = {0};

    if (!sampler)
        return;
    pack_number(&pack, layer_add(sampler, (struct object){.kind = OBJECT_SAMPLER}));
    layer_pack(&pack, context);
    for (unsigned i = 0; i < 3; i++)
        pack_number(&pack, modes[i]);
    pack_number(&pack, count);
    for (size_t i = 0; i < count; i++)
        pack_number(&pack, others[i]);
    writer_put(OP_SAMPLER, &pack);
}

static cl_sampler CL_API_CALL create_sampler(cl_context context, cl_bool normalized,
                                             cl_addressing_mode addressing, cl_filter_mode filter,
                                             cl_int *error)
{
    cl_sampler sampler =
        layer_next->clCreateSampler(context, normalized, addressing, filter, error);

    keep_sampler(sampler, context, (cl_ulong[]){normalized, addressing, filter}, NULL, 0);
    return sampler;
}

static cl_sampler CL_API_CALL create_sampler_with(cl_context context,
                                                  const cl_sampler_properties *properties,
                                                  cl_int *error)
{
    enum { MOST = 16 };
    cl_ulong modes[3] = {CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST}; /* the defaults */
    cl_sampler_properties others[MOST];
    size_t count = 0;
    cl_sampler sampler = layer_next->clCreateSamplerWithProperties(context, properties, error);

    for (const cl_sampler_properties *at = properties; sampler && at && *at; at += 2) {
        const cl_sampler_properties mode = at[0] - CL_SAMPLER_NORMALIZED_COORDS;
        if (mode < 3) {
            modes[mode] = at[1];
        } else if (count + 2 <= MOST) {
            others[count++] = at[0];
            others[count++] = at[1];
        }
    }
    keep_sampler(sampler, context, modes, others, count);
    return sampler;
}

/* ---- references ---- */

/* A release is kept before it is made: afterwards another thread may be given the same handle. */
#define REFERENCES(type, Name)                                                                     \
    static cl_int CL_API_CALL retain_##Name(type object)                                           \
    {                                                                                              \
        const cl_int error = layer_next->clRetain##Name(object);                                   \
        if (!error)                                                                                \
            layer_retained(object);                                                                \
        return error;                                                                              \
    }                                                                                              \
    static cl_int CL_API_CALL release_##Name(type object)                                          \
    {                                                                                              \
        layer_released(object);                                                                    \
        return layer_next->clRelease##Name(object);                                                \
    }
REFERENCES(cl_context, Context)
REFERENCES(cl_command_queue, CommandQueue)
REFERENCES(cl_mem, MemObject)
REFERENCES(cl_sampler, Sampler)
REFERENCES(cl_program, Program)
REFERENCES(cl_kernel, Kernel)
REFERENCES(cl_event, Event)

#define WRAP_REFERENCES(Name)                                                                      \
    table->clRetain##Name = retain_##Name;                                                         \
    table->clRelease##Name = release_##Name;

void layer_wrap_creation(cl_icd_dispatch *table)
{
    table->clCreateContext = create_context;
    table->clCreateContextFromType = create_context_from_type;
    table->clCreateCommandQueue = create_queue;
    table->clCreateCommandQueueWithProperties = create_queue_with;
    table->clCreateBuffer = create_buffer;
    table->clCreateBufferWithProperties = create_buffer_with;
    table->clCreateSubBuffer = create_sub_buffer;
    table->clCreateSampler = create_sampler;
    table->clCreateSamplerWithProperties = create_sampler_with;
    WRAP_REFERENCES(Context)
    WRAP_REFERENCES(CommandQueue)
    WRAP_REFERENCES(MemObject)
    WRAP_REFERENCES(Sampler)
    WRAP_REFERENCES(Program)
    WRAP_REFERENCES(Kernel)
    WRAP_REFERENCES(Event)
}
